/** `<take-panel>`: what is shown as code, the whole trace as one file, and each tensor by itself. */
import { html, nothing } from 'lit';
import { csvOf } from '../../files/csv';
import { download } from '../../files/download';
import { kMaxNumbersAsText } from '../../files/limits';
import { npyOf } from '../../files/npy';
import { numpyScript } from '../../files/numpy';
import { pytorchScript } from '../../files/pytorch';
import type { Script } from '../../files/recipe';
import type { TakenTrace } from '../../files/trace';
import { traceJson } from '../../files/trace-json';
import { traceNpz } from '../../files/trace-npz';
import type { Tensor } from '../../tensor';
import { define } from '../base/define';
import type { LabResult } from '../lab/lab-context';
import { takeStyles } from './take.styles';
import { fileOf, labelsOf, screenOf, takenOf } from './taken';
import { sayingOf } from '../../words/refusal';
import { formStyles } from '../base/form.styles';
import { theme } from '../base/theme';
import { WordedElement } from '../base/worded';

const scripts = { numpy: numpyScript, pytorch: pytorchScript };

/** Longer texts are files: to show them would take seconds. */
const kMaxShown = 2 ** 20;

export class TakePanel extends WordedElement {
  static override properties = {
    result: { attribute: false },
    taken: { state: true },
    chosen: { state: true },
    said: { state: true },
    problem: { state: true },
    text: { state: true },
    shown: { state: true },
    beside: { state: true },
  };
  static override styles = [theme, formStyles, takeStyles];

  /** Null while the panel is closed: to take everything costs. */
  declare result: LabResult | null;
  /** The last that has come whole, which is what is saved. */
  declare taken: { readonly of: LabResult; readonly trace: TakenTrace } | null;
  declare chosen: string;
  declare said: string;
  declare problem: string;
  /** What was copied or saved last, if it is text. */
  declare text: string | null;
  declare shown: boolean;
  /** The archive that the copied script reads. */
  declare beside: Script['beside'];

  constructor() {
    super();
    this.result = null;
    this.taken = null;
    this.chosen = 'weights';
    this.#forget();
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('result')) return;
    this.#forget();
    if (this.result) void this.#take(this.result);
  }

  /** Whatever was made of another result. */
  #forget(): void {
    this.said = '';
    this.problem = '';
    this.text = null;
    this.shown = false;
    this.beside = null;
  }

  async #take(result: LabResult): Promise<void> {
    try {
      const trace = await takenOf(result);
      if (result === this.result) this.taken = { of: result, trace };
    } catch (error) {
      if (result === this.result) this.problem = sayingOf(error as Error)(this.words);
    }
  }

  protected override render() {
    const { take } = this.words;
    if (!this.taken) return html`<p role="alert" class="problem">${this.problem}</p>`;
    const { of: result, trace: taken } = this.taken;
    const tensor = this.#tensor(taken);
    const total = taken.tensors.reduce((sum, [, { data }]) => sum + data.length, 0);
    return html`<dl>
        <dt>${take.code}</dt>
        <dd>
          ${this.#button(take.numpy, () => this.#copy(result, 'numpy'))}
          ${this.#button(take.pytorch, () => this.#copy(result, 'pytorch'))}
        </dd>
        <dt>${take.trace}</dt>
        <dd>
          ${this.#button(take.asNpz, () => this.#save(result, 'trace', 'npz', traceNpz(taken)))}
          ${this.#button(
            take.asJson,
            () => this.#save(result, 'trace', 'json', traceJson(taken)),
            total > kMaxNumbersAsText,
          )}
        </dd>
        <dt><label for="tensor">${take.tensor}</label></dt>
        <dd>
          <select
            id="tensor"
            @change=${(event: Event) => (this.chosen = (event.target as HTMLSelectElement).value)}
          >
            ${taken.tensors.map(
              ([name, { shape }]) =>
                html`<option value=${name} ?selected=${name === tensor[0]}>
                  ${name} [${shape.join(', ')}]
                </option>`,
            )}
          </select>
          ${this.#button(take.asNpy, () => this.#save(result, tensor[0], 'npy', npyOf(tensor[1])))}
          ${this.#button(
            take.asCsv,
            () => this.#save(result, tensor[0], 'csv', csvOf(tensor[1], labelsOf(result))),
            tensor[1].data.length > kMaxNumbersAsText,
          )}
        </dd>
      </dl>
      <p role="status">${this.said}</p>
      <p role="alert" class="problem">${this.problem}</p>
      ${this.beside ? this.#besideOf(this.beside) : nothing} ${this.#textOf()}`;
  }

  #button(name: string, act: () => unknown, disabled = false) {
    const title = disabled ? this.words.take.tooMany(kMaxNumbersAsText) : nothing;
    return html`<button
      type="button"
      ?disabled=${disabled}
      title=${title}
      @click=${() => void act()}
    >
      ${name}
    </button>`;
  }

  #besideOf({ name, bytes }: NonNullable<Script['beside']>) {
    const { take } = this.words;
    return html`<p>
      ${take.beside(html`<bdi>${name}</bdi>`)}
      ${this.#button(take.saveBeside, () => this.#hand(name, bytes))}
    </p>`;
  }

  #textOf() {
    const { take } = this.words;
    if (this.text === null || this.text.length > kMaxShown) return nothing;
    if (!this.shown) return html`<p>${this.#button(take.showText, () => this.#show())}</p>`;
    return html`<textarea
      readonly
      dir="ltr"
      spellcheck="false"
      rows="12"
      aria-label=${take.text}
      .value=${this.text}
    ></textarea>`;
  }

  #tensor(taken: TakenTrace): readonly [string, Tensor] {
    const { tensors } = taken;
    return tensors.find(([name]) => name === this.chosen) ?? tensors.at(-1)!;
  }

  async #copy(result: LabResult, library: keyof typeof scripts): Promise<void> {
    const { take } = this.words;
    try {
      const screen = await screenOf(result);
      if (result !== this.taken?.of) return;
      const { text, beside } = scripts[library](screen);
      this.#forget();
      [this.text, this.beside] = [text, beside];
    } catch (error) {
      this.problem = sayingOf(error as Error)(this.words);
      return;
    }
    try {
      await navigator.clipboard.writeText(this.text);
      this.said = take.copied;
    } catch {
      this.said = take.refused;
      await this.#show();
    }
  }

  #save(result: LabResult, what: string, extension: string, contents: Uint8Array | string): void {
    this.#forget();
    this.#hand(fileOf(result, what, extension), contents);
    if (typeof contents === 'string') this.text = contents;
  }

  /** A frame that may not save files says nothing about it: what is text can be had as text, too. */
  #hand(name: string, contents: Uint8Array | string): void {
    download(
      name,
      contents,
      typeof contents === 'string' ? 'text/plain' : 'application/octet-stream',
    );
    this.said = this.words.take.saved(name);
  }

  async #show(): Promise<void> {
    this.shown = true;
    await this.updateComplete;
    const area = this.renderRoot.querySelector('textarea');
    area?.focus();
    area?.select();
  }
}

define('take-panel', TakePanel);
