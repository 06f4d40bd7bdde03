/** Buttons that look like links. */
import { css } from 'lit';

const link = css`
  padding: 0;
  border: 0;
  background: none;
  color: var(--ink);
  text-decoration: underline;
  text-decoration-color: var(--muted);
  text-underline-offset: 0.3em;
`;

/** All buttons of an element. */
export const linkButtons = css`
  button {
    ${link}
  }
`;

/** Those of class `plain`. */
export const plainButtons = css`
  .plain {
    ${link}
  }
  @media (pointer: coarse) {
    .plain {
      min-block-size: 2.75rem;
    }
  }
`;
