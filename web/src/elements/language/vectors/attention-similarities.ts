/** `<attention-similarities>`: how similar texts are to a model while they are typed, and which tokens contribute. */
import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { formatPrecision } from '../../../draw/format';
import { formatShort } from '../../../draw/format-short';
import { comparedTexts, kMaxTexts, kMinTexts } from '../../../model/language/compared-texts';
import type {
  ComparedPair,
  ComparedTexts,
  TextModel,
  TokenizedText,
} from '../../../model/language/text-model';
import { cellAt, matrixOf } from '../../../tensors/tensor';
import type { LanguageState } from '../../../model/language/language-state';
import type { HeadPlace } from '../../../model/heads/head-place';
import '../../../words/add-language-model';
import { messageOf } from '../../../words/refusal';
import { addProvenance, type ProvenanceEvent } from '../../save/provenance-event';
import { define } from '../../base/define';
import { hasModifier } from '../../input/has-modifier';
import '../../save/attention-save';
import type { TextsOfPicture } from '../../save/save-content';
import '../../views/attention-table';
import { cellAfter } from '../../views/cell-cursor';
import '../../views/attention-heatmap-legend';
import { similaritiesStyles } from './attention-similarities.styles';
import './attention-switch-off';
import './attention-token-parts';
import { MeasuredView } from './measured-view';
import { growingField } from '../base/growing-field';
import { sendChange } from '../base/language-change';
import { heat, heatmapOf, savedMatrix, type SignedMatrix } from '../base/signed-heat';
import { problemLine } from '../../parts/problem-line';

type Pair = readonly [row: number, column: number];

interface Shown extends ComparedTexts {
  readonly texts: readonly string[];
  readonly pair: Pair;
  readonly off: readonly HeadPlace[];
  /** Null for a text and itself. */
  readonly from: ComparedPair | null;
}

interface NumberedText {
  readonly number: number;
  readonly text: string;
}

const numbered = (texts: readonly string[]): NumberedText[] =>
  texts.map((text, i) => ({ number: i + 1, text }));

const addTexts = (texts: readonly NumberedText[]) => (event: ProvenanceEvent) =>
  addProvenance(event, {
    texts: texts.map(({ number, text }) => `${number}: ${text}`).join(' / '),
  });

/** @fires {CustomEvent<Partial<LanguageState>>} attention-language-change - when the visitor changes the texts or the pair */
export class AttentionSimilarities extends MeasuredView<Shown> {
  static override styles = similaritiesStyles;

  /** The heads that have a name, numbered layer by layer; absent until they are measured. */
  @property({ attribute: false }) named: readonly number[] | undefined;
  @property({ attribute: false }) texts: readonly string[] = comparedTexts.slice(0, 4);
  @property({ attribute: false }) pair: Pair = [2, 0];
  protected override readonly measured = ['texts', 'pair'];

  get shown(): Partial<LanguageState> {
    if (!this.result) return {};
    const { texts, pair, off } = this.result;
    return { texts, pair, off };
  }

  protected override render() {
    const { similar: words } = this.words.languageModel;
    const { texts, result, problem } = this;
    return html`<h2>${words.title}</h2>
      <p>${words.hint}</p>
      <div class="side">
        <div class="texts">
          ${texts.map((text, i) => this.#text(text, i))}
          <button
            type="button"
            class="add"
            ?disabled=${texts.length >= kMaxTexts}
            @click=${() => this.#add()}
          >
            ${words.add}
          </button>
          ${problemLine(problem && messageOf(problem)(this.words))}
        </div>
        ${result ? this.#matrix(result) : nothing}
      </div>
      ${result ? this.#parts(result) : nothing}`;
  }

  #text(text: string, i: number) {
    const { cut, similar: words } = this.words.languageModel;
    const { problem, tokenized } = this.#tokenized(text);
    return html`<div class="text">
      <label for="text-${i}">${i + 1}</label>
      ${growingField.render({
        id: `text-${i}`,
        text,
        name: words.text(i + 1),
        describedBy: [`cut-${i}`, `problem-${i}`],
        isInvalid: problem !== null,
        onInput: (typed) => this.#change({ texts: this.texts.with(i, typed) }),
      })}
      <button
        type="button"
        class="remove"
        aria-label=${words.remove(i + 1)}
        ?disabled=${this.texts.length <= kMinTexts}
        @click=${() => void this.#remove(i)}
      >
        ×
      </button>
      <p id="cut-${i}" role="status">
        ${tokenized?.cut ? cut(this.model!.max_length, tokenized.cut.tokens, tokenized.cut.after) : nothing}
      </p>
      ${problemLine(problem && messageOf(problem)(this.words), `problem-${i}`)}
    </div>`;
  }

  #matrix(result: Shown) {
    const { similar: words } = this.words.languageModel;
    const matrix = matrixOf(result.similarities);
    const signed = this.#signed(result);
    const names = signed.rowLabels;
    const numbers = (row: number) =>
      names.map((_, column) => formatPrecision(cellAt(matrix, row, column), 6));
    return html`<div class="matrix">
      <div class="numbers" aria-hidden="true">
        <span class="number"></span>
        ${names.map((_, i) => html`<span class="number over">${i + 1}</span>`)}
      </div>
      <div
        role="grid"
        aria-label=${words.matrix}
        aria-disabled=${!this.#isOfTexts(result)}
        @keydown=${(event: KeyboardEvent) => void this.#key(event)}
      >
        ${names.map(
          (_, row) =>
            html`<div role="row">
              <span class="number" aria-hidden="true">${row + 1}</span>
              ${names.map((_, column) => this.#cell([row, column], cellAt(matrix, row, column)))}
            </div>`,
        )}
      </div>
      <attention-heatmap-legend
        .model=${heatmapOf(signed)}
        .dark=${this.canvasColors.dark}
      ></attention-heatmap-legend>
      <div class="table-and-save">
        <attention-table
          label=${words.matrix}
          .content=${() => ({
            columns: [words.column, ...names],
            rows: names.map((name, row) => [name, ...numbers(row)]),
          })}
        ></attention-table>
        <attention-save
          label=${words.matrix}
          @attention-provenance=${addTexts(numbered(result.texts))}
          .content=${() => ({ ...savedMatrix(signed), texts: this.#captions(numbered(result.texts)) })}
        ></attention-save>
      </div>
    </div>`;
  }

  #cell([row, column]: Pair, similarity: number) {
    const isChosen = row === this.pair[0] && column === this.pair[1];
    const value = formatShort(similarity);
    return html`<button
      type="button"
      role="gridcell"
      tabindex=${isChosen ? 0 : -1}
      aria-selected=${isChosen}
      aria-label=${this.words.languageModel.similar.cell(row + 1, column + 1, value)}
      @click=${() => this.#choose([row, column])}
    >
      ${value}
    </button>`;
  }

  #captions(texts: readonly NumberedText[]): TextsOfPicture[] {
    const { label, similar: words } = this.words.languageModel;
    return texts.map(({ number, text }) => ({
      label: label(words.text(number)),
      texts: [text],
    }));
  }

  #parts({ texts, pair: [row, column], off, from }: Shown) {
    const pair = [row, column].map((i) => ({ number: i + 1, text: texts[i]! }));
    const captions = this.#captions(pair);
    return from
      ? html`<attention-token-parts
            @attention-provenance=${addTexts(pair)}
            .compared=${from}
            .numbers=${[row + 1, column + 1]}
            .captions=${captions}
          ></attention-token-parts>
          <attention-switch-off
            @attention-provenance=${addTexts(pair)}
            .model=${this.model}
            .texts=${[texts[row]!, texts[column]!]}
            .captions=${captions}
            .named=${this.named}
            .off=${off}
          ></attention-switch-off>`
      : html`<p>${this.words.languageModel.similar.itself}</p>`;
  }

  protected override updated(): void {
    if (!this.result) return;
    const cells = this.renderRoot.querySelectorAll<HTMLElement>('[role=gridcell]');
    heat(cells, this.result.similarities.data, 1, this.canvasColors.dark);
  }

  #signed({ similarities: tensor, tokens }: Shown): SignedMatrix {
    const { similar: words } = this.words.languageModel;
    const names = tokens.map((_, i) => words.text(i + 1));
    const labels = { rowLabels: names, columnLabels: names };
    return { name: 'similarities', title: words.matrix, tensor, ...labels, reach: 1 };
  }

  #change(changed: { texts?: readonly string[]; pair?: Pair }): void {
    Object.assign(this, changed);
    sendChange(this, changed);
  }

  /** Whether the matrix has the numbers of the fields: not after one was added or removed, until all texts are read. */
  #isOfTexts({ texts }: Shown): boolean {
    return texts.length === this.texts.length;
  }

  #choose(pair: Pair): void {
    if (this.result && this.#isOfTexts(this.result)) this.#change({ pair });
  }

  #tokenized(text: string): { problem: Error | null; tokenized?: TokenizedText | undefined } {
    try {
      return { problem: null, tokenized: this.model?.tokenize(text) };
    } catch (error) {
      return { problem: error as Error };
    }
  }

  #add(): void {
    const unused = comparedTexts.find((text) => !this.texts.includes(text));
    this.#change({ texts: [...this.texts, unused ?? comparedTexts[0]!] });
  }

  async #remove(i: number): Promise<void> {
    const texts = this.texts.toSpliced(i, 1);
    const last = texts.length - 1;
    // The texts of the pair stay; in place of the removed one, the next.
    const placed = (at: number) => (at > i ? at - 1 : Math.min(at, last));
    this.#change({ texts, pair: [placed(this.pair[0]), placed(this.pair[1])] });
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`#text-${Math.min(i, last)}`)?.focus();
  }

  async #key(event: KeyboardEvent): Promise<void> {
    if (!this.result || !this.#isOfTexts(this.result) || hasModifier(event)) return;
    const [row, column] = this.pair;
    const { similarities } = this.result;
    const to = cellAfter(event, { row, column }, { row, column }, matrixOf(similarities));
    if (!to) return;
    event.preventDefault();
    this.#change({ pair: [to.row, to.column] });
    await this.updateComplete;
    const cells = this.renderRoot.querySelectorAll<HTMLElement>('[role=gridcell]');
    cells[to.row * similarities.shape[0]! + to.column]?.focus();
  }

  protected override measure(model: TextModel): Promise<Shown> | null {
    return this.texts.some((text) => this.#tokenized(text).problem) ? null : this.#compare(model);
  }

  async #compare(model: TextModel): Promise<Shown> {
    const { texts, pair, off } = this;
    const compared = await model.compare(texts, { off });
    const [a, b] = pair;
    const isItself = a === b;
    const from = isItself ? null : await model.comparePair([texts[a]!, texts[b]!], { off });
    return { ...compared, texts, pair, off, from };
  }
}

define('attention-similarities', AttentionSimilarities);
