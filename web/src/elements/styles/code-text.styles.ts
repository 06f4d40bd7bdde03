/** Styles of text to copy, in the export panel and the dialog for embedding. */
import { css } from 'lit';

export const codeTextStyles = css`
  textarea {
    display: block;
    inline-size: 100%;
    font:
      0.875rem/1.5 ui-monospace,
      monospace;
    background: var(--raised);
    padding: 0.5rem 0.7rem;
    white-space: pre;
    overflow: auto;
    resize: vertical;
  }
`;
