/** Styles of changed-line.ts. */
import { css } from 'lit';

export const changedLineStyles = css`
  .is-changed {
    display: flex;
    gap: 0.75rem;
    margin: 0;
    white-space: nowrap;
  }
  .is-changed > :first-child {
    font-weight: 600;
  }
  @media print {
    .is-changed button + button {
      display: none;
    }
  }
`;
