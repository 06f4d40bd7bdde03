/**
 * `<attention-value-weighted>`: a row of a head's weights beside weight × |v|, the length of each token's contribution.
 */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatNumber, formatProbability } from '../../../draw/format';
import type { DelimiterForm } from '../../../model/language/language-state';
import type { InspectedText, TextModel, ValueWeighted } from '../../../model/language/text-model';
import { matrixOf, matrixRow, type Tensor } from '../../../tensors/tensor';
import { placedTokens } from '../../../model/tokens/placed-tokens';
import { layerOf, type HeadPlace } from '../../../model/heads/head-place';
import '../../../words/add-language-model';
import { messageOf } from '../../../words/refusal';
import { define } from '../../base/define';
import { LatestTask } from '../../base/latest-task';
import { NearViewport } from '../../base/near-viewport';
import { WordedElement } from '../../base/worded';
import '../../save/attention-save';
import { fileNameOf, type SaveContent } from '../../save/save-content';
import { tableAndSave } from '../../save/table-and-save.styles';
import '../../views/attention-heatmap';
import type { MapScale } from '../../views/heatmap-model';
import { besideStyles, partStyles } from '../base/part.styles';
import { addMapProvenance } from '../base/sentence-maps';
import { problemLine } from '../../parts/problem-line';

interface Row {
  readonly seen: InspectedText;
  readonly place: HeadPlace;
  readonly query: number;
  readonly weights: Float32Array;
  readonly lengths: Float32Array;
  readonly weighted: Float32Array;
  /** [query, key], each row divided by its sum. */
  readonly map: Float32Array;
  readonly share: number;
  readonly weightedShare: number;
}

export class AttentionValueWeighted extends WordedElement {
  static override styles = [
    partStyles,
    besideStyles,
    tableAndSave,
    css`
      .scroll {
        container-type: inline-size;
        overflow-x: auto;
      }
      table {
        border-collapse: collapse;
        font-size: 0.875rem;
      }
      /* Stays visible while the table scrolls below it. */
      caption {
        position: sticky;
        inset-inline-start: 0;
        inline-size: fit-content;
        max-inline-size: min(100cqi, 100vi - 2rem);
        padding-block: 0.25rem;
        text-align: start;
      }
      caption bdi {
        color: var(--query);
      }
      th,
      td {
        padding: 0.2rem 0.5rem;
        font-weight: 400;
        text-align: end;
        white-space: nowrap;
      }
      thead th {
        font: 400 1.125rem/1.4 var(--serif);
      }
      thead th:first-child {
        color: var(--muted);
        font: inherit;
        text-align: start;
      }
      th:first-child {
        padding-inline-start: 0;
        position: sticky;
        inset-inline-start: 0;
        background: var(--paper);
      }
      tbody th {
        color: var(--muted);
        text-align: start;
      }
      tbody tr {
        border-block-start: 1px solid var(--line);
      }
      .large {
        color: var(--arc);
        font-weight: 600;
      }
    `,
  ];

  @property({ attribute: false }) model: TextModel | undefined;
  @property({ attribute: false }) seen: InspectedText | undefined;
  @property({ attribute: false }) place: HeadPlace = { attention: 'layers.0.attention', head: 0 };
  /** The map's scale: pencil for a head without a name. */
  @property({ attribute: false }) scale: MapScale = 'ink';
  /** The query token, from 0. */
  @property({ type: Number }) query = 0;
  /** Whether the heatmap includes the delimiters at both ends. */
  @property({ type: Boolean }) ends = false;
  @state() private row: Row | null = null;
  @state() private problem: Error | null = null;
  /** The last result, which covers all heads of an attention in a text. */
  #weighted: {
    readonly model: TextModel;
    readonly seen: InspectedText;
    readonly attention: string;
    readonly result: ValueWeighted;
  } | null = null;
  #shown: { readonly of: Float32Array; readonly from: number; readonly tensor: Tensor } | null =
    null;
  readonly #near = new NearViewport(this, () => void this.#task.run());
  readonly #task = new LatestTask(
    () => this.#near.near,
    () => this.#compute(),
  );

  protected override willUpdate(changed: PropertyValues): void {
    if (['model', 'seen', 'place', 'query'].some((name) => changed.has(name)))
      void this.#task.ask();
  }

  protected override render() {
    const { row, problem } = this;
    return html`<div class="beside"><slot></slot>${row ? this.#heatmap(row) : nothing}</div>
      ${problemLine(problem && messageOf(problem)(this.words))} ${row ? this.#row(row) : nothing}`;
  }

  /** Scrolls a wide table to the key token with the largest weight, so that no number is cut at the left. */
  protected override updated(changed: PropertyValues): void {
    if (!changed.has('row' as never)) return;
    const scroll = this.renderRoot.querySelector('.scroll');
    const cell = scroll?.querySelector<HTMLElement>('td.large');
    const name = scroll?.querySelector<HTMLElement>('tbody th');
    if (!scroll || !cell || !name) return;
    const room = scroll.clientWidth - name.offsetWidth;
    const centered = cell.offsetLeft - name.offsetWidth - (room - cell.offsetWidth) / 2;
    const cells = [...cell.parentElement!.querySelectorAll('td')];
    const starts = cells.map(({ offsetLeft }) => offsetLeft - name.offsetWidth);
    scroll.scrollLeft = starts.findLast((start) => start <= centered) ?? 0;
  }

  #addProvenance({ seen, place: { attention, head } }: Row, form: DelimiterForm) {
    const { place } = this.words.languageModel;
    return addMapProvenance(seen, form, place(layerOf(attention) + 1, head + 1));
  }

  /** The heatmap of weight × |v|. The page shows that of the weights beside it. */
  #heatmap(row: Row) {
    const { tokens } = row.seen;
    const from = this.ends ? 0 : 1;
    const shownTokens = placedTokens(tokens).slice(from, tokens.length - from);
    return html`<attention-heatmap
      heading=${this.words.languageModel.valueWeighted.map}
      @attention-provenance=${this.#addProvenance(row, this.ends ? 'shown' : 'hidden')}
      .scale=${this.scale}
      .tensor=${this.#map(row, from, shownTokens.length)}
      .rowLabels=${shownTokens}
      .columnLabels=${shownTokens}
      .query=${row.query - from}
    ></attention-heatmap>`;
  }

  #row(row: Row) {
    const { valueWeighted: words } = this.words.languageModel;
    const names = placedTokens(row.seen.tokens);
    const line = (name: string, values: Float32Array, text: (value: number) => string) => {
      const largest = values.indexOf(Math.max(...values));
      return html`<tr>
        <th scope="row">${name}</th>
        ${Array.from(
          values,
          (value, i) => html`<td class=${i === largest ? 'large' : ''}>${text(value)}</td>`,
        )}
      </tr>`;
    };
    return html`<section>
      <h3>${words.title}</h3>
      <p>
        ${words.hint}
        ${words.shares(formatProbability(row.share), formatProbability(row.weightedShare))}
        ${row.share > 0.5 && row.weightedShare < row.share / 2 ? words.nothing : nothing}
      </p>
      <div class="scroll" tabindex="0" role="region" aria-label=${words.title}>
        <table>
          <caption>
            ${words.row(html`<bdi>${names[row.query]}</bdi>`)}
          </caption>
          <thead>
            <tr>
              <th scope="col">${words.token}</th>
              ${names.map((name) => html`<th scope="col"><bdi>${name}</bdi></th>`)}
            </tr>
          </thead>
          <tbody>
            ${line(words.weight, row.weights, formatProbability)}
            ${line(words.length, row.lengths, (value) => formatNumber(value, 2))}
            ${line(words.weighted, row.weighted, formatProbability)}
          </tbody>
        </table>
      </div>
      <div class="table-and-save">
        <attention-save
          label=${words.title}
          @attention-provenance=${this.#addProvenance(row, 'shown')}
          .content=${() => this.#saved(row, names)}
        ></attention-save>
      </div>
    </section>`;
  }

  #saved({ query, weights, lengths, weighted }: Row, names: readonly string[]): SaveContent {
    const { valueWeighted: words } = this.words.languageModel;
    const rows = [weights, lengths, weighted];
    const data = new Float32Array(rows.length * names.length);
    rows.forEach((row, i) => data.set(row, i * names.length));
    const labels = { measure: [words.weight, words.length, words.weighted], key: names };
    const tensor = { axes: ['measure', 'key'], shape: [rows.length, names.length], data };
    const name = fileNameOf('weights-and-values-of', names[query]!);
    return { name, numbers: { tensor, labels }, result: null };
  }

  /** The same object until the row is another, so that it is painted once. */
  #map({ map, seen }: Row, from: number, count: number): Tensor {
    if (this.#shown?.of !== map || this.#shown.from !== from) {
      const n = seen.tokens.length;
      const data = new Float32Array(count * count);
      for (let i = 0; i < count; ++i)
        data.set(map.subarray((i + from) * n + from, (i + from) * n + from + count), i * count);
      const tensor = { axes: ['query', 'key'], shape: [count, count], data };
      this.#shown = { of: map, from, tensor };
    }
    return this.#shown.tensor;
  }

  async #compute(): Promise<void> {
    const { model, seen, place, query } = this;
    if (!model || !seen) return;
    try {
      if (
        this.#weighted?.model !== model ||
        this.#weighted.seen !== seen ||
        this.#weighted.attention !== place.attention
      ) {
        const result = await model.valueWeighted(seen.text, place.attention, seen.changes);
        if (this.model !== model) return;
        this.#weighted = { model, seen, attention: place.attention, result };
      }
      this.row = rowOfHead(this.#weighted.result, seen, place, query);
      this.problem = null;
    } catch (error) {
      if (this.model === model) this.problem = error as Error;
    }
  }
}

function rowOfHead(
  weighted: ValueWeighted,
  seen: InspectedText,
  place: HeadPlace,
  query: number,
): Row {
  const { head, attention } = place;
  const n = seen.tokens.length;
  const weights = seen.weights[layerOf(attention)]!;
  return {
    seen,
    place,
    query,
    weights: weights.subarray((head * n + query) * n, (head * n + query + 1) * n),
    lengths: matrixRow(matrixOf(weighted.lengths), head),
    weighted: matrixRow(matrixOf(weighted.weighted_rows, head), query),
    map: weighted.weighted_rows.data.subarray(head * n * n, (head + 1) * n * n),
    share: weighted.share.data[head]!,
    weightedShare: weighted.weighted_share.data[head]!,
  };
}

define('attention-value-weighted', AttentionValueWeighted);
