/** The strips of all relations, and the table of their numbers. */
import { css } from 'lit';

export const relationStyles = css`
  progress {
    inline-size: 10rem;
  }
  /* The page places its parts: the strips beside the maps, the numbers below both. */
  :host {
    display: contents;
  }
  .strips {
    font-size: 0.875rem;
    line-height: 1.25rem;
  }
  .strips label {
    display: block;
    font-weight: 600;
  }
  .strips ul {
    margin: 0.5rem 0;
    padding: 0;
    list-style: none;
  }
  ul button {
    display: block;
    inline-size: 100%;
    padding: 0.2rem 0 0;
    border: 0;
    background: none;
    color: var(--muted);
    font-size: inherit;
    line-height: 1.125rem;
    text-align: start;
    text-decoration: none;
  }
  .named button {
    color: var(--ink);
  }
  ul button:hover .line span:first-child,
  ul [aria-pressed='true'] .line span:first-child {
    text-decoration: underline 1px;
    text-underline-offset: 0.2em;
  }
  ul [aria-pressed='true'] .line {
    font-weight: 600;
  }
  .line {
    display: flex;
    justify-content: space-between;
    gap: 0.5rem;
    font-variant-numeric: tabular-nums;
  }
  .strip {
    display: block;
    inline-size: 100%;
    block-size: 14px;
  }
  .strip * {
    fill: none;
    stroke: var(--pencil);
    stroke-width: 1;
    vector-effect: non-scaling-stroke;
  }
  .strip .axis {
    stroke: var(--line);
  }
  .strip .wanted {
    stroke: var(--muted);
    stroke-dasharray: 2 2;
  }
  .strip .earned {
    stroke: var(--arc);
    stroke-width: 2.5;
  }
  .strip .offset {
    stroke: var(--ink);
    stroke-width: 3;
  }
  .numbers {
    grid-column: 1 / -1;
    margin-block-start: 1.5rem;
  }
  summary {
    inline-size: fit-content;
    padding-block: 0.25rem;
    color: var(--muted);
    font-size: 0.875rem;
    cursor: pointer;
  }
  details {
    margin-block-end: 0.75rem;
  }
  input {
    inline-size: 100%;
    padding: 0.2rem 0;
    border-width: 0 0 1px;
    font-weight: 400;
    border-radius: 0;
    background: none;
  }
  td button {
    padding: 0;
    border: 0;
    background: none;
    color: var(--ink);
    font-size: inherit;
    white-space: nowrap;
    text-decoration: underline;
    text-decoration-color: var(--muted);
    text-underline-offset: 0.3em;
  }
  .named th,
  .named td.share {
    color: var(--arc);
    font-weight: 600;
  }
  th[scope='rowgroup'] {
    text-align: start;
  }
  /* The table is as wide as the page: flush with the text above it. */
  thead th:first-child,
  th[scope='rowgroup'] {
    padding-inline-start: 0;
  }
  :is(th, td):last-child {
    padding-inline-end: 0;
  }
  tbody .extra {
    white-space: nowrap;
  }
  /* Lines of one relation stand close together. */
  tr + tr {
    border: 0;
  }
  tr:has(+ tr) > td:not([rowspan]),
  tr + tr > td {
    padding-block: 0.1rem;
  }
  tr:has(+ tr):first-child > td:not([rowspan]) {
    padding-block-start: 0.4rem;
  }
  tr + tr:last-child > td {
    padding-block-end: 0.4rem;
  }
  td button[aria-pressed='true'] {
    text-decoration: underline 2px var(--ink);
  }
  /* From 0 to 1: the head's share, and a line at the share of the best fixed distance. */
  .bar {
    display: block;
    inline-size: 6rem;
    block-size: 0.75rem;
  }
  .bar .track {
    fill: var(--raised);
  }
  .bar .share {
    fill: var(--pencil);
  }
  .named .bar .share {
    fill: var(--arc);
  }
  .bar .offset {
    fill: var(--ink);
  }
  @media (max-width: 75rem) {
    th,
    td {
      padding-inline: 0.3rem;
    }
    .bar {
      inline-size: 4rem;
    }
  }
  @media screen and (max-width: 47rem) {
    .strips ul,
    .strips .key,
    .strips attention-save {
      display: none;
    }
  }
  @media screen and (max-width: 56rem) {
    .bar {
      inline-size: 8rem;
    }
    tr {
      grid-template-columns: minmax(0, 1fr) auto;
      align-items: baseline;
      padding-block: 0.35rem;
    }
    th,
    td {
      grid-column: 1 / -1;
      padding: 0.1rem 0;
    }
    td.extra {
      display: none;
    }
    th,
    .earned {
      grid-area: 1 / 1;
    }
    .earned {
      grid-column: 2;
    }
    .earned,
    td.share {
      text-align: end;
    }
    tr > td:not([rowspan]) {
      grid-column: auto;
    }
    tr:has(+ tr):first-child > td:not([rowspan]) {
      padding-block-start: 0.1rem;
    }
    tr + tr,
    tr:has(+ tr) {
      padding-block: 0;
    }
    tr:has(+ tr):first-child {
      padding-block-start: 0.35rem;
    }
  }
  @media print, (min-width: 56rem) {
    .narrow {
      display: none;
    }
  }
  @media print {
    details:not([open]),
    label,
    p:has(button) {
      display: none;
    }
  }
  @media (pointer: coarse) {
    summary,
    td button {
      min-block-size: 2.75rem;
    }
  }
`;
