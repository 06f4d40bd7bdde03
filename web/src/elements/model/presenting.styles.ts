/** `<attention-trained>` while it is presented: one view at a time. */
import { css } from 'lit';

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
  :host([presenting]) .examples .other {
    display: none;
  }
  /* The margin is too narrow for the names of heads in large type. */
  :host([presenting]) .examples {
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
