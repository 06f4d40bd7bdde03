/** Styles of `<attention-number-matrix>`: names at two sides stay in sight while the numbers scroll. */
import { css } from 'lit';
import { tableAndSave } from '../training/table-and-save.styles';

/** Pixels of a row, and of the names beside them. */
export const kRow = 18;
export const kLabel = 104;

const ownStyles = css`
  .frame {
    position: relative;
    overflow: auto;
    max-block-size: 26rem;
    direction: ltr;
    scrollbar-width: thin;
  }
  .inside {
    position: relative;
    display: grid;
    inline-size: max-content;
    grid-template-columns: ${kLabel}px max-content;
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
  .slopes,
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
`;

export const matrixStyles = [tableAndSave, ownStyles];
