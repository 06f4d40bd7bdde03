/** Styles of `<attention-trained>` while it is presented: one view at a time. */
import { css, unsafeCSS } from 'lit';

/** Matches windows in which two sentences fit one above the other. */
export const kBothFit = '(min-width: 72rem) and (min-height: 44rem)';
const bothFit = unsafeCSS(kBothFit);

export const presentingStyles = css`
  :host([presenting]) {
    --attention-tools: none;
  }
  :host([presenting])
    :is(
      .intro,
      .reading,
      .question .muted,
      .model,
      .choice,
      .film .head,
      .run a,
      .own > :not(.row)
    ) {
    display: none;
  }
  :host([presenting]) [data-part='guess'],
  :host([presenting]:not([data-scene='story'])) .story,
  :host([presenting]:not([data-scene='matrices'])) .matrices,
  :host([presenting]:not([data-scene='maps'])) [data-part='maps'],
  :host([presenting]:not([data-scene='examples'])) :is(.examples, .film, .own) {
    display: none;
  }
  @media not all and ${bothFit} {
    :host([presenting]) .examples .other {
      display: none;
    }
  }
  /* Both sentences, each with its answer on the line of its lower title. */
  @media ${bothFit} {
    :host([presenting]) .question {
      padding: 0;
    }
    :host([presenting]) h1 {
      font-size: 1.5rem;
    }
    :host([presenting]) .examples:has(attention-arcs) {
      --attention-arcs-room: 92px;
      --attention-answer-rest: none;
      .row > * {
        grid-area: 1 / 1;
      }
      .row > :last-child {
        align-self: end;
        justify-self: end;
      }
      .row + .row {
        margin-block-start: 0.25rem;
      }
    }
    :host([presenting]) .examples:has(attention-patches) .other {
      display: none;
    }
  }
  :host([presenting])::after {
    content: attr(data-end);
    position: fixed;
    inset-block-end: 0.5rem;
    inset-inline-end: 1.5rem;
    color: var(--muted);
  }
  /* The margin is too narrow for the names of heads in large type. */
  :host([presenting]) .examples {
    margin-block-start: 0.375rem;
    --attention-layer-start: 0rem;
    --attention-layer-width: auto;
    --attention-layer-wrap: nowrap;
    --attention-layer-across: 0;
  }
  :host([presenting]) :is(.row, .film) {
    grid-template-columns: minmax(0, 1fr);
  }
  :host([presenting]) :is(section, .examples) {
    min-block-size: 0;
    border: 0;
  }
`;
