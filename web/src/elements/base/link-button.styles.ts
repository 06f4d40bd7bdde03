/** Buttons that look like links. */
import { css } from 'lit';

export const linkButtons = css`
  button {
    padding: 0;
    border: 0;
    background: none;
    color: var(--ink);
    text-decoration: underline;
    text-decoration-color: var(--muted);
    text-underline-offset: 0.3em;
  }
`;
