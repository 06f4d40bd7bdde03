/**
 * `<attention-opened-file>`: reads a visitor's file and shows its content in the lab: a trace with its settings,
 * queries, keys and values, or weights. The visitor chooses among several; any other tensor is shown as a matrix.
 */
import { html, nothing, type LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { areDistributions, checkedWeights, oddRows } from '../../tensors/file-weights';
import type { FileWeights } from '../../tensors/opened';
import type { LabState } from '../../settings/state';
import {
  canBeRows,
  canBeWeights,
  isNamedWeights,
  itemsOf,
  readingOf,
  weightsAmong,
  type Trio,
} from '../../files/choose';
import { headsIn, matricesIn } from '../../files/item';
import { readFile, type OpenedFile } from '../../files/read-file';
import { refuse, sourceOf, type OpenedTensor } from '../../files/source';
import type { TraceNote } from '../../files/trace';
import type { Tensor } from '../../tensors/tensor';
import { kMaxTokens } from '../../text/tokenize';
import '../../words/add-later';
import { messageOf, type TranslatedMessage } from '../../words/refusal';
import { define } from '../base/define';
import { sendToLab, type LabValue } from '../lab/lab-context';
import { fileStyles } from './files.styles';
import { indicesOf, type PartEvent } from './attention-part-number';
import './attention-opened-matrix';
import type { NamedTensor } from './attention-opened-matrix';
import { areNear, qkvOf, sameState, traceOf, type Traced } from './opened-trace';
import { Latest } from '../base/latest';
import { WordedElement } from '../base/worded';
import { problemLine } from '../parts/problem-line';

type Role = keyof Trio;

/** Larger matrices would take seconds to draw. */
const kMaxCells = 2 ** 22;

export class AttentionOpenedFile extends WordedElement {
  static override styles = fileStyles;

  @property({ attribute: false }) lab: LabValue | undefined;
  /** The element that dispatches events to the lab. */
  home: Element = this;
  /** The last file that could be read, while the visitor can choose among its tensors. */
  @state() private file: OpenedFile | null = null;
  @state() private trio: Partial<Trio> = {};
  /** The chosen batch item of q, k and v, from 0. */
  @state() private trioItem = 0;
  /** The weights in the lab. */
  @state() private weights: OpenedTensor | null = null;
  /** Their layer or batch item, from 0. */
  @state() private weightsItem = 0;
  /** The one that is being read instead. */
  @state() private awaitedItem: number | null = null;
  /** Why the last one could not be read. */
  @state() private itemRefusal: TranslatedMessage | null = null;
  @state() private matrix: NamedTensor | null = null;
  @state() private message: TranslatedMessage | null = null;
  @state() private refusal: TranslatedMessage | null = null;
  /** Of opened files and choices among tensors, only the last one is shown. */
  readonly #latest = new Latest();
  /** The weights that were last sent to the lab, and whether it has shown them. */
  #sent: { input: FileWeights; tensor: OpenedTensor; shown: boolean } | null = null;
  /** A trace whose settings have been applied: its weights are compared when the result arrives. */
  #awaited: (Traced & { state: LabState; name: string }) | null = null;

  #clear(): void {
    this.file = null;
    this.trio = {};
    this.trioItem = 0;
    this.weights = null;
    this.weightsItem = 0;
    this.#sent = null;
    this.matrix = null;
    this.message = null;
    this.refusal = null;
    this.#awaited = null;
  }

  async openFile(file: File): Promise<void> {
    await this.#try(async (isLast) => {
      const opened = await readFile(sourceOf(file, file.name));
      const { note } = opened;
      if (note) {
        const trace = await traceOf(opened, note);
        if (!isLast()) return;
        this.#clear();
        return this.#showTrace(opened.name, note, trace);
      }
      const plan = readingOf(opened.tensors);
      const qkv = plan.kind === 'qkv' && plan.sure ? await qkvOf(opened, plan.trio, 0) : null;
      const matrix = plan.kind === 'matrix' && plan.sure ? await matrixOf(plan.tensor) : null;
      const isWeights = plan.kind === 'weights' || (matrix && areWeights(matrix.tensor));
      const tensor = isWeights && plan.kind !== 'qkv' ? plan.tensor : null;
      const weights = tensor && (await weightsOf(opened, tensor, 0));
      if (!isLast()) return;
      this.#clear();
      this.file = opened;
      if (plan.kind === 'qkv') this.trio = plan.trio;
      if (matrix && !tensor) this.#showMatrix(matrix);
      if (weights) this.#send(weights, tensor!, 0);
      else if (qkv) sendToLab(this.home, 'attention-opened', qkv);
    });
    if (this.matrix || this.refusal) await this.#reveal();
  }

  /** A file may be dropped anywhere on the page. */
  async #reveal(): Promise<void> {
    await this.updateComplete;
    const matrix = this.renderRoot.querySelector<LitElement>('attention-opened-matrix');
    await matrix?.updateComplete;
    await matrix?.renderRoot.querySelector<LitElement>('attention-heatmap')?.updateComplete;
    this.scrollIntoView({ block: 'nearest' });
  }

  protected override willUpdate(): void {
    this.#compare();
    const sent = this.#sent;
    if (!sent) return;
    // The lab may return to the sentence, and to the file again.
    const isShown = this.lab?.result?.opened === sent.input;
    if (isShown) sent.shown = true;
    if (sent.shown) this.weights = isShown ? sent.tensor : null;
  }

  protected override render() {
    const { words, matrix } = this;
    const problem = this.lab?.problem;
    const refused = problem?.setting === 'opened' ? problem.translate : this.refusal;
    return html`<p role="status">${this.message?.(words)}</p>
      ${problemLine(refused?.(words))} ${this.file ? this.#choices(this.file) : nothing}
      ${
        matrix
          ? html`<attention-opened-matrix
              .matrix=${matrix}
              .tokens=${this.file!.words}
            ></attention-opened-matrix>`
          : nothing
      }`;
  }

  #choices({ name, tensors }: OpenedFile) {
    const words = this.words.export;
    const weights = weightsAmong(tensors);
    if (this.weights && !weights.includes(this.weights)) weights.push(this.weights);
    const others = tensors.filter((tensor) => !weights.includes(tensor));
    const rows = others.filter(canBeRows);
    return html`<dl>
      ${
        rows.length < 3
          ? nothing
          : html`<dt>${words.inFile(html`<bdi>${name}</bdi>`)}</dt>
              <dd>${this.#trioChoice(rows)}</dd>`
      }
      ${this.#weightsChoice(weights)}
      ${
        others.length === 0
          ? nothing
          : html`<dt>${words.asMatrix}</dt>
              <dd>${this.#matrixChoice(others)}</dd>`
      }
    </dl>`;
  }

  /** The number of batch items that q, k and v all have; 1 while one of them is not chosen. */
  get #items(): number {
    const { q, k, v } = this.trio;
    return Math.min(...[q, k, v].map((tensor) => (tensor ? itemsOf(tensor) : 1)));
  }

  /** The batch item that is shown and used: after another choice of q, k or v there may be fewer. */
  get #item(): number {
    return Math.min(this.trioItem, this.#items - 1);
  }

  #trioChoice(rows: readonly OpenedTensor[]) {
    const words = this.words.export;
    const { q, k, v } = this.trio;
    const items = this.#items;
    const index = this.#item;
    const choose = (role: Role, tensor: OpenedTensor | undefined) => {
      const { [role]: _, ...others } = this.trio;
      this.trio = tensor ? { ...others, [role]: tensor } : others;
    };
    return html`${(['q', 'k', 'v'] as const).map((role) =>
        this.#select(role, html`<i>${role}</i>`, rows, this.trio[role], (tensor) =>
          choose(role, tensor),
        ),
      )}
      ${
        items > 1
          ? html`<attention-part-number
              label=${words.item(items)}
              index=${index}
              count=${items}
              .owner=${this.trio}
              code="q[${index}]"
              @attention-part=${({ detail }: PartEvent) => (this.trioItem = detail.index)}
            ></attention-part-number>`
          : nothing
      }
      <button type="button" ?disabled=${!(q && k && v)} @click=${() => this.#attend()}>
        ${words.attend}
      </button>`;
  }

  /** The choice among several weights; nothing if all are shown. */
  #weightsChoice(tensors: readonly OpenedTensor[]) {
    const { weights, words } = this;
    const leading = weights?.shape.slice(0, -3) ?? [];
    const items = leading.reduce((product, extent) => product * extent, 1);
    if (tensors.every((tensor) => tensor === weights) && items < 2) return nothing;
    return html`<dt>${words.fileWeights.choose}</dt>
      <dd>
        ${this.#select('weights', hidden(words.fileWeights.choose), tensors, weights, (tensor) =>
          this.#showWeights(tensor, 0),
        )}
        ${
          items > 1
            ? html`<attention-part-number
                label=${words.fileWeights.item(items)}
                index=${this.awaitedItem ?? this.weightsItem}
                count=${items}
                .owner=${weights}
                .problem=${this.itemRefusal?.(words)}
                code="${weights!.name}[${indicesOf(leading, this.weightsItem).join(', ')}]"
                @attention-part=${({ detail }: PartEvent) => this.#showWeights(weights!, detail.index)}
              ></attention-part-number>`
            : nothing
        }
      </dd>`;
  }

  #matrixChoice(tensors: readonly OpenedTensor[]) {
    const { words } = this;
    const selected = tensors.find(({ name }) => name === this.matrix?.name);
    return html`${this.#select('matrix', hidden(words.export.tensor), tensors, selected, (tensor) =>
      this.#chooseMatrix(tensor),
    )}
    ${
      selected && canBeWeights(selected)
        ? html`<button type="button" @click=${() => this.#showWeights(selected, 0)}>
            ${words.fileWeights.showAs}
          </button>`
        : nothing
    }`;
  }

  #select(
    id: Role | 'weights' | 'matrix',
    label: unknown,
    tensors: readonly OpenedTensor[],
    selected: OpenedTensor | null | undefined,
    choose: (tensor: OpenedTensor | undefined) => void,
  ) {
    return html`<label
      >${label}<select
        id=${id}
        @change=${({ target }: Event) =>
          choose(tensors.find(({ name }) => name === (target as HTMLSelectElement).value))}
      >
        <option value="" .selected=${live(!selected)}>–</option>
        ${tensors.map(
          (tensor) =>
            html`<option value=${tensor.name} .selected=${live(tensor === selected)}>
              ${tensor.name} [${tensor.shape.join(', ')}]
            </option>`,
        )}
      </select></label
    >`;
  }

  #chooseMatrix(tensor: OpenedTensor | undefined): void {
    void this.#try(async (isLast) => {
      const matrix = tensor ? await matrixOf(tensor) : null;
      if (isLast()) this.#showMatrix(matrix);
    });
  }

  #showMatrix(matrix: NamedTensor | null): void {
    this.matrix = matrix;
    const tokens = Math.max(...(matrix?.tensor.shape.slice(-2) ?? [0]));
    const isTooLarge = matrix && isNamedWeights(matrix.name) && tokens > kMaxTokens;
    this.message = isTooLarge
      ? (words) => words.fileWeights.tooLarge(matrix.name, tokens, kMaxTokens)
      : null;
  }

  /** Shows the weights of a tensor; undefined returns to the sentence. */
  #showWeights(tensor: OpenedTensor | undefined, item: number): void {
    const file = this.file!;
    const isOther = tensor !== this.weights;
    void this.#try(
      async (isLast) => {
        const weights = tensor ? await weightsOf(file, tensor, item) : null;
        if (!isLast()) return;
        if (tensor?.name === this.matrix?.name) this.matrix = null;
        if (weights) return this.#send(weights, tensor!, item);
        this.weights = null;
        this.#sent = null;
        sendToLab(this.home, 'attention-opened', null);
      },
      isOther ? null : item,
    );
  }

  #send(input: FileWeights, tensor: OpenedTensor, item: number): void {
    [this.weights, this.weightsItem] = [tensor, item];
    this.#sent = { input, tensor, shown: false };
    sendToLab(this.home, 'attention-opened', input);
  }

  #attend(): void {
    const file = this.file!;
    void this.#try(async (isLast) => {
      const qkv = await qkvOf(file, this.trio as Trio, this.#item);
      if (isLast()) sendToLab(this.home, 'attention-opened', qkv);
    });
  }

  /**
   * Shows an error here, or beside the field of the `item` that is read, and leaves the lab unchanged. `isLast` tells
   * whether no other file or tensor has been chosen in the meantime.
   */
  async #try(
    act: (isLast: () => boolean) => Promise<void>,
    item: number | null = null,
  ): Promise<void> {
    const isLast = this.#latest.begin();
    this.awaitedItem = item;
    this.refusal = this.itemRefusal = null;
    try {
      await act(isLast);
    } catch (error) {
      if (!isLast()) return;
      this.message = null;
      const refusal = messageOf(error instanceof Error ? error : new Error(String(error)));
      if (item === null) this.refusal = refusal;
      else this.itemRefusal = refusal;
    }
    if (isLast()) this.awaitedItem = null;
  }

  #showTrace(name: string, note: TraceNote, trace: Traced | null): void {
    sendToLab(this.home, 'attention-opened', null);
    sendToLab(this.home, 'attention-change', note.state);
    if (note.opened !== null) return sendToLab(this.home, 'attention-opened', trace!.opened);
    this.message = (words) => words.export.restored(name);
    if (trace) this.#awaited = { ...trace, state: note.state, name };
    this.#compare();
  }

  /** If the trace's settings give different weights here, shows the trace's own q, k and v. */
  #compare(): void {
    const [awaited, result] = [this.#awaited, this.lab?.result];
    if (!awaited || !result || this.lab!.problem || result.opened) return;
    const { state, opened, weights, name } = awaited;
    if (!sameState(result.requested, state)) return;
    this.#awaited = null;
    if (!weights || areNear(result.trace.weights.data, weights)) return;
    this.message = (words) => words.export.differs(name);
    sendToLab(this.home, 'attention-opened', opened);
  }
}

/** Whether the numbers show that these are weights. */
function areWeights({ shape, data }: Tensor): boolean {
  if (!canBeWeights({ shape }) || !data.some((weight) => weight > 0)) return false;
  return areDistributions(oddRows(data, shape.at(-1)!));
}

const hidden = (label: string) => html`<span class="unseen">${label}</span>`;

async function weightsOf(
  { name, words }: OpenedFile,
  tensor: OpenedTensor,
  item: number,
): Promise<FileWeights> {
  const index = indicesOf(tensor.shape.slice(0, -3), item);
  const weights = headsIn(await tensor.read(), item);
  const opened = { name, weights, tensor: tensor.name, index, ...words };
  checkedWeights(opened);
  return opened;
}

async function matrixOf(opened: OpenedTensor): Promise<NamedTensor> {
  const [rows = 1, columns = 1] = opened.shape.slice(-2);
  if (rows * columns > kMaxCells || matricesIn(opened.shape) * rows * columns === 0)
    refuse((words) => words.cells(opened.name, kMaxCells, `[${opened.shape.join(', ')}]`));
  return { name: opened.name, tensor: await opened.read() };
}

define('attention-opened-file', AttentionOpenedFile);
