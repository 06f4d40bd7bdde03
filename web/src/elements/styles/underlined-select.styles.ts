/** A select that looks like a word with a dotted underline. */
import { css } from 'lit';

export const underlinedSelect = css`
  select {
    max-inline-size: 100%;
    padding: 0.25rem 0.1rem;
    border: 0;
    border-block-end: 1px dotted var(--pencil);
    border-radius: 0;
    background: none;
    color: var(--ink);
    font-size: inherit;
  }
  option {
    background: var(--paper);
  }
`;
