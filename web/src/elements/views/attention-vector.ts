/**
 * `<attention-vector>`: the selected query's context vector. Each dimension is a stack of the tokens'
 * contributions.
 */
import { css, html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { dimensionNames, formatNumber, formatPrecision, formatSigned } from '../../draw/format';
import type { RowDetail } from '../../tensors/tensor';
import '../save/attention-save';
import './attention-table';
import { BarChart } from '../charts/bar-chart';
import { define } from '../base/define';
import type { CanvasColors } from '../styles/theme';
import { hasModifier } from '../input/has-modifier';
import { sendToLab, type LabResult, type LabRow } from '../lab/lab-context';
import { fileNameOf, type SaveContent } from '../save/save-content';
import { RowView } from './row-view';
import { textScale } from './text-scale';
import { vectorChart } from './vector-chart';
import { contextParts, type ContextPart } from './vector-parts';
import { viewStyles } from './view.styles';

export class AttentionVector extends RowView {
  static override styles = [
    viewStyles,
    css`
      .parts {
        display: flex;
        flex-wrap: wrap;
        gap: 0.2rem 1rem;
        margin: 0.4rem 0;
        padding: 0;
        list-style: none;
        font-size: 0.875rem;
      }
      .parts i {
        display: inline-block;
        inline-size: 0.75rem;
        block-size: 0.75rem;
        margin-inline-end: 0.35rem;
        border-radius: 2px;
        print-color-adjust: exact;
        forced-color-adjust: none;
      }
      .picture {
        block-size: 15rem;
        inline-size: 100%;
      }
      .readout {
        margin: 0.4rem 0;
      }
    `,
  ];

  /** The dimension selected by pointer or arrow keys. */
  @state() private dimension: number | null = null;
  /** Whether arrow keys selected it: a screen reader does not say what the pointer passes over. */
  #isFromKeys = false;

  readonly #chart = new BarChart(this);
  #parts: ContextPart[] = [];

  protected override detailIn(result: LabResult): LabRow {
    return result.shares;
  }

  /** Null if all heads are shown side by side. */
  get #head(): number | null | undefined {
    return this.result?.state.head;
  }

  /** Undefined where a file has only weights. */
  get #detail(): RowDetail | undefined {
    const { detail } = this.row;
    return detail?.context && (detail as RowDetail);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.dimension = null;
  }

  protected override willUpdate(): void {
    this.showLit('context');
    const { keys } = this.row;
    const detail = this.#detail;
    const size = detail?.context.data.length ?? 0;
    if (this.dimension !== null && this.dimension >= size) this.dimension = null;
    this.#parts = detail ? this.#contextParts(keys, detail, this.canvasColors) : [];
  }

  protected override render() {
    const { tokens, query } = this.row;
    const detail = this.#detail;
    const head = this.#head;
    if (!detail) return this.onlyWeights();
    const size = detail.context.data.length;
    const words = this.words.vector;
    const word = tokens[query] ?? '';
    return html`
      <header>
        <h2>${words.heading(html`<bdi class="query">${word}</bdi>`)}</h2>
        <span class="muted">${head === null ? words.allHeads(size) : words.oneHead(size)}</span>
      </header>
      ${this.#legend()}
      <div
        class="picture"
        tabindex="0"
        role="application"
        aria-roledescription=${words.role}
        aria-label=${words.label(word, size)}
        @keydown=${(event: KeyboardEvent) => this.#key(event, size)}
        @pointerenter=${() => sendToLab(this, 'attention-lit', 'context')}
        @pointerdown=${(event: PointerEvent) => this.#point(event)}
        @pointermove=${(event: PointerEvent) => this.#point(event)}
        @pointerleave=${(event: PointerEvent) => event.pointerType === 'touch' || this.#leave()}
        @blur=${() => (this.dimension = null)}
      >
        <canvas></canvas>
      </div>
      <p class="readout" aria-live=${this.#isFromKeys ? 'polite' : 'off'}>
        ${this.#dimensionText(detail)}
      </p>
      <attention-save
        label=${words.table(word)}
        .content=${() => this.#saveContent(detail, word)}
      ></attention-save>
      <attention-table
        label=${words.table(word)}
        .content=${() => ({
          columns: [words.part, ...dimensionNames(size)],
          rows: [
            ...this.#parts.map(({ label, values }) => [label, ...texts(values)]),
            [words.context, ...texts(detail.context.data)],
          ],
        })}
      ></attention-table>
    `;
  }

  /** The colors of the parts. */
  #legend() {
    return html`<ul class="parts">
      ${this.#parts.map(
        ({ label, key, weight }) =>
          html`<li
            @pointerenter=${() =>
              key !== null &&
              sendToLab(this, 'attention-cell', { field: 'weights', query: null, key })}
            @pointerleave=${() => sendToLab(this, 'attention-cell', null)}
          >
            <i></i><bdi>${label}</bdi>
            ${this.#head === null ? nothing : html`<span class="muted">× ${formatNumber(weight)}</span>`}
          </li>`,
      )}
      <li class="muted"><b>—</b> ${this.words.vector.sum}</li>
    </ul>`;
  }

  protected override updated(): void {
    const detail = this.#detail;
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas || !detail) return;
    this.renderRoot
      .querySelectorAll<HTMLElement>('.parts i')
      .forEach((swatch, i) => (swatch.style.background = this.#parts[i]!.color));
    const context = detail.context.data;
    this.#chart.draw(
      canvas,
      vectorChart(this.#parts, context, this.dimension, this.canvasColors, textScale(canvas)),
    );
  }

  #contextParts(keys: readonly string[], detail: RowDetail, colors: CanvasColors): ContextPart[] {
    const { result, isUntrained, words } = this;
    return contextParts(keys, detail, colors, { result, isUntrained, words });
  }

  #saveContent(detail: RowDetail, word: string): SaveContent {
    const { keys } = this.row;
    const { words } = this;
    const head = this.#head;
    const sum = detail.context.data;
    const size = sum.length;
    const rows = [...this.#parts.map(({ values }) => values), sum];
    const data = new Float32Array(rows.length * size);
    rows.forEach((row, i) => data.set(row, i * size));
    const names = [...this.#parts.map(({ label }) => label), words.vector.context];
    return {
      name: fileNameOf('context-of', word),
      picture: (colors) => ({
        kind: 'vector',
        title: words.vector.heading(word).join(''),
        subtitle: head === null ? words.vector.allHeads(size) : words.vector.oneHead(size),
        parts: this.#contextParts(keys, detail, colors).map((part) => ({
          ...part,
          weight: head === null ? null : part.weight,
        })),
        sum,
      }),
      numbers: {
        tensor: {
          axes: ['part', head === null ? 'd_model' : 'd_head'],
          shape: [rows.length, size],
          data,
        },
        labels: { part: names },
      },
      result: this.result,
      untrained: this.isUntrained,
      heads: head === null ? 'all' : 'shown',
    };
  }

  #dimensionText(detail: RowDetail) {
    const i = this.dimension;
    if (i === null) return nothing;
    return html`<b>d${i + 1} = ${formatNumber(detail.context.data[i]!)}</b> =
      ${this.#parts.map(
        ({ label, values }) => html`${formatSigned(values[i]!)} (<bdi>${label}</bdi>) `,
      )}`;
  }

  #point(event: PointerEvent): void {
    this.#isFromKeys = false;
    this.dimension = this.#chart.indexAt(event);
  }

  #leave(): void {
    this.dimension = null;
    sendToLab(this, 'attention-lit', null);
  }

  #key(event: KeyboardEvent, size: number): void {
    const current = this.dimension;
    const to = {
      ArrowRight: current === null ? 0 : Math.min(current + 1, size - 1),
      ArrowLeft: current === null ? size - 1 : Math.max(current - 1, 0),
      Home: 0,
      End: size - 1,
    }[event.key];
    if (to === undefined || hasModifier(event)) return;
    event.preventDefault();
    this.#isFromKeys = true;
    this.dimension = to;
  }
}

function texts(values: Float32Array): string[] {
  return Array.from(values, (value) => formatPrecision(value, 6));
}

define('attention-vector', AttentionVector);
