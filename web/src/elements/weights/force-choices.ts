/**
 * For each layer, a choice of the key that the chosen place is forced to look at; and a button that undoes these
 * choices.
 */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Words } from '../../words/words';

export interface ForceChoices {
  /** The layers in which the chosen place looks at others. */
  readonly layers: readonly {
    readonly layer: number;
    readonly title: string;
    /** The label beside the choice, if it differs from the title. */
    readonly groupLabel?: string | undefined;
    /** The places that can be looked at, by number. */
    readonly places: ReadonlyMap<number, string>;
  }[];
  /** The label of the choice in a layer. */
  readonly label: (title: string) => string;
  /** The key that the chosen place is forced to look at in a layer. */
  readonly keyOf: (layer: number) => number | undefined;
  readonly force: (layer: number, key: number | undefined) => void;
}

export function forceChoices(
  { layers, label, keyOf, force }: ForceChoices,
  { arcs: words }: Words,
) {
  const forced = layers.filter(({ layer }) => keyOf(layer) !== undefined);
  const choose = (layer: number, { target }: Event) => {
    const { value } = target as HTMLSelectElement;
    force(layer, value === '' ? undefined : Number(value));
  };
  return html`${layers.map(
    ({ layer, title, groupLabel = title, places }) =>
      html`<label
        >${groupLabel}
        <select aria-label=${label(title)} @change=${(event: Event) => choose(layer, event)}>
          <option value="" .selected=${live(keyOf(layer) === undefined)}>${words.asLearned}</option>
          ${Array.from(
            places,
            ([i, place]) =>
              html`<option value=${i} .selected=${live(keyOf(layer) === i)}>${place}</option>`,
          )}
        </select></label
      >`,
  )}
  ${
    forced.length === 0
      ? nothing
      : html`<button
          type="button"
          class="free"
          @click=${({ target }: Event) => {
            (target as Element).parentElement!.querySelector('select')!.focus();
            forced.forEach(({ layer }) => force(layer, undefined));
          }}
        >
          ${words.free}
        </button>`
  }`;
}
