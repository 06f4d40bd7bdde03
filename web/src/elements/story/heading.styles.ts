/** The heading of the story and the hint below it, also while the story loads. */
import { css } from 'lit';

export const headingStyles = css`
  h2 {
    font: 400 1.5rem/2rem var(--serif);
    letter-spacing: -0.01em;
  }
  .hint {
    margin: 0 0 0.75rem;
    max-inline-size: 40rem;
    color: var(--muted);
  }
`;
