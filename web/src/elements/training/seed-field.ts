/**
 * A field for a seed. A refused text stays in it, beside what is expected, and the seed stays as it was. What is typed
 * stays while the run goes on.
 */
import { html, nothing } from 'lit';
import { seedRow } from '../../settings/shared';
import { refusalOf, type Refusal } from '../../words/refusal';
import type { Words } from '../../words/words';

export interface RefusedSeed {
  readonly text: string;
  readonly refusal: Refusal;
  /** The seed that stays; with another one, the text is no longer shown. */
  readonly seed: number;
}

interface SeedField {
  readonly label: string;
  readonly seed: number;
  readonly refused: RefusedSeed | null;
  /** Called with the typed seed, or with the seed as it was and the refused text. */
  readonly settle: (seed: number, refused: RefusedSeed | null) => void;
}

export function seedField({ label, seed, refused, settle }: SeedField, words: Words) {
  const shown = refused?.seed === seed ? refused : null;
  return html`<label
      >${label}
      <input
        class="seed"
        inputmode="numeric"
        maxlength="9"
        aria-invalid=${shown !== null}
        aria-describedby=${shown ? 'seed-problem' : nothing}
        .value=${shown?.text ?? String(seed)}
        @change=${({ target }: Event) => {
          const field = target as HTMLInputElement;
          const text = field.value;
          try {
            const typed = seedRow.parse('', text);
            field.value = String(typed);
            settle(typed, null);
          } catch (error) {
            settle(seed, { text, refusal: refusalOf(error), seed });
          }
        }}
    /></label>
    ${
      shown
        ? html`<span id="seed-problem" class="problem" role="alert"
            >${shown.refusal.translate(words)}</span
          >`
        : nothing
    }`;
}

/** For the buttons that try another seed. */
export const nextSeed = (seed: number): number => (seed % seedRow.max) + 1;
