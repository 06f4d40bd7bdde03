/** The key of a chart: a short line and a label for each curve. */
import { css } from 'lit';

export const chartKey = css`
  .key {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 1.25rem;
    margin: 0;
    padding: 0;
    list-style: none;
    color: var(--muted);
    font-size: 0.875rem;
  }
  .key svg {
    inline-size: 26px;
    block-size: 8px;
    margin-inline-end: 0.4rem;
    overflow: visible;
    fill: none;
  }
`;
