/** Styles of `<attention-number-matrix>`: names on two sides stay visible while the numbers scroll. */
import { css } from 'lit';
import { tableAndSave } from '../../save/table-and-save.styles';

/** Pixels of a row, and of all that are in sight. */
export const kRow = 18;
export const kMaxHeight = 416;

const ownStyles = css`
  .top {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    padding-block: 0.5rem 0.25rem;
    padding-inline-start: calc(0.6rem + 2px);
  }
  h3 {
    margin: 0;
    font: 400 1.125rem/1.5rem var(--serif);
  }
  sub {
    font-size: 0.7em;
    line-height: 0;
  }
  h3 span {
    font: 0.875rem var(--sans);
    color: var(--muted);
  }
  .top button {
    padding: 0.1rem 0.15rem;
    border: 0;
    border-block-end: 1px dotted var(--muted);
    border-radius: 0;
    background: none;
    color: var(--muted);
  }
  .frame {
    position: relative;
    overflow: auto;
    max-block-size: ${kMaxHeight}px;
    direction: ltr;
    scrollbar-width: thin;
  }
  .inside {
    position: relative;
    display: grid;
    inline-size: max-content;
    grid-template-columns: var(--names) max-content;
    grid-template-rows: ${kRow}px max-content;
    font-size: 0.875rem;
    line-height: ${kRow}px;
    color: var(--muted);
    cursor: default;
    user-select: none;
    -webkit-user-select: none;
  }
  .across,
  .down,
  .corner {
    position: sticky;
    background: var(--paper);
    z-index: 1;
  }
  .across {
    inset-block-start: 0;
    display: flex;
  }
  .across span {
    flex: none;
    inline-size: var(--cell);
    white-space: nowrap;
  }
  .across bdi {
    display: block;
    inline-size: var(--name);
    overflow: hidden;
    text-align: center;
    pointer-events: none;
  }
  /* A name begins where its column does. */
  .some bdi {
    text-align: start;
  }
  .down {
    inset-inline-start: 0;
  }
  .corner {
    inset: 0 auto auto 0;
    z-index: 2;
  }
  .down span {
    display: block;
    block-size: ${kRow}px;
    padding-inline-end: 6px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: end;
  }
  :is(.across, .down) span:hover {
    color: var(--ink);
    text-decoration: underline;
  }
  .marked {
    color: var(--query);
  }
  canvas {
    display: block;
    image-rendering: pixelated;
    forced-color-adjust: none;
  }
  :host([untrained]) canvas {
    filter: grayscale(1);
  }
  .cells {
    position: relative;
    cursor: ew-resize;
    touch-action: pan-x pan-y;
  }
  :is(.across, .down) span,
  .corner {
    cursor: pointer;
  }
  .gradients,
  .numbers {
    position: absolute;
    inset: 0 auto auto 0;
    pointer-events: none;
  }
  .cursor {
    position: absolute;
    box-sizing: border-box;
    outline: 2px solid var(--ink);
    box-shadow: inset 0 0 0 1px var(--paper);
    pointer-events: none;
  }
  .cursor.idle {
    outline-color: transparent;
    box-shadow: none;
  }
  .grid:focus-visible .cursor {
    outline-width: 3px;
  }
  .grid:focus {
    outline: none;
  }
  p {
    margin: 0.25rem 0;
    font-size: 0.875rem;
    color: var(--muted);
    min-block-size: 1.25rem;
  }
  p s {
    font-style: italic;
  }
  p b {
    color: var(--ink);
    font-weight: 400;
  }
  @media print {
    .top button {
      display: none;
    }
  }
`;

export const matrixStyles = [tableAndSave, ownStyles];
