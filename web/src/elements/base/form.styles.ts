/** Shared styles of buttons, lists and copyable text in the export, open and embed dialogs. */
import { css } from 'lit';

export const formStyles = css`
  button,
  select,
  input {
    font: inherit;
    font-size: 0.875rem;
    color: inherit;
    background: var(--paper);
    border: 1px solid var(--line);
    border-radius: 6px;
    padding: 0.34rem 0.8rem;
    max-inline-size: 100%;
  }
  button {
    cursor: pointer;
  }
  button:hover {
    border-color: var(--ink);
  }
  textarea {
    display: block;
    inline-size: 100%;
    font:
      0.8125rem/1.5 ui-monospace,
      monospace;
    color: inherit;
    background: var(--raised);
    border: 1px solid var(--line);
    border-radius: 6px;
    padding: 0.5rem 0.7rem;
    white-space: pre;
    overflow: auto;
    resize: vertical;
  }
`;
