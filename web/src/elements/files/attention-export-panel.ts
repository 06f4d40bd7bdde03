/** `<attention-export-panel>`: exports the computation as code, the trace as one file, and single tensors. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { csvOf } from '../../files/csv';
import { download } from '../../files/download';
import { kMaxNumbersAsText } from '../../files/limits';
import { npyOf } from '../../files/npy';
import { numpyScript } from '../../files/numpy';
import { pytorchScript } from '../../files/pytorch';
import type { Script } from '../../files/script';
import type { ExportedTrace } from '../../files/trace';
import { traceJson } from '../../files/trace-json';
import { traceNpz } from '../../files/trace-npz';
import type { Tensor } from '../../tensors/tensor';
import { copyText } from '../input/copy-text';
import { define } from '../base/define';
import type { LabResult } from '../lab/lab-context';
import { fileStyles } from './files.styles';
import { exportedTrace, fileOf, labelsOf, screenOf } from './export-content';
import { messageOf, type TranslatedMessage } from '../../words/refusal';
import { codeTextStyles } from '../styles/code-text.styles';
import { WordedElement } from '../base/worded';
import { problemLine } from '../parts/problem-line';

const scripts = { numpy: numpyScript, pytorch: pytorchScript };

/** Longer texts would take seconds to show. */
const kMaxShown = 2 ** 20;

export class AttentionExportPanel extends WordedElement {
  static override styles = [codeTextStyles, fileStyles];

  /** Null while the panel is closed, since exporting takes time. */
  @property({ attribute: false }) result: LabResult | null = null;
  /** The last complete trace, and the result it belongs to. */
  @state() private exported: { readonly result: LabResult; readonly trace: ExportedTrace } | null =
    null;
  @state() private tensorName = 'weights';
  @state() private message: TranslatedMessage | null = null;
  @state() private problem: TranslatedMessage | null = null;
  /** The text that was copied or saved last, if any. */
  @state() private text: string | null = null;
  @state() private isTextVisible = false;
  /** The archive that the copied script loads. */
  @state() private dataFile: Script['dataFile'] = null;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('result')) return;
    this.#forget();
    if (this.result) void this.#export(this.result);
    else this.exported = null;
  }

  /** Resets what belongs to the previous result. */
  #forget(): void {
    this.message = null;
    this.problem = null;
    this.text = null;
    this.isTextVisible = false;
    this.dataFile = null;
  }

  async #export(result: LabResult): Promise<void> {
    try {
      const trace = await exportedTrace(result);
      if (result === this.result) this.exported = { result, trace };
    } catch (error) {
      if (result !== this.result) return;
      this.exported = null;
      this.problem = messageOf(error as Error);
    }
  }

  protected override render() {
    const words = this.words.export;
    if (!this.exported) return problemLine(this.problem?.(this.words));
    const { result, trace } = this.exported;
    const tensor = this.#tensor(trace);
    const total = trace.tensors.reduce((sum, [, { data }]) => sum + data.length, 0);
    return html`<dl>
        ${result.trace.q ? this.#code(result) : nothing}
        <dt>${words.trace}</dt>
        <dd>
          ${this.#button(words.asNpz, () => this.#save(result, 'trace', 'npz', traceNpz(trace)))}
          ${this.#button(
            words.asJson,
            () => this.#save(result, 'trace', 'json', traceJson(trace)),
            total > kMaxNumbersAsText,
          )}
        </dd>
        <dt><label for="tensor">${words.tensor}</label></dt>
        <dd>
          <select
            id="tensor"
            @change=${(event: Event) => (this.tensorName = (event.target as HTMLSelectElement).value)}
          >
            ${trace.tensors.map(
              ([name, { shape }]) =>
                html`<option value=${name} .selected=${name === tensor[0]}>
                  ${name} [${shape.join(', ')}]
                </option>`,
            )}
          </select>
          ${this.#button(words.asNpy, () => this.#save(result, tensor[0], 'npy', npyOf(tensor[1])))}
          ${this.#button(
            words.asCsv,
            () => this.#save(result, tensor[0], 'csv', csvOf(tensor[1], labelsOf(result))),
            tensor[1].data.length > kMaxNumbersAsText,
          )}
        </dd>
      </dl>
      <p role="status">${this.message?.(this.words)}</p>
      ${problemLine(this.problem?.(this.words))}
      ${this.dataFile ? this.#renderDataFile(this.dataFile) : nothing} ${this.#renderText()}`;
  }

  #code(result: LabResult) {
    const words = this.words.export;
    return html`<dt>${words.code}</dt>
      <dd>
        ${this.#button(words.numpy, () => this.#copy(result, 'numpy'))}
        ${this.#button(words.pytorch, () => this.#copy(result, 'pytorch'))}
      </dd>`;
  }

  /** Disabled while the trace is that of an earlier result. */
  #button(name: string, act: () => unknown, isTooLong = false) {
    const title = isTooLong ? this.words.export.tooMany(kMaxNumbersAsText) : nothing;
    return html`<button
      type="button"
      ?disabled=${isTooLong || this.exported?.result !== this.result}
      title=${title}
      @click=${() => void act()}
    >
      ${name}
    </button>`;
  }

  #renderDataFile({ name, bytes }: NonNullable<Script['dataFile']>) {
    const words = this.words.export;
    return html`<p>
      ${words.scriptLoads(html`<bdi>${name}</bdi>`)}
      ${this.#button(words.saveDataFile, () => this.#download(name, bytes))}
    </p>`;
  }

  #renderText() {
    const words = this.words.export;
    if (this.text === null || this.text.length > kMaxShown) return nothing;
    if (!this.isTextVisible)
      return html`<p>${this.#button(words.showText, () => this.#show())}</p>`;
    return html`<textarea
      readonly
      dir="ltr"
      spellcheck="false"
      rows="12"
      aria-label=${words.text}
      .value=${this.text}
    ></textarea>`;
  }

  #tensor(trace: ExportedTrace): readonly [string, Tensor] {
    const { tensors } = trace;
    return tensors.find(([name]) => name === this.tensorName) ?? tensors.at(-1)!;
  }

  async #copy(result: LabResult, library: keyof typeof scripts): Promise<void> {
    try {
      const screen = await screenOf(result);
      if (!screen || result !== this.exported?.result) return;
      const { text, dataFile } = scripts[library](screen);
      this.#forget();
      [this.text, this.dataFile] = [text, dataFile];
    } catch (error) {
      this.problem = messageOf(error as Error);
      return;
    }
    const isCopied = await copyText(this.text);
    this.message = ({ clipboard }) => clipboard[isCopied ? 'copied' : 'textSelected'];
    if (!isCopied) await this.#show();
  }

  #save(result: LabResult, what: string, extension: string, contents: Uint8Array | string): void {
    this.#forget();
    this.#download(fileOf(result, what, extension), contents);
    if (typeof contents === 'string') this.text = contents;
  }

  /** A frame without permission to download fails silently, so text can also be shown. */
  #download(name: string, contents: Uint8Array | string): void {
    download(
      name,
      contents,
      typeof contents === 'string' ? 'text/plain' : 'application/octet-stream',
    );
    this.message = ({ export: words }) => words.saved(name);
  }

  async #show(): Promise<void> {
    this.isTextVisible = true;
    await this.updateComplete;
    const area = this.renderRoot.querySelector('textarea');
    area?.focus();
    area?.select();
    area?.scrollTo(0, 0);
  }
}

define('attention-export-panel', AttentionExportPanel);
