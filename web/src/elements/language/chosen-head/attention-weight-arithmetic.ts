/** `<attention-weight-arithmetic>`: one weight of a head, from the numbers of q and k to the softmax. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Edit } from '../../../model/edits/edits';
import type { ForcedRow } from '../../../model/changes/forced-row';
import type { InspectedText, TextModel, TextRow } from '../../../model/language/text-model';
import { download } from '../../../files/download';
import { matrixOf, matrixRow } from '../../../tensors/tensor';
import { placedTokens } from '../../../model/tokens/placed-tokens';
import { isHead, layerOf, type HeadPlace } from '../../../model/heads/head-place';
import '../../../words/add-language-model';
import { loaded, messageOf } from '../../../words/refusal';
import { copyText } from '../../input/copy-text';
import { define } from '../../base/define';
import { isOtherData } from '../../base/equal-lists';
import { linkButtons } from '../../styles/link-button.styles';
import { LatestTask } from '../../base/latest-task';
import { NearViewport } from '../../base/near-viewport';
import { WordedElement } from '../../base/worded';
import '../../save/attention-save';
import { addProvenance, type ProvenanceEvent } from '../../save/provenance-event';
import { fileNameOf, type SaveContent } from '../../save/save-content';
import { headLines, type WeightLine } from '../../views/arithmetic-lines';
import './attention-dot-product';
import { sendLanguage } from '../base/language-events';
import { changeFacts } from '../base/sentence-maps';
import { problemLine } from '../../parts/problem-line';

/** The properties that a request depends on. Another request is sent only if one of them changes. */
const requestProperties = ['model', 'seen', 'place', 'query'] as const;

interface Row extends TextRow {
  readonly seen: InspectedText;
  readonly place: HeadPlace;
  readonly query: number;
}

/** Whether the visitor set this number of the row, so that it is not computed from the line above. */
function isSet(field: WeightLine['field'], { seen, place, query }: Row, key: number): boolean {
  const { attention, head } = place;
  const { forced = [], edits = [] } = seen.changes;
  const cell = [0, head, query, key];
  const isForced = (row: ForcedRow) => isHead(attention, head)(row) && row.query === query;
  const isEdited = (edit: Edit) =>
    edit.layer === attention &&
    edit.field === field &&
    edit.index.every((at, axis) => at === null || at === cell[axis]);
  if (field === 'weights' && forced.some(isForced)) return true;
  return field !== 'q' && edits.some(isEdited);
}

export class AttentionWeightArithmetic extends WordedElement {
  static override styles = [
    linkButtons,
    css`
      h3 {
        margin: 1.5rem 0 0.25rem;
        font: 400 1.125rem/1.3 var(--serif);
      }
      label {
        font-size: 0.875rem;
      }
      dl {
        display: grid;
        grid-template-columns: max-content 1fr max-content;
        gap: 0.15rem 0.9rem;
        align-items: baseline;
        max-inline-size: 60rem;
        margin: 0.4rem 0 0;
        font-size: 0.875rem;
      }
      dt {
        font: 1.125rem/1.3 var(--attention-math, var(--serif));
      }
      dd {
        margin: 0;
      }
      .work {
        color: var(--muted);
        overflow-wrap: anywhere;
      }
      .value {
        text-align: end;
      }
      .value:last-of-type {
        font-weight: 600;
      }
      .problem {
        color: var(--wrong);
      }
      .copy {
        display: flex;
        gap: 0.75rem;
        align-items: baseline;
        margin-block: 0.5rem 0;
        color: var(--muted);
        font-size: 0.875rem;
      }
      /* As in the playground, each step has a line of its own below its name and its result. */
      @media (width < 16rem) {
        dl {
          grid: auto-flow dense / 1fr max-content;
        }
        .work {
          grid-column: 1 / -1;
        }
      }
      @media print {
        label,
        .copy {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) model: TextModel | undefined;
  @property({ attribute: false }) seen: InspectedText | undefined;
  @property({ attribute: false, hasChanged: isOtherData })
  place: HeadPlace = { attention: 'layers.0.attention', head: 0 };
  /** The query token, from 0. */
  @property({ type: Number }) query = 0;
  /** Whether the model is MiniLM as published, which has its own Python package. */
  @property({ type: Boolean }) published = false;
  /** The key token; by default the one with the largest weight. */
  @property({ type: Number }) key: number | undefined;
  /** The row whose script was copied last, and the file if it was saved instead, or why it could not be loaded. */
  @state() private copied: {
    readonly row: Row;
    readonly file?: string;
    readonly problem?: Error;
  } | null = null;
  @state() private row: Row | null = null;
  @state() private problem: Error | null = null;
  readonly #near = new NearViewport(this, () => void this.#task.run());
  readonly #task = new LatestTask(
    () => this.#near.near,
    () => this.#compute(),
  );

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (requestProperties.some((name) => changed.has(name))) void this.#task.ask();
  }

  protected override render() {
    const { row, words, problem } = this;
    if (problem) return problemLine(messageOf(problem)(words));
    if (!row) return nothing;
    const { detail, q, k, seen, query, place } = row;
    // Until the requested row arrives, the previous row is shown, with its own largest key.
    const isCurrent = seen === this.seen && query === this.query && !isOtherData(place, this.place);
    const key = (isCurrent ? this.key : undefined) ?? detail.ranking.data[0] ?? 0;
    const lines = this.#lines(row, key);
    const names = placedTokens(seen.tokens);
    const of = { query: names[query]!, key: names[key]! };
    const numbers = detail.products && {
      q: matrixRow(matrixOf(q, place.head), query),
      k: matrixRow(matrixOf(k, place.head), key),
      products: matrixRow(matrixOf(detail.products), key),
    };
    const title = words.languageModel.label(words.languageModel.arithmetic);
    return html`<attention-save
        label=${words.languageModel.arithmetic}
        @attention-provenance=${(event: ProvenanceEvent) => this.#addProvenance(event, row)}
        .content=${() => this.#saved(of, lines, numbers)}
      ></attention-save>
      <h3>${title}<bdi>${names[query]}</bdi> → <bdi>${names[key]}</bdi></h3>
      <label
        >${words.languageModel.toWord}
        <select
          @change=${({ target }: Event) => this.#chooseKey(Number((target as HTMLSelectElement).value))}
        >
          ${names.map((name, i) => html`<option value=${i} .selected=${i === key}>${name}</option>`)}
        </select></label
      >
      <dl>
        ${lines.map(
          ({ name, work, value }) =>
            html`<dt>${name}</dt>
              <dd class="work">${work}</dd>
              <dd class="value">${value}</dd>`,
        )}
      </dl>
      ${
        numbers
          ? html`<attention-dot-product
              .q=${numbers.q}
              .k=${numbers.k}
              .products=${numbers.products}
              .dot=${detail.dots!.data[key]!}
            ></attention-dot-product>`
          : nothing
      }
      ${this.#copyButton(row)}`;
  }

  /** The lines of the computation; a number that the visitor has set says so. */
  #lines(row: Row, key: number) {
    const { detail, q, k, query, place } = row;
    const { words } = this;
    const computed = { trace: { q, k }, state: { temperature: 1 }, opened: null };
    const lines = headLines(words, computed, place.head, query, key, detail);
    return lines.map((line, i) =>
      // The exponential is a line of the weights as well, but only their last line is a weight.
      (line.field !== 'weights' || i === lines.length - 1) && isSet(line.field, row, key)
        ? { ...line, work: words.languageModel.setInstead(`${line.work}`.replace(/\s=$/, '')) }
        : line,
    );
  }

  #addProvenance(event: ProvenanceEvent, { seen: { text, changes }, place }: Row): void {
    const changed = changeFacts(changes, this.model!.heads);
    addProvenance(event, { text, ...changed, place: this.#placeName(place) });
  }

  #placeName({ attention, head }: HeadPlace): string {
    return this.words.languageModel.place(layerOf(attention) + 1, head + 1);
  }

  /** The lines as a picture, and the numbers of q and k with their products. */
  #saved(
    { query, key }: Readonly<Record<'query' | 'key', string>>,
    lines: readonly WeightLine[],
    numbers: Readonly<Record<'q' | 'k' | 'products', Float32Array>> | undefined,
  ): SaveContent {
    const { arithmetic, label } = this.words.languageModel;
    const content: SaveContent = {
      name: fileNameOf('weight-of', `${query} ${key}`),
      picture: () => ({
        kind: 'arithmetic',
        title: `${label(arithmetic)}${query} → ${key}`,
        lines: lines.map(({ plain, work, value }) => ({ name: plain, work: `${work}`, value })),
      }),
      result: null,
    };
    if (!numbers) return content;
    const { q, k, products } = numbers;
    const data = Float32Array.from(Array.from(q, (_, i) => [q[i]!, k[i]!, products[i]!]).flat());
    const tensor = { axes: ['number', 'factor'], shape: [q.length, 3], data };
    return { ...content, numbers: { tensor, labels: { factor: ['q', 'k', 'q × k'] } } };
  }

  #chooseKey(key: number): void {
    this.key = key;
    sendLanguage(this, 'attention-key-choose', { key });
  }

  #copyButton(row: Row) {
    const { words, copied } = this;
    const last = copied?.row === row ? copied : null;
    const { clipboard } = words;
    const done = last?.file ? clipboard.saved(last.file) : clipboard.copied;
    return html`<p class="copy">
      <button type="button" @click=${() => void this.#copy(row)}>
        ${words.languageModel.copyScript}</button
      ><span role="status">${last && !last.problem ? done : nothing}</span
      ><span class="problem" role="alert"
        >${last?.problem ? messageOf(last.problem)(words) : nothing}</span
      >
    </p>`;
  }

  /** Without a clipboard, the script is saved as a file. */
  async #copy(row: Row): Promise<void> {
    this.copied = null;
    try {
      const script = await this.#script(row);
      if (await copyText(script)) return void (this.copied = { row });
      const file = 'weights.py';
      download(file, script, 'text/x-python');
      this.copied = { row, file };
    } catch (error) {
      this.copied = { row, problem: error as Error };
    }
  }

  async #script({ seen: { text, changes }, place: { attention, head }, query }: Row) {
    const { published } = this;
    const { weights, max_length, settings } = this.model!;
    const { model_type } = settings as { readonly model_type: string };
    const place = { text, layer: layerOf(attention), head, query };
    const of = { published, model_type, weights, max_length };
    const { transformersScript } = await loaded(
      import('../../../model/language/transformers-script'),
    );
    return transformersScript({ ...place, ...of, changes });
  }

  async #compute(): Promise<void> {
    const { model, seen, place, query } = this;
    if (!model || !seen) return;
    try {
      const row = await model.row(seen.text, { ...place, query }, seen.changes);
      if (this.model === model) [this.row, this.problem] = [{ ...row, seen, place, query }, null];
    } catch (error) {
      if (this.model === model) this.problem = error as Error;
    }
  }
}

define('attention-weight-arithmetic', AttentionWeightArithmetic);
