/** `<attention-trained>` while the model is changed. */
import { css } from 'lit';
import { changedLineStyles } from './changed-line.styles';

export const changedStyles = css`
  ${changedLineStyles}
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: 1rem;
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
`;
