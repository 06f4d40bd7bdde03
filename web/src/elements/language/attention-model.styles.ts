/** The layout of `<attention-model>`: its parts below each other; the sentence stays visible if there is room. */
import { css } from 'lit';
import { columnsStyles, kBeside } from '../styles/columns.styles';

export const modelStyles = css`
  ${columnsStyles}
  :host {
    display: block;
  }
  section,
  attention-own-sentence,
  attention-chosen-head,
  attention-change-effects,
  attention-masked-word,
  attention-word-paths,
  attention-similarities,
  attention-rounding {
    display: block;
    margin-block: 2.5rem;
  }
  attention-own-sentence {
    margin-block: 1rem;
  }
  .stage {
    margin-block: 0 1rem;
  }
  .ends {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 1.5rem;
    padding-block: 0.125rem 0.5rem;
    border-block-start: 1px solid var(--line);
    color: var(--muted);
    font-size: 0.875rem;
  }
  .ends select {
    field-sizing: content;
  }
  .row {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem 3rem;
    align-items: end;
  }
  .stage {
    border-block-end: 1px solid var(--line);
  }
  .heads {
    margin-block-start: 1.5rem;
    align-items: start;
  }
  .heads p {
    max-inline-size: 60rem;
  }
  .strongest {
    position: sticky;
    inset-block-end: 0;
    z-index: 2;
    display: var(--attention-strongest, none);
    justify-content: space-between;
    align-items: center;
    gap: 1rem;
    max-inline-size: none;
    padding-block: 0.25rem;
    border-block-start: 1px solid var(--muted);
    background: var(--paper);
  }
  .strongest bdi {
    color: var(--ink);
    font-weight: 600;
  }
  @container (width >= ${kBeside}) {
    .strongest {
      display: none;
    }
    .row {
      grid-template-columns: minmax(0, 1fr) 15.5rem;
    }
    .stage .row {
      grid-template-columns: minmax(0, 1fr) 17.5rem;
      gap: 0 2rem;
    }
    /* Beside the arcs and the line below them. Its height does not depend on the head that is pointed at. */
    .stage attention-head-card {
      grid-area: 1 / 2 / 3;
      align-self: start;
      min-block-size: 16.5rem;
    }
  }
  @container (width >= 73rem) {
    .row,
    .stage .row {
      grid-template-columns: minmax(0, 1fr) 20rem;
      gap: 0 2.5rem;
    }
    .stage attention-head-card {
      min-block-size: 14rem;
    }
  }
  /* Where enough of the window is left for what passes below. */
  @media screen and (min-height: 48rem) {
    @container (width >= ${kBeside}) {
      .stage {
        position: sticky;
        inset-block-start: 0;
        z-index: 2;
        background: var(--paper);
      }
    }
  }
  :host([presenting]) {
    --attention-tools: none;
  }
  :host([presenting]) :is(attention-model-offer, attention-own-sentence, .stage ~ *, .lab ~ *) {
    display: none;
  }
  :host([presenting]) .row {
    grid-template-columns: minmax(0, 1fr);
  }
  /* Below the arcs, which need the whole width. */
  :host([presenting]) .stage attention-head-card {
    grid-area: auto;
    min-block-size: 0;
  }
  button {
    font-size: 0.875rem;
  }
  @media print {
    .ends,
    attention-own-sentence {
      display: none;
    }
  }
  @media (pointer: coarse) {
    button {
      min-block-size: 2.75rem;
    }
    .ends select {
      min-block-size: 2.75rem;
    }
  }
  /* The parts that the attribute hide names. */
  :host([hide~='sentence']) attention-own-sentence,
  :host([hide~='arcs']) :is(.stage, attention-named-heads),
  :host([hide~='heads']) .heads,
  :host([hide~='head']) attention-chosen-head,
  :host([hide~='story']) attention-head-story,
  :host([hide~='effects']) attention-change-effects,
  :host([hide~='masked']) attention-masked-word,
  :host([hide~='paths']) attention-word-paths,
  :host([hide~='similarities']) attention-similarities,
  :host([hide~='rounding']) attention-rounding {
    display: none;
  }
`;
