/** How the table of speed is set: a table where there is room, else a card a row. */
import { css } from 'lit';

export const speedTableStyles = css`
  table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: 0.8125rem;
  }
  th,
  td {
    padding: 0.4rem 0.6rem;
    text-align: start;
    vertical-align: baseline;
    font-weight: 400;
  }
  tbody th {
    font-weight: 600;
    padding-inline-start: 0.25rem;
  }
  thead th {
    color: var(--muted);
    padding-block: 0.15rem;
    vertical-align: bottom;
  }
  .group {
    color: var(--ink);
    padding-block-end: 0.35rem;
  }
  .elsewhere {
    border-inline-start: 1px solid var(--line);
  }
  tbody tr {
    border-block-start: 1px solid var(--line);
  }
  .number {
    text-align: end;
  }
  td.number {
    white-space: nowrap;
  }
  .time,
  .share {
    font-weight: 600;
    color: var(--accent);
  }
  .there,
  .state {
    color: var(--muted);
  }
  .of {
    display: block;
    font-size: 0.75rem;
    font-weight: 400;
  }
  .failed {
    color: var(--wrong);
    overflow-wrap: anywhere;
  }
  @media (max-width: 60rem) {
    thead {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    table,
    tbody {
      display: block;
    }
    tr {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));
      gap: 0.5rem 1rem;
      padding: 0.75rem 0 0.9rem;
    }
    th,
    td,
    tbody th {
      padding: 0;
    }
    tbody th,
    .state {
      grid-column: 1 / -1;
    }
    .number {
      text-align: start;
      border: 0;
    }
    td[data-name]::before {
      content: attr(data-name) / '';
      display: block;
      font-size: 0.75rem;
      font-weight: 400;
      color: var(--muted);
      white-space: normal;
    }
    .of {
      display: inline;
    }
    .none {
      display: none;
    }
  }
`;
