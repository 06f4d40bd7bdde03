/** Styles of `<attention-speed>`. */
import { css } from 'lit';

export const speedStyles = css`
  fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
    gap: 0.1rem 1.5rem;
    margin: 1.25rem 0 0;
    padding: 0;
    border: 0;
    font-size: 0.875rem;
  }
  fieldset:disabled {
    color: var(--muted);
  }
  legend {
    padding: 0;
    margin-block-end: 0.25rem;
    font-size: 0.875rem;
    color: var(--muted);
  }
  label {
    display: flex;
    gap: 0.5rem;
    align-items: baseline;
    padding-block: 0.2rem;
    cursor: pointer;
  }
  small {
    display: block;
    font-size: 0.875rem;
    color: var(--muted);
  }
  .start {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    margin-block: 1rem;
  }
  button {
    font-size: 0.875rem;
    color: var(--paper);
    background: var(--ink);
    border-color: var(--ink);
    padding: 0.4rem 1.4rem;
    min-inline-size: 7rem;
  }
  .message {
    margin: 0;
    font-size: 0.875rem;
    color: var(--wrong);
    overflow-wrap: anywhere;
  }
  section {
    margin-block: 1.5rem;
  }
  .legend {
    margin: 0.1rem 0 0.9rem;
    font-size: 0.875rem;
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  .key {
    display: inline-block;
    inline-size: 0.7rem;
    block-size: 0.7rem;
    border-radius: 2px;
    margin-inline-end: 0.4rem;
    border: 1px solid var(--muted);
    background: var(--line);
  }
  .key.here {
    border-color: var(--accent);
    background: var(--accent);
  }
  .key.limit {
    inline-size: 0;
    border-width: 0 0 0 1px;
    border-color: var(--ink);
    border-radius: 0;
    vertical-align: middle;
  }
  @media (pointer: coarse) {
    button {
      min-block-size: 2.75rem;
    }
    label {
      padding-block: 0.6rem;
    }
  }
  @media print {
    form {
      display: none;
    }
  }
`;
