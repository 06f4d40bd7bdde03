/** Styles of `<attention-proof-group>`. */
import { css } from 'lit';

/** Below this width, rows become cards. */
export const kProofTable = css`56rem`;

export const proofTableStyles = css`
  :host {
    border-block-end: 1px solid var(--line);
  }
  summary {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    align-items: center;
    gap: 0.2rem 1rem;
    padding: 0.6rem 0.25rem;
    cursor: pointer;
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::before {
    content: '▸' / '';
    color: var(--muted);
    inline-size: 0.75rem;
  }
  details[open] > summary::before {
    content: '▾' / '';
  }
  summary:hover {
    background: var(--raised);
  }
  h3 {
    margin: 0;
    font: 600 1.125rem/1.55 var(--sans);
    overflow-wrap: anywhere;
  }
  .count {
    font-size: 0.875rem;
    color: var(--muted);
  }
  .share-bar {
    font-size: 0.875rem;
  }
  .sign {
    display: inline-block;
    inline-size: 1em;
    text-align: center;
    color: var(--accent);
    font-weight: 700;
  }
  .failed,
  .failed .sign {
    color: var(--wrong);
    font-weight: 600;
  }
  table {
    margin-block: 0.25rem 1rem;
  }
  thead th {
    white-space: nowrap;
  }
  th:first-child {
    padding-inline-start: 2rem;
  }
  .number {
    white-space: nowrap;
  }
  .name {
    display: block;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .source,
  .where {
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  .where {
    display: block;
    font-size: 0.875rem;
    white-space: normal;
  }
  .where b {
    font-weight: 400;
  }
  a {
    color: inherit;
    text-decoration-color: var(--muted);
    text-underline-offset: 0.25em;
  }
  a:hover {
    color: var(--accent);
  }
  .verdict {
    white-space: nowrap;
  }
  .problem {
    color: var(--wrong);
    overflow-wrap: anywhere;
  }
  .fails {
    background: color-mix(in srgb, var(--wrong) 7%, transparent);
  }
  @media (max-width: ${kProofTable}) {
    summary {
      grid-template-columns: auto minmax(0, 1fr) auto;
      column-gap: 0.6rem;
    }
    .count {
      grid-area: 2 / 2;
    }
    summary .share-bar {
      grid-area: 1 / 3 / span 2;
    }
    .share-bar svg {
      inline-size: min(3rem, 10vw);
    }
    summary .words {
      inline-size: 2.5rem;
    }
    tr {
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 0.15rem 1rem;
      padding: 0.6rem 0.25rem 0.7rem 1.75rem;
    }
    th,
    td,
    th:first-child {
      padding: 0;
    }
    tbody th,
    .problem {
      grid-column: 1 / -1;
    }
    .direction,
    .verdict {
      grid-row: 2;
    }
    .verdict {
      grid-column: 2;
      justify-self: end;
    }
    .difference {
      grid-column: 1 / -1;
      white-space: normal;
    }
    .tolerated {
      grid-row: 4;
      white-space: normal;
    }
    td[data-name]::before {
      content: attr(data-name) ' ' / '';
      color: var(--muted);
    }
    td:has(.share-bar) {
      justify-self: end;
      grid-row: 4;
      grid-column: 2;
    }
  }
`;
