/** Styles of the numbers of a row: cells over the canvas that colors them. */
import { css } from 'lit';
import { kBars, kCell, kGap, kStrip } from '../../../draw/pictures/story-lane';

export const cellStyles = css`
  .lane {
    position: relative;
    flex: none;
    inline-size: calc(var(--n) * var(--pitch));
  }
  .lane canvas {
    display: block;
  }
  /* Beside the words instead of below them, so it does not scroll with them. */
  .lane.wide {
    position: sticky;
    left: var(--label);
    inline-size: calc(var(--span) * var(--pitch));
  }
  .cells {
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
    display: flex;
  }
  .cells.under {
    inset-block-start: ${kStrip + kGap}px;
  }
  .cells.bars {
    inset-block-start: ${kBars}px;
  }
  .cell {
    flex: none;
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    inline-size: calc(var(--pitch) - 2px);
    margin-inline-end: 2px;
    block-size: ${kCell}px;
    font-size: 0.875rem;
    line-height: 0.9375rem;
    color: #000;
    white-space: nowrap;
    cursor: default;
    user-select: none;
    -webkit-user-select: none;
  }
  .cell.on-dark {
    color: #fff;
  }
  .bars .cell {
    color: var(--ink);
  }
  .lanes {
    flex: none;
    inline-size: calc(var(--n) * var(--pitch));
  }
  /* Its numbers come a moment later. */
  [data-stage='weighted'] .lanes {
    min-block-size: ${kStrip + kGap + kCell}px;
  }
  .lane-cells {
    display: flex;
  }
  .lane-cells .cell {
    color: var(--muted);
  }
  .written .cell {
    cursor: text;
  }
  .editable {
    cursor: ew-resize;
    touch-action: pan-x pan-y;
  }
  .cell.masked {
    color: var(--ink);
  }
  .cell:hover {
    box-shadow: inset 0 0 0 1px var(--ink);
  }
  .cell.changed {
    box-shadow: inset 0 0 0 2px var(--ink);
  }
  .cell:focus-visible,
  .cell.active {
    outline: 2px solid var(--ink);
    outline-offset: 1px;
    z-index: 1;
  }
  .cell s {
    font-size: 0.875rem;
    font-style: italic;
  }
  .cells.wide .cell {
    inline-size: var(--cell);
    margin-inline-end: calc(var(--slot) - var(--cell));
    flex-flow: wrap;
    align-content: center;
    gap: 0 0.4em;
  }
  .lane.chosen canvas,
  .lane.chosen .cells {
    margin-inline-start: var(--start);
  }
  .slot {
    font-size: 0.875rem;
    opacity: 0.85;
  }
  [data-snug] .slot {
    flex-basis: 100%;
    text-align: center;
  }
  [data-tight] .slot,
  [data-snug] .changed .slot {
    display: none;
  }
  /* The cells are below their strip. */
  .cells.wide.one {
    position: static;
    inline-size: fit-content;
    align-items: center;
    gap: 0.5rem;
  }
  .cells.wide.one .cell {
    flex-direction: column;
    gap: 0;
    margin: 0;
    background: var(--fill);
  }
  .dimension {
    color: var(--muted);
    font-size: 0.875rem;
    white-space: nowrap;
  }
  .opened,
  .answers {
    position: sticky;
    left: var(--label);
    inline-size: calc(var(--room) - var(--label));
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
  }
  .opened .cell {
    inline-size: 4.25rem;
    flex-direction: row;
    justify-content: space-between;
    padding-inline: 5px;
    margin: 0;
    color: var(--ink);
    background: var(--raised);
  }
  .opened .slot {
    color: var(--muted);
  }
  .answers {
    gap: 0.15rem 1.25rem;
  }
  .answer {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    white-space: nowrap;
  }
  .answers.table {
    display: grid;
    grid-template-columns: minmax(4rem, max-content) repeat(2, 6.5rem);
    gap: 2px 0.6rem;
  }
  .table > span {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    gap: inherit;
  }
  .table .heads {
    color: var(--muted);
    text-align: center;
  }
  .table .heads :first-child {
    grid-column: 2;
  }
  .heads + .answer {
    font-weight: 600;
  }
  .answer .cell {
    inline-size: 3.5rem;
    color: var(--ink);
    background: var(--raised);
    font-weight: 400;
  }
  /* Both numbers stand side by side. */
  .table .cell {
    inline-size: auto;
    block-size: 28px;
    margin: 0;
    flex-direction: row;
    gap: 0.4em;
  }
  .answer s {
    color: var(--muted);
    font-weight: 400;
  }
`;
