/** The rows of stages under the words, a formula bar above, and notes in the margin. */
import { css } from 'lit';
import { scrollShades } from '../styles/scroll-shades.styles';
import { segments } from '../parts/segments';
import { tableAndSave } from '../save/table-and-save.styles';
import { headingStyles } from './heading.styles';
import { presentedStyles } from './presented.styles';
import { sentenceStyles } from './rows/sentence-row.styles';
import { stageNameStyles } from './rows/stage-name.styles';
import { cellStyles } from './rows/story-cells.styles';
import { strongestStyles } from './rows/strongest-word';

const ownStyles = css`
  :host {
    --pitch: 56px;
    --n: 1;
    --label: 194px;
    /* The height of the formula, which is measured. */
    --bar: 44px;
    --head: calc(var(--bar) + 44px);
    font-size: 0.875rem;
    line-height: 1.25rem;
  }
  .badge {
    display: none;
    padding-inline: 0.5rem;
    border: 1px dashed var(--pencil);
    color: var(--ink);
  }
  :host([untrained]) .badge {
    display: inline-block;
  }
  :host([untrained]) :is(canvas, .ramp, .cells.one .cell) {
    filter: grayscale(1);
  }
  i,
  sub,
  sup {
    font-family: var(--attention-math, var(--serif));
  }
  sub,
  sup {
    font-size: 0.7em;
    line-height: 0;
  }
  .formula {
    position: sticky;
    inset-block-start: 0;
    z-index: 4;
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 0 0.75rem;
    min-block-size: 44px;
    /* Focus rings below it are wider than the story. */
    background: var(--paper);
    box-shadow:
      -6px 0 var(--paper),
      6px 0 var(--paper);
    border-block-end: 1px solid var(--line);
    font: 400 1.125rem/1.5rem var(--serif);
    white-space: nowrap;
  }
  .formula .part:not(:nth-last-child(2)) {
    padding-inline-end: 0.75rem;
    border-inline-end: 1px solid var(--line);
  }
  /* Targets of at least 24 pixels, which move nothing. */
  :is(.formula button, .plain-button) {
    position: relative;
  }
  :is(.formula button, .plain-button)::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline: min(0px, (100% - 24px) / 2);
  }
  .formula button {
    padding: 0.1rem 0.25rem;
    min-block-size: 28px;
    font: inherit;
    background: none;
    border: 0;
    border-block-end: 1px dotted var(--muted);
    border-radius: 0;
  }
  .formula button:hover,
  .formula button.lit {
    background: var(--lit);
    border-block-end: 2px solid var(--ink);
  }
  .readout {
    margin-inline-start: auto;
    font: 0.875rem/1.25rem var(--sans);
    color: var(--muted);
  }
  .readout .asking {
    color: var(--query);
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0 2.5rem;
    align-items: start;
  }
  :host([data-wide]) .columns {
    grid-template-columns: minmax(0, 1fr) 15.5rem;
  }
  .scroll {
    max-inline-size: var(--room);
    overflow: auto hidden;
    scrollbar-width: thin;
    direction: ltr;
    --shade-start: var(--label);
    scroll-padding-inline-start: calc(var(--label) + 4px);
  }
  .rows {
    position: relative;
    inline-size: max-content;
    min-inline-size: 100%;
  }
  [role='row'] {
    display: flex;
    align-items: center;
    border-block-end: 1px solid var(--line);
    padding-block: 3px;
  }
  :is(.stage, .rows [data-key]) {
    scroll-margin-block-start: var(--head);
  }
  .opened-row .label {
    color: var(--muted);
    padding-inline-start: 0.75rem;
  }
  .heading {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.35rem 1.25rem;
    padding-block: 0.5rem;
  }
  .heading .segments + .segments {
    padding-inline-start: 1.25rem;
    border-inline-start: 1px solid var(--line);
  }
  :host([data-narrow]) .heading .segments + .segments {
    padding-inline-start: 0;
    border: 0;
  }
  .heading .problem {
    margin: 0;
    color: var(--wrong);
  }
  .heading .choice {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    color: var(--muted);
  }
  .margin {
    position: sticky;
    inset-block-start: calc(var(--bar) + 16px);
    padding-block-start: 0.75rem;
  }
  .note {
    border-block-start: 2px solid var(--ink);
    padding-block: 0.6rem;
  }
  .note h3 {
    margin: 0 0 0.25rem;
    font: 600 1.125rem/1.375rem var(--serif);
  }
  .note p {
    margin: 0 0 0.5rem;
  }
  .note .shapes {
    display: grid;
    gap: 0.1rem;
    color: var(--muted);
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }
  .note .shapes .letters {
    font-family: var(--attention-math, var(--serif));
    font-style: italic;
    font-size: 0.875rem;
    color: var(--ink);
  }
  .note .shapes sub {
    font-style: normal;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.15rem 0.75rem;
  }
  .plain-button {
    padding: 0.1rem 0.15rem;
    min-block-size: 26px;
    color: var(--muted);
    background: none;
    border: 0;
    border-block-end: 1px dotted var(--muted);
    border-radius: 0;
  }
  .plain-button:hover {
    color: var(--ink);
  }
  [role='row'].inline-note {
    display: block;
    position: sticky;
    left: 0;
    /* Notes do not scroll: they have no shades. */
    z-index: 1;
    inline-size: var(--room, 100%);
    padding-block-end: 0.5rem;
    background: var(--paper);
  }
  .below {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.35rem 1.5rem;
    padding-block: 0.5rem;
    color: var(--muted);
  }
  .edits {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.35rem 1.25rem;
  }
  .legend,
  .ends {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.4rem;
  }
  .ends {
    white-space: nowrap;
  }
  .ramp {
    inline-size: 64px;
    block-size: 8px;
    background: linear-gradient(
      to right,
      light-dark(#4f2379, #d3b3f5),
      light-dark(#a588c4, #71539a),
      light-dark(#f4f2ec, #1e2228),
      light-dark(#85b894, #3f7d57),
      light-dark(#14582f, #a4e6b8)
    );
    forced-color-adjust: none;
  }
  .gradients {
    flex-basis: 100%;
    margin: 0;
    color: var(--ink);
  }
  .gradients span {
    white-space: nowrap;
  }
  .sign {
    display: inline-block;
    inline-size: 16px;
    block-size: 4px;
    margin-inline-start: 0.6rem;
    vertical-align: middle;
    forced-color-adjust: none;
  }
  .raises {
    background: light-dark(#14582f, #a4e6b8);
  }
  .lowers {
    background: light-dark(#4f2379, #d3b3f5);
  }
  .editor {
    margin-block-end: 0.75rem;
    padding-block: 0.5rem;
    border-block-start: 2px solid var(--ink);
  }
  .factors,
  .shared {
    margin: 0.25rem 0;
    color: var(--muted);
  }
  .bar {
    position: sticky;
    inset-block-end: 0;
    z-index: 4;
    padding-block: 0.25rem env(safe-area-inset-bottom);
    background: var(--paper);
    border-block-start: 1px solid var(--line);
  }
  .bar .editor {
    margin: 0;
    border: 0;
  }
  /* The label stands above its line. */
  :host([data-narrow]) {
    --label: 0px;
  }
  :host([data-narrow]) .formula {
    flex-wrap: nowrap;
    overflow: auto hidden;
    scrollbar-width: thin;
  }
  :host([data-narrow]) :is(.stage, .opened-row) {
    flex-direction: column;
    align-items: stretch;
  }
  :host([data-narrow]) .label {
    inline-size: var(--room);
    z-index: 1;
    background: none;
  }
  :host([data-narrow]) .sentence .label {
    display: none;
  }
  :host([data-narrow]) .label [data-key] {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 0.6rem;
    min-block-size: 28px;
    padding-block: 2px;
  }
  @media (forced-colors: active) {
    .lane canvas {
      forced-color-adjust: none;
    }
    .sentence .asks button,
    .cell:focus-visible,
    .cell.active {
      outline: 2px solid Highlight;
    }
    .cell {
      color: CanvasText;
    }
    .cells .cell span,
    .cell s {
      background: Canvas;
    }
    .formula button.lit {
      border-block-end: 3px solid Highlight;
    }
    .label [data-key] {
      border-color: Canvas;
    }
    .current .label [data-key] {
      border-inline-start-color: Highlight;
    }
  }
  @media print {
    .plain-button,
    .editor,
    .bar {
      display: none;
    }
    .formula,
    .margin {
      position: static;
    }
    .scroll {
      overflow: visible;
      max-inline-size: none;
    }
    .columns,
    :host([data-wide]) .columns {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

export const storyStyles = [
  ...[
    segments.styles,
    scrollShades,
    cellStyles,
    stageNameStyles,
    headingStyles,
    ownStyles,
    sentenceStyles,
    strongestStyles,
    tableAndSave,
  ],
  presentedStyles,
];
