/**
 * A field for a whole number. A refused text stays in it, beside what is expected, and the number stays as it was. What
 * is typed stays while the element around it updates.
 */
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { live } from 'lit/directives/live.js';
import type { NumberRow } from '../../settings/row';
import { refusalOf, type Refusal } from '../../words/refusal';
import type { Words } from '../../words/words';

interface NumberFieldOptions {
  readonly label: string;
  /** `number` has arrows; `text` also takes what is not a number. */
  readonly type: 'text' | 'number';
  readonly row: NumberRow<'integer'>;
  readonly value: number;
  /** What the number belongs to. */
  readonly owner?: unknown;
  /** What is wrong with a number that was accepted. */
  readonly problem?: string | undefined;
  readonly choose: (value: number) => void;
}

/** What the visitor has typed, and the number and its owner at that time: if one of them changes, the text goes. */
interface Typed {
  readonly text: string;
  readonly refusal: Refusal | null;
  readonly value: number;
  readonly owner: unknown;
}

export class NumberField {
  #typed: Typed | null = null;

  constructor(private readonly host: ReactiveControllerHost) {}

  render(options: NumberFieldOptions, words: Words) {
    const { label, type, row, value, owner, problem } = options;
    if (this.#typed?.value !== value || this.#typed.owner !== owner) this.#typed = null;
    const { text = String(value), refusal = null } = this.#typed ?? {};
    const message = refusal?.translate(words) ?? problem;
    // Each type ignores the limits of the other.
    return html`<label
        >${label}
        <input
          type=${type}
          inputmode="numeric"
          min=${row.min}
          max=${row.max}
          maxlength=${String(row.max).length}
          aria-invalid=${refusal !== null}
          aria-describedby=${message ? 'problem' : nothing}
          .value=${live(text)}
          @input=${(event: Event) => this.#note(event.target as HTMLInputElement, refusal, options)}
          @change=${(event: Event) => this.#settle(event.target as HTMLInputElement, options)}
      /></label>
      <span id="problem" class="problem" role="alert">${message}</span>`;
  }

  #note(
    { value: text }: HTMLInputElement,
    refusal: Refusal | null,
    { value, owner }: NumberFieldOptions,
  ): void {
    this.#typed = { text, refusal, value, owner };
  }

  #settle(field: HTMLInputElement, options: NumberFieldOptions): void {
    this.host.requestUpdate();
    try {
      const number = options.row.parse('', field.value);
      this.#typed = null;
      options.choose(number);
    } catch (error) {
      this.#note(field, refusalOf(error), options);
    }
  }
}
