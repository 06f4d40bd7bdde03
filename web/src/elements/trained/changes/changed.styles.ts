/** Styles of `<attention-trained>` while the model is changed. */
import { css } from 'lit';
import { kInLine, whereNarrow } from '../../styles/columns.styles';
import { changedLineStyles } from '../../parts/changed-line.styles';

export const changedStyles = css`
  ${changedLineStyles}
  :host(:focus) {
    outline: none;
  }
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
  /* One line per answer, with the previous answer above its end. */
  .said {
    --attention-answer-rest: none;
    p {
      margin: 0;
    }
    attention-answer {
      display: block;
      margin-block: 0 0.75rem;
    }
  }
  section:has(> .said) {
    display: grid;
    grid-template: auto 1fr / minmax(0, 1fr) 15.5rem;
    column-gap: 3rem;
  }
  section:has(> .said) > .line {
    grid-column: 1 / -1;
  }
  ${whereNarrow(css`
    section:has(> .said) {
      display: block;
    }
  `)}
  @container (width < ${kInLine}) {
    .model attention-changes[data-some] {
      flex-basis: 100%;
      justify-content: start;
    }
  }
`;
