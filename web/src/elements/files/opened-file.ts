/**
 * `<opened-file>`: reads a user's file and shows its content in the lab: a trace with its settings,
 * queries, keys and values, or a matrix. If the tensors' names are ambiguous, the user chooses.
 */
import { html, nothing, type LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { headsOf, type Qkv } from '../../qkv';
import type { LabState } from '../../state';
import { canBeRows, hasKeyColumns, itemsOf, readingOf, type Trio } from '../../files/choose';
import { itemOf, matricesIn, matrixIn } from '../../files/item';
import { readFile, type OpenedFile } from '../../files/read-file';
import { refuse, sourceOf, type OpenedTensor } from '../../files/source';
import type { TraceNote } from '../../files/trace';
import type { Tensor } from '../../tensor';
import '../../words/add-later';
import { messageOf, type Message } from '../../words/refusal';
import '../views/attention-heatmap';
import { define } from '../base/define';
import { dispatch, type LabValue } from '../lab/lab-context';
import { fileStyles } from './files.styles';
import { WordedElement } from '../base/worded';

type Role = keyof Trio;

/** Larger matrices would take seconds to draw. */
const kMaxCells = 2 ** 22;
/** The tolerance between a trace's weights and those computed here: browsers round differently. */
const kTolerance = 1e-5;

export class OpenedFileView extends WordedElement {
  static override styles = fileStyles;

  @property({ attribute: false }) lab: LabValue | undefined;
  /** The element that dispatches events to the lab. */
  home: Element = this;
  /** The last file that could be read, while the user can choose among its tensors. */
  @state() private file: OpenedFile | null = null;
  @state() private trio: Partial<Trio> = {};
  @state() private item = 0;
  @state() private matrix: { readonly name: string; readonly tensor: Tensor } | null = null;
  /** The index of the matrix that is shown. */
  @state() private place = 0;
  @state() private message: Message | null = null;
  @state() private refusal: Message | null = null;
  #opening: File | null = null;
  /** A trace whose settings were set: its weights are compared when the result arrives. */
  #awaited: { state: LabState; qkv: Qkv; weights: Float32Array | null; name: string } | null = null;

  #clear(): void {
    this.file = null;
    this.trio = {};
    this.item = 0;
    this.matrix = null;
    this.place = 0;
    this.message = null;
    this.refusal = null;
  }

  async openFile(file: File): Promise<void> {
    this.#opening = file;
    await this.#try(file, async () => {
      const opened = await readFile(sourceOf(file, file.name));
      const { tensors, note } = opened;
      const plan = note ? null : readingOf(tensors);
      const trace = note && (await traceOf(opened, note));
      const qkv = plan?.kind === 'qkv' && plan.sure ? await qkvOf(opened, plan.trio, 0) : null;
      const matrix = plan?.kind === 'matrix' && plan.sure ? await matrixOf(plan.tensor) : null;
      if (this.#opening !== file) return;
      this.#clear();
      if (note) return this.#showTrace(opened.name, note, trace);
      this.file = opened;
      if (plan?.kind === 'qkv') this.trio = plan.trio;
      this.matrix = matrix;
      if (qkv) dispatch(this.home, 'attention-qkv', qkv);
    });
    if (this.matrix || this.refusal) await this.#reveal();
  }

  /** A file may be dropped anywhere on the page. */
  async #reveal(): Promise<void> {
    await this.updateComplete;
    await this.renderRoot.querySelector<LitElement>('attention-heatmap')?.updateComplete;
    this.scrollIntoView({ block: 'nearest' });
  }

  protected override willUpdate(): void {
    this.#compare();
  }

  protected override render() {
    const { words } = this;
    const problem = this.lab?.problem;
    const refused = problem?.setting === 'qkv' ? problem.translate : this.refusal;
    return html`<p role="status">${this.message?.(words)}</p>
      <p role="alert" class="problem">${refused?.(words)}</p>
      ${this.file ? this.#choice(this.file) : nothing}
      ${this.matrix ? this.#matrix(this.matrix) : nothing}`;
  }

  #choice({ name, tensors }: OpenedFile) {
    const words = this.words.export;
    const rows = tensors.filter(canBeRows);
    const { q, k, v } = this.trio;
    const items = Math.min(...[q, k, v].map((tensor) => (tensor ? itemsOf(tensor) : 1)));
    return html`<dl>
      ${
        rows.length < 3
          ? nothing
          : html`<dt>${words.inFile(html`<bdi>${name}</bdi>`)}</dt>
              <dd>
                ${(['q', 'k', 'v'] as const).map((role) => this.#select(role, role, rows, this.trio[role]))}
                ${
                  items > 1
                    ? html`<label
                        >${words.item}<input
                          type="number"
                          min="0"
                          max=${items - 1}
                          .valueAsNumber=${this.item}
                          @change=${(event: Event) => (this.item = numberIn(event, items))}
                      /></label>`
                    : nothing
                }
                <button type="button" ?disabled=${!(q && k && v)} @click=${() => this.#attend()}>
                  ${words.attend}
                </button>
              </dd>`
      }
      <dt>${words.asMatrix}</dt>
      <dd>
        ${this.#select('matrix', words.tensor, tensors, this.matrix && this.#named(this.matrix.name))}
      </dd>
    </dl>`;
  }

  #select(
    id: Role | 'matrix',
    label: string,
    tensors: readonly OpenedTensor[],
    chosen: OpenedTensor | null | undefined,
  ) {
    return html`<label
      >${id === 'matrix' ? html`<span class="unseen">${label}</span>` : html`<i>${label}</i>`}<select
        id=${id}
        @change=${(event: Event) => this.#chosen(id, (event.target as HTMLSelectElement).value)}
      >
        <option value="" ?selected=${!chosen}>–</option>
        ${tensors.map(
          ({ name, shape }) =>
            html`<option value=${name} ?selected=${name === chosen?.name}>
              ${name} [${shape.join(', ')}]
            </option>`,
        )}
      </select></label
    >`;
  }

  #matrix({ name, tensor }: { name: string; tensor: Tensor }) {
    const words = this.words.export;
    const count = matricesIn(tensor.shape);
    const { tokens, keyTokens } = this.file?.words ?? {};
    return html`<div class="matrix">
      ${
        count > 1
          ? html`<label
              >${words.which(count)}<input
                type="number"
                min="0"
                max=${count - 1}
                .valueAsNumber=${this.place}
                @change=${(event: Event) => (this.place = numberIn(event, count))}
            /></label>`
          : nothing
      }
      <div @attention-change=${(event: Event) => event.stopPropagation()}>
        <attention-heatmap
          heading="${name} [${tensor.shape.join(', ')}]"
          .tensor=${this.#part(tensor, Math.min(this.place, count - 1))}
          .rowLabels=${named(tensor.shape.at(-2), tokens)}
          .columnLabels=${hasKeyColumns(name) ? named(tensor.shape.at(-1), keyTokens, tokens) : undefined}
          query="0"
        ></attention-heatmap>
      </div>
    </div>`;
  }

  /** Caches the part, since the heatmap redraws for every new object. */
  #part(tensor: Tensor, place: number): Tensor {
    if (this.#shown?.of !== tensor || this.#shown.place !== place)
      this.#shown = { of: tensor, place, part: matrixIn(tensor, place) };
    return this.#shown.part;
  }

  #shown: { of: Tensor; place: number; part: Tensor } | null = null;

  /** The tensor chosen last. */
  #wanted: OpenedTensor | undefined;

  #named(name: string): OpenedTensor | undefined {
    return this.file?.tensors.find((tensor) => tensor.name === name);
  }

  #chosen(id: Role | 'matrix', name: string): void {
    const tensor = this.#named(name);
    if (id !== 'matrix') {
      const { [id]: _, ...others } = this.trio;
      this.trio = tensor ? { ...others, [id]: tensor } : others;
      return;
    }
    const opening = this.#opening;
    this.#wanted = tensor;
    void this.#try(opening, async () => {
      const matrix = tensor ? await matrixOf(tensor) : null;
      // Another tensor or file may have been chosen in the meantime.
      if (this.#wanted === tensor && this.#opening === opening)
        [this.matrix, this.place] = [matrix, 0];
    });
  }

  #attend(): void {
    const [file, opening] = [this.file!, this.#opening];
    void this.#try(opening, async () => {
      const qkv = await qkvOf(file, this.trio as Trio, this.item);
      if (this.#opening === opening) dispatch(this.home, 'attention-qkv', qkv);
    });
  }

  /** Shows an error here and leaves the lab unchanged. */
  async #try(opening: File | null, act: () => Promise<void>): Promise<void> {
    try {
      this.refusal = null;
      await act();
    } catch (error) {
      if (this.#opening !== opening) return;
      this.message = null;
      this.refusal = messageOf(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #showTrace(name: string, note: TraceNote, trace: Traced | null): void {
    dispatch(this.home, 'attention-qkv', null);
    dispatch(this.home, 'attention-change', note.state);
    if (note.given !== null) return dispatch(this.home, 'attention-qkv', trace!.qkv);
    this.message = (words) => words.export.restored(name);
    if (trace) this.#awaited = { ...trace, state: note.state, name };
    this.#compare();
  }

  /** If the trace's settings give different weights here, shows the trace's own q, k and v. */
  #compare(): void {
    const [awaited, result] = [this.#awaited, this.lab?.result];
    if (!awaited || !result || this.lab!.problem || result.qkv) return;
    const { state, qkv, weights, name } = awaited;
    if (!sameState(result.asked, state)) return;
    this.#awaited = null;
    if (!weights || areNear(result.trace.weights.data, weights)) return;
    this.message = (words) => words.export.differs(name);
    dispatch(this.home, 'attention-qkv', qkv);
  }
}

interface Traced {
  readonly qkv: Qkv;
  readonly weights: Float32Array | null;
}

/** The tensors of a trace that the lab can show; null if it has no q, k and v. */
async function traceOf(file: OpenedFile, note: TraceNote): Promise<Traced | null> {
  const named = (name: string) => file.tensors.find((tensor) => tensor.name === name);
  const [q, k, v, weights] = ['q', 'k', 'v', 'weights'].map(named);
  if (!q || !k || !v) return note.given === null ? null : refuse((words) => words.noQueries);
  const { tokens, keys: keyTokens } = note;
  const qkv = { ...(await qkvOf(file, { q, k, v }, 0)), tokens, keyTokens };
  headsOf(qkv);
  const data = weights && (await weights.read()).data;
  return { qkv: { ...qkv, name: note.given ?? file.name }, weights: data ?? null };
}

async function qkvOf({ name, words }: OpenedFile, { q, k, v }: Trio, item: number): Promise<Qkv> {
  const [queries, keys, values] = await Promise.all([q, k, v].map((tensor) => tensor.read()));
  const qkv = {
    name,
    q: itemOf(queries!, item),
    k: itemOf(keys!, item),
    v: itemOf(values!, item),
    ...words,
  };
  headsOf(qkv);
  return qkv;
}

async function matrixOf(opened: OpenedTensor) {
  const [rows = 1, columns = 1] = opened.shape.slice(-2);
  if (rows * columns > kMaxCells || matricesIn(opened.shape) * rows * columns === 0)
    refuse((words) => words.cells(opened.name, kMaxCells, `[${opened.shape.join(', ')}]`));
  return { name: opened.name, tensor: await opened.read() };
}

/** The first of these lists that has a word for each row or column. */
function named(extent: number | undefined, ...words: (readonly string[] | undefined)[]) {
  return words.find((one) => one?.length === extent);
}

function sameState(a: LabState, b: LabState): boolean {
  return (Object.keys(b) as (keyof LabState)[]).every((name) => a[name] === b[name]);
}

function areNear(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((value, i) => Math.abs(value - b[i]!) <= kTolerance);
}

function numberIn(event: Event, count: number): number {
  const { valueAsNumber } = event.target as HTMLInputElement;
  return Math.max(0, Math.min(count - 1, Math.trunc(valueAsNumber) || 0));
}

define('opened-file', OpenedFileView);
