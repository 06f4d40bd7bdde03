/** `<attention-controls>`: the lab's settings. What is refused is said beside the control it concerns. */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { limits, parseCount, type LabState } from '../../state';
import { define } from '../base/define';
import type { Refusal, Say } from '../../words/refusal';
import type { Problem } from './lab-context';
import { tell } from './lab-context';
import { LabView } from './lab-view';
import { segments } from '../base/segments';
import { theme } from '../base/theme';
import { controlStyles } from './attention-controls.styles';

type Number_ = 'd_model' | 'num_heads' | 'seed';

interface Typed {
  readonly text: string;
  readonly say: Say;
  /** What the setting was at the time: once it changes by other ways, this is forgotten. */
  readonly instead: number;
}

export class AttentionControls extends LabView {
  static override properties = { typed: { state: true } };
  static override styles = [theme, segments.styles, controlStyles];

  /** What stands in a number's field as long as it is not a number that may be. */
  declare typed: Partial<Record<Number_, Typed>>;

  constructor() {
    super();
    this.typed = {};
  }

  protected override willUpdate(): void {
    // Given queries, keys and values have come without these.
    this.toggleAttribute('given', Boolean(this.result?.given));
    const wanted = this.lab?.wanted;
    for (const name of Object.keys(this.typed) as Number_[])
      if (wanted?.[name] !== this.typed[name]!.instead) delete this.typed[name];
  }

  protected override render() {
    const wanted = this.lab?.wanted;
    if (!wanted) return nothing;
    const words = this.words.controls;
    return html`
      <div class="field text">
        <label for="text">${words.sentence}</label>
        <textarea
          id="text"
          rows="1"
          dir="auto"
          spellcheck="false"
          autocomplete="off"
          aria-describedby="text-message"
          aria-invalid=${this.#message('text') ? 'true' : 'false'}
          .value=${live(wanted.text)}
          @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()}
          @input=${(event: Event) =>
            tell(this, 'attention-change', { text: (event.target as HTMLTextAreaElement).value })}
        ></textarea>
        ${this.#messageOf('text')}
      </div>
      <div class="row">
        ${this.#number('num_heads', wanted)} ${this.#head(wanted)}
        ${this.#number('d_model', wanted)} ${this.#number('seed', wanted)}
        <div class="field">
          <span class="label" aria-hidden="true">${words.mask}</span>
          ${segments.render({
            label: words.mask,
            choices: [
              { value: 'none', name: words.masks.none },
              { value: 'causal', name: words.masks.causal },
            ],
            chosen: wanted.mask,
            choose: (mask) => tell(this, 'attention-change', { mask }),
          })}
          ${this.#messageOf('mask')}
        </div>
        <div class="field">
          <span class="label" aria-hidden="true">${words.positions}</span>
          ${segments.render({
            label: words.positionEncoding,
            choices: [
              { value: 'none', name: words.encodings.none },
              { value: 'sinusoidal', name: words.encodings.sinusoidal },
            ],
            chosen: wanted.positions,
            choose: (positions) => tell(this, 'attention-change', { positions }),
          })}
          ${this.#messageOf('positions')}
        </div>
      </div>
      <p class="status" role="status">${this.#status()}</p>
    `;
  }

  protected override updated(): void {
    const area = this.renderRoot.querySelector('textarea');
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.blockSize = 'auto';
    area.style.blockSize = `${area.scrollHeight + 2}px`;
  }

  #number(name: Number_, wanted: LabState) {
    const typed = this.typed[name];
    const words = this.words.controls;
    return html`<div class="field">
      <label for=${name}>${words[name]}</label>
      <div class="stepper">
        <button
          type="button"
          aria-label=${words.less(words[name])}
          @click=${() => this.#step(name, -1, wanted)}
        >
          −
        </button>
        <input
          id=${name}
          inputmode="numeric"
          autocomplete="off"
          size=${name === 'seed' ? 9 : 3}
          aria-describedby="${name}-message"
          aria-invalid=${this.#message(name) ? 'true' : 'false'}
          .value=${live(typed?.text ?? String(wanted[name]))}
          @input=${(event: Event) => this.#type(name, (event.target as HTMLInputElement).value)}
          @keydown=${(event: KeyboardEvent) => this.#arrow(event, name, wanted)}
        />
        <button
          type="button"
          aria-label=${words.more(words[name])}
          @click=${() => this.#step(name, 1, wanted)}
        >
          +
        </button>
      </div>
      ${this.#messageOf(name)}
    </div>`;
  }

  #head(wanted: LabState) {
    const heads = this.result?.state.num_heads ?? wanted.num_heads;
    const shown = this.result?.state.head ?? null;
    return html`<div class="field">
      <label for="head">${this.words.lab.headShown}</label>
      <select
        id="head"
        @change=${(event: Event) => {
          const { value } = event.target as HTMLSelectElement;
          tell(this, 'attention-change', { head: value === 'mean' ? null : Number(value) });
        }}
      >
        ${Array.from(
          { length: heads },
          (_, head) =>
            html`<option value=${head} .selected=${live(head === shown)}>
              ${this.words.lab.head(head + 1)}
            </option>`,
        )}
        <option value="mean" .selected=${live(shown === null)}>
          ${this.words.controls.meanOfHeads}
        </option>
      </select>
    </div>`;
  }

  #status() {
    const { result } = this;
    if (!result) return nothing;
    const { num_heads, head, d_model } = result.state;
    const shown = head === null ? null : head + 1;
    return html`${this.words.controls.status(result.tokens.length, num_heads, shown)}
      <span class="size"><i>d</i><sub>k</sub> = ${result.trace.q.shape.at(-1) ?? d_model}</span>`;
  }

  #message(name: Problem['setting']): string | null {
    const problem = this.lab?.problem;
    const refused =
      this.typed[name as Number_] ?? (problem?.setting === name ? problem : undefined);
    return refused?.say(this.words) ?? null;
  }

  #messageOf(name: Problem['setting']) {
    return html`<p class="message" id="${name}-message" role="alert">${this.#message(name)}</p>`;
  }

  #type(name: Number_, text: string): void {
    const { [name]: _, ...others } = this.typed;
    try {
      const value = parseCount(name, text);
      this.typed = others;
      tell(this, 'attention-change', { [name]: value });
    } catch (error) {
      const instead = this.lab!.wanted[name];
      this.typed = { ...others, [name]: { text, say: (error as Refusal).say, instead } };
    }
  }

  #arrow(event: KeyboardEvent, name: Number_, wanted: LabState): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#step(name, step, wanted);
  }

  /** To the next number that goes with the others: a divisor of d_model, a multiple of the heads. */
  #step(name: Number_, step: number, wanted: LabState): void {
    const { least, most } = limits[name];
    const fits = (value: number) =>
      name === 'seed' ||
      (name === 'num_heads' ? wanted.d_model % value === 0 : value % wanted.num_heads === 0);
    let value = wanted[name] + step;
    while (value >= least && value <= most && !fits(value)) value += step;
    if (value >= least && value <= most) this.#type(name, String(value));
  }
}

define('attention-controls', AttentionControls);
