/** Styles of `<attention-speed-table>`. */
import { css } from 'lit';

/** Below this width, rows become cards. */
export const kSpeedTable = css`60rem`;

export const speedTableStyles = css`
  th,
  td {
    padding-inline: 0.6rem;
  }
  tbody th {
    font-weight: 600;
  }
  :is(tbody, thead) th:first-child {
    padding-inline-start: 0.25rem;
  }
  thead th {
    vertical-align: bottom;
  }
  .group {
    color: var(--ink);
    padding-block-end: 0.35rem;
  }
  .elsewhere {
    border-inline-start: 1px solid var(--line);
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
    font-size: 0.875rem;
    font-weight: 400;
  }
  .failed {
    color: var(--wrong);
    overflow-wrap: anywhere;
  }
  @media (max-width: ${kSpeedTable}) {
    tr {
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
      border: 0;
    }
    td[data-name]::before {
      content: attr(data-name) / '';
      display: block;
      font-size: 0.875rem;
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
