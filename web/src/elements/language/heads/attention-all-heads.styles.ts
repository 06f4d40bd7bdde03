/** The maps of `<attention-all-heads>`: a line a layer; on phones one layer is large. */
import { css } from 'lit';
import { underlinedSelect } from '../../styles/underlined-select.styles';
import { hatchedStyles } from '../../head-maps/hatched.styles';
import { tableAndSave } from '../../save/table-and-save.styles';

export const allHeadsStyles = [
  tableAndSave,
  underlinedSelect,
  hatchedStyles,
  css`
    :host {
      display: block;
      container-type: inline-size;
      font-size: 0.875rem;
      line-height: 1.25rem;
    }
    /* Not the host, whose color tells canvases whether it is dark. */
    .tools,
    .maps,
    .legend {
      color: var(--muted);
    }
    .tools,
    .legend {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 1.25rem;
    }
    .maps {
      display: grid;
      row-gap: 4px;
      margin-block: 0.5rem;
    }
    .line {
      display: grid;
      grid-template-columns: 4rem repeat(var(--heads), minmax(0, 5.5rem)) 6.5rem;
      column-gap: 8px;
      align-items: start;
    }
    .numbers {
      text-align: center;
    }
    .numbers :is(.title, .ends) {
      text-align: start;
    }
    .title {
      align-self: center;
      margin-block-end: 1.25rem;
      text-align: start;
    }
    .numbers > .title {
      margin: 0;
    }
    button {
      padding: 0;
      border: 0;
      background: none;
      color: inherit;
      font: inherit;
    }
    button.title {
      display: none;
    }
    .cell {
      min-inline-size: 0;
      text-align: center;
    }
    .head {
      position: relative;
      display: block;
      inline-size: 100%;
      border-radius: 0;
    }
    .head canvas {
      display: block;
      inline-size: 100%;
      aspect-ratio: 1;
      image-rendering: pixelated;
    }
    .head:hover {
      box-shadow: 0 0 0 1px var(--ink);
    }
    .head:focus-visible {
      outline: 2px solid var(--query);
      outline-offset: 4px;
    }
    .head[aria-pressed='true'] {
      box-shadow:
        0 0 0 2px var(--paper),
        0 0 0 4px var(--ink);
    }
    .dim:not(.off) .head {
      background: var(--paper);
    }
    .dim:not(.off) canvas {
      opacity: 0.35;
    }
    .hit .head:not(:focus-visible) {
      outline: 2px solid var(--arc);
      outline-offset: 1px;
    }
    .hit:not(.named) .head:not(:focus-visible) {
      outline: 2px dashed var(--muted);
    }
    .hit:not(.named) .below {
      color: var(--ink);
    }
    /* The row of the query word, in the maps whose arcs are shown. */
    .tick {
      position: absolute;
      inset-block-start: calc((var(--row) + 0.5) / var(--rows) * 100% - 1px);
      left: -9px;
      inline-size: 4px;
      block-size: 2px;
      background: var(--query);
      opacity: 0;
    }
    .head:hover .tick {
      left: -5px;
    }
    .head:is(:hover, :focus-visible, [aria-pressed='true']) .tick {
      opacity: 1;
    }
    .below {
      display: block;
      min-block-size: 1.25rem;
      margin-inline: -3px;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      font-variant-numeric: tabular-nums;
    }
    .maps:not(.scored) .named .below,
    .below b {
      color: var(--ink);
      font-weight: 400;
    }
    .hit .below {
      color: var(--arc);
      font-weight: 600;
    }
    .off .below {
      text-decoration: line-through;
    }
    .ends {
      align-self: center;
      margin-block-end: 1.25rem;
      padding-inline-start: 8px;
      font-variant-numeric: tabular-nums;
    }
    .numbers .ends {
      margin: 0;
      white-space: nowrap;
    }
    .ends svg {
      display: block;
      inline-size: 100%;
      block-size: 4px;
      fill: var(--pencil);
    }
    .track {
      fill: var(--raised);
    }
    .ordered .line {
      grid-template-columns: repeat(var(--heads), minmax(0, 6.5rem));
    }
    .ordered :is(.title, .numbers) {
      display: none;
    }
    .legend {
      align-items: center;
      gap: 0 0.5rem;
    }
    .legend canvas {
      inline-size: 128px;
      block-size: 10px;
    }
    @container (max-width: 50rem) {
      .line {
        grid-template-columns: 3.25rem repeat(var(--heads), minmax(0, 5.5rem)) 5.5rem;
        column-gap: 5px;
      }
      .ends {
        padding-inline-start: 0;
      }
      .below {
        margin-inline: -2px;
      }
    }
    @container (max-width: 40rem) {
      .numbers,
      span.title {
        display: none;
      }
      .maps {
        row-gap: 0;
      }
      .layers .line {
        grid-template-columns: repeat(var(--heads), minmax(0, 1fr));
        gap: 3px;
        padding-block: 4px 8px;
        border-block-start: 1px solid var(--line);
      }
      button.title {
        display: block;
        grid-area: 1 / 1 / 2 / -1;
        min-block-size: 2.75rem;
        margin: 0;
        color: var(--ink);
      }
      button.title::before {
        content: '';
        display: inline-block;
        inline-size: 5px;
        block-size: 5px;
        margin: 0 10px 3px 1px;
        border: solid var(--muted);
        border-width: 0 1px 1px 0;
        rotate: 45deg;
      }
      .large button.title::before {
        rotate: -135deg;
        margin-block-end: 0;
      }
      .layers .ends {
        grid-area: 1 / 1 / 2 / -1;
        justify-self: end;
        align-self: center;
        display: flex;
        gap: 8px;
        align-items: center;
        margin: 0;
        pointer-events: none;
      }
      .ends svg {
        inline-size: 48px;
      }
      .layers .line:not(.large) .head {
        pointer-events: none;
      }
      .layers .line:not(.large) .below {
        display: none;
      }
      .layers .line.large {
        grid-template-columns: repeat(min(4, var(--heads)), minmax(0, 1fr));
        gap: 10px 12px;
      }
      .ordered .line {
        grid-template-columns: repeat(4, minmax(0, 1fr));
        gap: 10px 12px;
      }
      .ordered .below {
        white-space: normal;
      }
    }
    @media print {
      .tools {
        display: none;
      }
    }
    @media (forced-colors: active) {
      .head[aria-pressed='true'] {
        outline: 2px solid Highlight;
      }
    }
  `,
];
