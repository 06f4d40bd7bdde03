/** `<attention-trained>` while the model is changed. */
import { css } from 'lit';

export const changedStyles = css`
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: 1rem;
  }
  .is-changed {
    display: flex;
    gap: 0.75rem;
    margin: 0;
    white-space: nowrap;
  }
  .is-changed > :first-child {
    font-weight: 600;
  }
  /* Makes no line higher. */
  .top .is-changed {
    margin-block: -0.5rem;
  }
  .model attention-changes[data-some] {
    flex: 1 1 16rem;
    justify-content: end;
  }
  @media (max-width: 40rem) {
    .model attention-changes[data-some] {
      flex-basis: 100%;
      justify-content: start;
    }
  }
  @media print {
    .is-changed button + button {
      display: none;
    }
  }
`;
