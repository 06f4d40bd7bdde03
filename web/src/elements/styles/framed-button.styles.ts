/** Buttons with a thin frame. */
import { css } from 'lit';

export const framedButtons = css`
  button {
    padding: 0.35rem 0.8rem;
    border: 1px solid var(--muted);
    border-radius: 2px;
  }
  @media (pointer: coarse) {
    button {
      min-block-size: 2.75rem;
    }
  }
`;
