/** A table on wide screens; on narrow ones a card per row, without column headers. */
import { css, type CSSResult } from 'lit';

export const cardTableStyles = (narrow: CSSResult) => css`
  table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: 0.875rem;
  }
  th,
  td {
    padding: 0.4rem 0.75rem;
    text-align: start;
    vertical-align: baseline;
    font-weight: 400;
  }
  thead th {
    color: var(--muted);
    padding-block: 0.15rem;
  }
  tbody tr {
    border-block-start: 1px solid var(--line);
  }
  .number {
    text-align: end;
  }
  @media screen and (max-width: ${narrow}) {
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
    }
    .number {
      text-align: start;
    }
  }
`;
