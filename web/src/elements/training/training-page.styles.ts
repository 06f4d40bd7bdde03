/** Styles of `<attention-training>` alone. */
import { css } from 'lit';
import { kBeside } from '../styles/columns.styles';

/** The controls of the run stay in sight where the curves are further down than a window is high. */
export const trainingPageStyles = css`
  /* The head stays right below the curves, however much the model writes beside them. */
  .film:has(attention-training-writing) {
    grid-template-rows: auto 1fr;
  }
  .film:has(attention-training-writing) > .head {
    grid-column: 1;
    grid-row: 2;
  }
  attention-training-writing {
    grid-row: span 2;
  }
  attention-training-run {
    padding-block: 0.75rem 0;
  }
  @media screen and (min-height: 40rem) {
    @container (width >= ${kBeside}) {
      attention-training-run {
        position: sticky;
        inset-block-start: 0;
        z-index: 2;
        background: var(--paper);
      }
    }
  }
  attention-training-start {
    padding-block-start: 0.75rem;
    border-block-start: 1px solid var(--line);
  }
  /* Paper has no controls and no files. */
  @media print {
    .task,
    .own:not(:has(.row)),
    .own > :not(.row),
    details:not([open]),
    section:has(attention-training-keep) {
      display: none;
    }
  }
  /* The parts that the attribute hide names. */
  :host([hide~='run']) attention-training-run,
  :host([hide~='task']) :is(.task, .objective, attention-training-text),
  :host([hide~='sentences']) .examples,
  :host([hide~='start']) attention-training-start,
  :host([hide~='curves']) .film,
  :host([hide~='heads']) .heads,
  :host([hide~='own']) .own,
  :host([hide~='recipe']) .recipe,
  :host([hide~='compare']) .compare,
  :host([hide~='keep']) .keep {
    display: none;
  }
`;

/** Styles while the training is presented: its sentences, the run and the curves. */
export const presentedTraining = css`
  :host([presenting]) {
    --attention-tools: none;
  }
  :host([presenting])
    :is(.line, .objective, attention-training-start, attention-training-writing, section, details) {
    display: none;
  }
  /* The answer is on a line below the sentence, which needs the whole width. */
  :host([presenting]) .examples:has(attention-arcs) {
    --attention-answer-rest: none;
    margin-block: 0;
    .row {
      grid-template-columns: minmax(0, 1fr);
    }
    .row + .row {
      margin-block-start: 0.25rem;
    }
    .row > :last-child {
      display: flex;
      flex-wrap: wrap;
      justify-content: end;
      gap: 0 2rem;
    }
    attention-answer {
      margin: 0;
    }
  }
`;
