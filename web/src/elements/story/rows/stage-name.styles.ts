/** The names of the stages, beside their lines. */
import { css } from 'lit';

export const stageNameStyles = css`
  .label {
    flex: none;
    position: sticky;
    left: 0;
    z-index: 2;
    inline-size: var(--label);
    align-self: stretch;
    padding-inline-end: 0.25rem;
    background: var(--paper);
  }
  .label [data-key] {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    padding: 0 0 0 0.6rem;
    text-align: start;
    background: none;
    border: 0;
    border-inline-start: 2px solid transparent;
    border-radius: 0;
  }
  .label .name {
    display: block;
    max-inline-size: 100%;
    font: 400 1.125rem/1.5rem var(--serif);
  }
  .name.of-word {
    font-size: 0.875rem;
    color: var(--muted);
  }
  .name .alone {
    font-size: 1.125rem;
    color: var(--ink);
    white-space: nowrap;
  }
  .label .shape {
    color: var(--muted);
    font-size: 0.875rem;
  }
  .current .label [data-key] {
    border-inline-start-color: var(--ink);
  }
  .current .name:not(.of-word),
  .current .alone {
    font-weight: 600;
  }
`;
