/** `<attention-controls>`: a control for each setting, with its error message below. */
import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { withMark } from '../../draw/format';
import { textOf } from '../../settings/field';
import {
  controlNames,
  settingRow,
  settings,
  type ChoiceName,
  type ControlName,
  type NumberName,
  type NumberSetting,
} from '../../settings/playground';
import { codeOf, isWeights } from '../../tensors/opened';
import type { LabState } from '../../settings/state';
import { define } from '../base/define';
import { refusalOf, type TranslatedMessage } from '../../words/refusal';
import { sendToLab } from '../lab/lab-context';
import { controlOf } from '../lab/lab-problem';
import { LabView } from '../lab/lab-view';
import { segments } from '../parts/segments';
import { controlStyles } from './attention-controls.styles';

/** The text of a number field, as it was typed. Dropped when the setting changes to another value. */
interface Typed {
  readonly text: string;
  /** The value of the text; if the text is refused, the last value of the field. */
  readonly value: number;
  /** Why the text is refused. */
  readonly message: TranslatedMessage | null;
}

export class AttentionControls extends LabView {
  static override styles = [segments.styles, controlStyles];

  /** Names of settings whose controls are hidden, and `status`, separated by spaces. */
  @property() hide: string | undefined;
  @state() private typed: Partial<Record<NumberName, Typed>> = {};
  /** The sentence as it was typed, until the lab provides settings that include it. */
  #typedText: string | null = null;
  /** The settings at the last update. A typed value is among them once it has been computed, or takes long. */
  #requested: LabState | undefined;

  protected override willUpdate(): void {
    const requested = this.lab?.requested;
    const hasChanged = (name: NumberName) => requested?.[name] !== this.#requested?.[name];
    const typed = Object.entries(this.typed) as [NumberName, Typed][];
    for (const [name, { value }] of typed)
      if (hasChanged(name) && requested?.[name] !== value) delete this.typed[name];
    if (requested !== this.#requested) this.#typedText = null;
    this.#requested = requested;
  }

  protected override render() {
    const requested = this.lab?.requested;
    if (!requested) return nothing;
    const [text, ...others] = controlNames;
    return html`
      ${this.#field(text!, requested)}
      <div class="row">${others.map((name) => this.#field(name, requested))}</div>
      <p class="status" role="status" ?hidden=${this.#isHidden('status')}>${this.#status()}</p>
    `;
  }

  /** Takes the focus of a button that disappears. A focused field would open the keyboard of a phone. */
  focusSentence(): void {
    this.renderRoot.querySelector<HTMLElement>('.field.text')?.focus();
  }

  #isHidden(name: string): boolean {
    return (this.hide ?? '').split(' ').includes(name);
  }

  #field(name: ControlName, requested: LabState) {
    const row = settingRow(name);
    const { opened = null } = this.result ?? {};
    const isUseless = opened && (row.sentenceOnly || (row.computedOnly && isWeights(opened)));
    const hidden = this.#isHidden(name) || isUseless;
    const label = this.words.controls.labels[name];
    return html`<div
      class="field ${row.kind}"
      tabindex=${row.kind === 'text' ? '-1' : nothing}
      ?hidden=${hidden}
    >
      ${
        row.kind === 'word'
          ? html`<span class="label" aria-hidden="true">${label}</span>`
          : html`<label for=${name}>${label}</label>`
      }
      ${this.#control(name, requested)}
      <p class="message" id="${name}-message" role="alert">${this.#message(name)}</p>
    </div>`;
  }

  #control(name: ControlName, requested: LabState): TemplateResult {
    switch (settingRow(name).kind) {
      case 'text':
        return this.#text(requested);
      case 'head':
        return this.#head(requested);
      case 'word':
        return this.#choice(name as ChoiceName, requested);
      default:
        return this.#number(name as NumberName, requested);
    }
  }

  #text(requested: LabState) {
    return html`<textarea
      id="text"
      rows="1"
      dir="auto"
      spellcheck="false"
      autocomplete="off"
      aria-describedby="text-message"
      aria-invalid=${this.#message('text') !== null}
      .value=${live(this.#typedText ?? requested.text)}
      @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()}
      @input=${(event: Event) => {
        const text = (event.target as HTMLTextAreaElement).value;
        this.#typedText = text;
        sendToLab(this, 'attention-change', { text });
      }}
    ></textarea>`;
  }

  #choice<N extends ChoiceName>(name: N, requested: LabState) {
    const { labels, choices } = this.words.controls;
    const names: Record<string, string> = choices[name];
    return segments.render({
      label: labels[name],
      choices: settings[name].words.map((value) => ({ value, name: names[value]! })),
      selected: requested[name],
      choose: (value) => sendToLab(this, 'attention-change', { [name]: value }),
    });
  }

  protected override updated(): void {
    const area = this.renderRoot.querySelector('textarea');
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.blockSize = 'auto';
    area.style.blockSize = `${area.scrollHeight + 2}px`;
  }

  #number(name: NumberName, requested: LabState) {
    const { kind, size = 3 } = settings[name] as NumberSetting;
    const { labels, less, more } = this.words.controls;
    return html`<div class="stepper">
      <button type="button" aria-label=${less(labels[name])} @click=${() => this.#step(name, -1)}>
        −
      </button>
      <input
        id=${name}
        inputmode=${kind === 'integer' ? 'numeric' : 'decimal'}
        autocomplete="off"
        size=${size}
        aria-describedby="${name}-message"
        aria-invalid=${this.#message(name) !== null}
        .value=${live(this.typed[name]?.text ?? withMark(textOf(requested[name])))}
        @input=${(event: Event) => this.#type(name, (event.target as HTMLInputElement).value)}
        @keydown=${(event: KeyboardEvent) => this.#arrow(event, name)}
      />
      <button type="button" aria-label=${more(labels[name])} @click=${() => this.#step(name, 1)}>
        +
      </button>
    </div>`;
  }

  #head(requested: LabState) {
    const heads = this.result?.state.num_heads ?? requested.num_heads;
    const shownHead = (this.result?.state ?? requested).head;
    return html`<select
      id="head"
      @change=${(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        sendToLab(this, 'attention-change', { head: value === 'mean' ? null : Number(value) });
      }}
    >
      ${Array.from(
        { length: heads },
        (_, head) =>
          html`<option value=${head} .selected=${live(head === shownHead)}>
            ${this.words.lab.head(head + 1)}
          </option>`,
      )}
      <option value="mean" .selected=${live(shownHead === null)}>
        ${this.words.controls.meanOfHeads}
      </option>
    </select>`;
  }

  #status() {
    const { result } = this;
    if (!result) return nothing;
    if (this.lab!.isLate) return this.words.controls.computing;
    const { opened, state } = result;
    const { num_heads, head, d_model } = state;
    const number = head === null ? null : head + 1;
    const { q } = result.trace;
    const text = this.words.controls.status(result.tokens.length, num_heads, number);
    if (!q)
      return head === null
        ? text
        : `${text} · ${this.words.fileWeights.inFile(codeOf(opened!, head))}`;
    const { size } = this.words.controls;
    return html`${text} · ${size}
      <span class="size"
        ><math
          ><msub><mi>d</mi><mi>k</mi></msub></math
        >
        = ${q.shape.at(-1) ?? d_model}</span
      >`;
  }

  #message(name: ControlName): string | null {
    const problem = this.lab?.problem;
    const typed = this.typed[name as NumberName]?.message;
    const message = typed ?? (problem && controlOf(problem) === name ? problem.translate : null);
    return message?.(this.words) ?? null;
  }

  #type(name: NumberName, text: string): void {
    const keep = (value: number, message: TranslatedMessage | null) =>
      (this.typed = { ...this.typed, [name]: { text, value, message } });
    try {
      const value = settings[name].parse('', text);
      keep(value, null);
      sendToLab(this, 'attention-change', { [name]: value });
    } catch (error) {
      keep(this.#valueOf(name), refusalOf(error).translate);
    }
  }

  #valueOf(name: NumberName): number {
    return this.typed[name]?.value ?? this.lab!.requested[name];
  }

  #arrow(event: KeyboardEvent, name: NumberName): void {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    this.#step(name, direction);
  }

  /** Steps to the next number that is compatible with the other settings. */
  #step(name: NumberName, direction: number): void {
    const { min, max, step = 1, divisorOf, multipleOf } = settings[name] as NumberSetting;
    const fits = (value: number) =>
      (!divisorOf || this.#valueOf(divisorOf) % value === 0) &&
      (!multipleOf || value % this.#valueOf(multipleOf) === 0);
    // Rounds, since 0.1 + 0.2 is not 0.3.
    const next = (value: number) => Number((value + direction * step).toFixed(6));
    let value = next(this.#valueOf(name));
    while (value >= min && value <= max && !fits(value)) value = next(value);
    if (value >= min && value <= max) this.#type(name, String(value));
  }
}

define('attention-controls', AttentionControls);
