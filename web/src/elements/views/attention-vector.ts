/**
 * `<attention-vector>`: the followed query's context, value by value, each as the stack of what every
 * token's value row contributed to it.
 */
import { css, html, nothing } from 'lit';
import { formatNumber, formatSigned } from '../../draw/format';
import { matrixOf, rowOf, scalarOf, type RowDetail } from '../../tensor';
import '../files/attention-save';
import './attention-table';
import { BarChart, type Bars } from './chart';
import { define } from '../base/define';
import { isKeyMasked, namesOf, tell, type LabResult } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';
import { named, type SaveContent } from '../files/save-content';
import { theme, type CanvasColors } from '../base/theme';
import type { Words } from '../../words/words';

// Okabe and Ito's colours for any colour vision, without the one that is too near the query's.
const palette = {
  light: ['#0072b2', '#009e73', '#cc79a7', '#e0a500', '#56b4e9', '#6b5ca5'],
  dark: ['#4aa3df', '#2fc79a', '#e29cc3', '#f0c648', '#8fd0f5', '#a99be0'],
} as const;

interface Part {
  readonly label: string;
  /** null: all the tokens without a colour of their own. */
  readonly key: number | null;
  readonly color: string;
  /** What it adds to each dimension. */
  readonly values: Float32Array;
  readonly weight: number;
}

export class AttentionVector extends LabView {
  static override properties = {
    tokens: { attribute: false },
    detail: { attribute: false },
    query: { type: Number },
    dimension: { state: true },
  };
  static override styles = [
    theme,
    css`
      header {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 0.75rem;
        justify-content: space-between;
        align-items: baseline;
      }
      header span {
        font-size: 0.8125rem;
      }
      .parts {
        display: flex;
        flex-wrap: wrap;
        gap: 0.2rem 1rem;
        margin: 0.4rem 0;
        padding: 0;
        list-style: none;
        font-size: 0.8125rem;
      }
      .parts i {
        display: inline-block;
        inline-size: 0.75rem;
        block-size: 0.75rem;
        margin-inline-end: 0.35rem;
        border-radius: 2px;
        print-color-adjust: exact;
      }
      .chart {
        position: relative;
        block-size: 15rem;
        inline-size: 100%;
        border-radius: 2px;
      }
      :host([lit]) .chart {
        box-shadow: 0 0 0 2px var(--accent);
      }
      .said {
        min-block-size: 1.5em;
        margin: 0.4rem 0;
        font-size: 0.8125rem;
      }
    `,
  ];

  /** Without a lab around: the tokens, the followed query and its row. */
  declare tokens: readonly string[] | undefined;
  declare detail: RowDetail | undefined;
  declare query: number | undefined;
  /** The dimension pointed at, by pointer or arrow keys. */
  declare dimension: number | null;

  readonly #chart = new BarChart(this);
  #parts: Part[] = [];

  constructor() {
    super();
    this.dimension = null;
  }

  #shown() {
    const { result } = this;
    return {
      ...namesOf(this.tokens, result),
      detail: this.detail ?? result?.shares,
      query: this.query ?? result?.state.query ?? 0,
      head: result?.state.head,
    };
  }

  protected override willUpdate(): void {
    this.showLit('context');
    const { keys, detail } = this.#shown();
    const size = detail?.context.data.length ?? 0;
    if (this.dimension !== null && this.dimension >= size) this.dimension = null;
    this.#parts = detail ? partsOf(keys, detail, this.canvasColors, this.result, this.words) : [];
  }

  protected override render() {
    const { tokens, detail, query, head } = this.#shown();
    if (!detail) return nothing;
    const size = detail.context.data.length;
    const words = this.words.vector;
    const word = tokens[query] ?? '';
    return html`
      <header>
        <h2>${words.heading(html`<bdi class="query">${word}</bdi>`)}</h2>
        <span class="muted">${head === null ? words.allHeads(size) : words.oneHead(size)}</span>
      </header>
      <ul class="parts">
        ${this.#parts.map(
          ({ label, key, weight }) =>
            html`<li
              @pointerenter=${() =>
                key !== null &&
                tell(this, 'attention-cell', { field: 'weights', query: null, key })}
              @pointerleave=${() => tell(this, 'attention-cell', null)}
            >
              <i></i><bdi>${label}</bdi>
              ${head === null ? nothing : html`<span class="muted">× ${formatNumber(weight)}</span>`}
            </li>`,
        )}
        <li class="muted"><b>—</b> ${words.sum}</li>
      </ul>
      <div
        class="chart"
        tabindex="0"
        role="application"
        aria-roledescription=${words.role}
        aria-label=${words.label(word, size)}
        @keydown=${(event: KeyboardEvent) => this.#key(event, size)}
        @pointerenter=${() => tell(this, 'attention-lit', 'context')}
        @pointerdown=${(event: PointerEvent) => (this.dimension = this.#chart.indexAt(event))}
        @pointermove=${(event: PointerEvent) => (this.dimension = this.#chart.indexAt(event))}
        @pointerleave=${(event: PointerEvent) => event.pointerType === 'touch' || this.#leave()}
        @blur=${() => (this.dimension = null)}
      >
        <canvas></canvas>
      </div>
      <p class="said" aria-live="polite">${this.#said(detail)}</p>
      <attention-save
        label=${words.table(word)}
        .content=${() => this.#saved(detail, word)}
      ></attention-save>
      <attention-table
        label=${words.table(word)}
        .content=${() => ({
          columns: [words.part, ...Array.from({ length: size }, (_, i) => `d${i + 1}`)],
          rows: [
            ...this.#parts.map(({ label, values }) => [label, ...texts(values)]),
            [words.context, ...texts(detail.context.data)],
          ],
        })}
      ></attention-table>
    `;
  }

  protected override updated(): void {
    const { detail } = this.#shown();
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas || !detail) return;
    this.renderRoot
      .querySelectorAll<HTMLElement>('.parts i')
      .forEach((swatch, i) => (swatch.style.background = this.#parts[i]!.color));
    const context = detail.context.data;
    const { ink, muted, line, font } = this.canvasColors;
    this.#chart.draw(canvas, {
      data: {
        labels: Array.from(context, (_, i) => `d${i + 1}`),
        datasets: this.#parts.map(({ label, color, values }) => ({
          label,
          data: Array.from(values),
          backgroundColor: color,
          categoryPercentage: 1,
          barPercentage: context.length > 32 ? 0.9 : 0.6,
          maxBarThickness: 56,
        })),
      },
      options: {
        animation: false,
        events: [],
        maintainAspectRatio: false,
        layout: { padding: { top: 14, bottom: 4 } },
        scales: {
          x: {
            stacked: true,
            border: { display: false },
            grid: { display: false },
            ticks: {
              maxRotation: 0,
              font: { family: font, size: 12 },
              color: (tick) => (tick.index === this.dimension ? ink : muted),
            },
          },
          y: {
            stacked: true,
            grace: '12%',
            border: { display: false },
            grid: { color: (tick) => (tick.tick.value === 0 ? muted : line) },
            ticks: {
              color: muted,
              maxTicksLimit: 6,
              font: { family: font, size: 12 },
              callback: (value) => formatNumber(Number(value), 1),
            },
          },
        },
      },
      over: (chart) => drawSums(chart, context, this.dimension, this.canvasColors),
    });
  }

  #saved(detail: RowDetail, word: string): SaveContent {
    const { keys, head } = this.#shown();
    const { words, result } = this;
    const sum = detail.context.data;
    const size = sum.length;
    const rows = [...this.#parts.map(({ values }) => values), sum];
    const data = new Float32Array(rows.length * size);
    rows.forEach((row, i) => data.set(row, i * size));
    const names = [...this.#parts.map(({ label }) => label), words.vector.context];
    return {
      name: named('context-of', word),
      picture: (colors) => ({
        kind: 'vector',
        title: words.vector.heading(word).join(''),
        subtitle: head === null ? words.vector.allHeads(size) : words.vector.oneHead(size),
        parts: partsOf(keys, detail, colors, result, words).map((part) => ({
          ...part,
          weight: head === null ? null : part.weight,
        })),
        sum,
      }),
      numbers: {
        tensor: { axes: ['part', 'd_head'], shape: [rows.length, size], data },
        labels: { part: names },
      },
      result,
      heads: head === null ? 'all' : 'shown',
    };
  }

  #said(detail: RowDetail) {
    const i = this.dimension;
    if (i === null) return nothing;
    return html`<b>d${i + 1} = ${formatNumber(detail.context.data[i]!)}</b> =
      ${this.#parts.map(
        ({ label, values }) => html`${formatSigned(values[i]!)} (<bdi>${label}</bdi>) `,
      )}`;
  }

  #leave(): void {
    this.dimension = null;
    tell(this, 'attention-lit', null);
  }

  #key(event: KeyboardEvent, size: number): void {
    const now = this.dimension;
    const to = {
      ArrowRight: now === null ? 0 : Math.min(now + 1, size - 1),
      ArrowLeft: now === null ? size - 1 : Math.max(now - 1, 0),
      Home: 0,
      End: size - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.dimension = to;
  }
}

function partsOf(
  keys: readonly string[],
  detail: RowDetail,
  { dark, muted }: CanvasColors,
  result: LabResult | null,
  words: Words,
): Part[] {
  const colors = palette[dark ? 'dark' : 'light'];
  const contributions = matrixOf(detail.contributions);
  const named = Array.from(detail.ranking.data);
  const all = named.length === keys.length;
  // Few tokens keep their colour whichever of them is the query; of many, the largest get one.
  const parts = (all ? keys.map((_, key) => key) : named)
    .map((key, place) => ({
      label: keys[key] ?? '',
      key,
      color: colors[place % colors.length]!,
      values: rowOf(contributions, key),
      weight: detail.weights.data[key]!,
    }))
    .filter(({ key }) => !isKeyMasked(detail, result, key));
  // The ranking falls: where it holds a masked key, all that it leaves out are masked too.
  if (all || parts.length < named.length) return parts;
  const rest = {
    label: words.lab.otherTokens(keys.length - named.length),
    key: null,
    color: muted,
    values: detail.rest_contributions.data,
    weight: scalarOf(detail.rest_weight),
  };
  return [...parts, rest];
}

function texts(values: Float32Array): string[] {
  return Array.from(values, (value) => value.toPrecision(6));
}

/** A line across each stack where its sum is, and the sum in figures while there is room. */
function drawSums(
  chart: Bars,
  context: Float32Array,
  pointed: number | null,
  colors: CanvasColors,
): void {
  const { ctx } = chart;
  const [x, y] = [chart.scales['x']!, chart.scales['y']!];
  const pitch = x.width / context.length;
  const half = Math.min(pitch * 0.42, 36);
  const stacks = chart.getSortedVisibleDatasetMetas();
  ctx.save();
  ctx.font = `12px ${colors.font}`;
  ctx.textAlign = 'center';
  context.forEach((value, i) => {
    const middle = x.getPixelForValue(i);
    const level = y.getPixelForValue(value);
    ctx.fillStyle = colors.paper;
    ctx.fillRect(middle - half - 1, level - 2.5, half * 2 + 2, 5);
    ctx.fillStyle = colors.ink;
    ctx.fillRect(middle - half, level - 1.25, half * 2, 2.5);
    if (pitch < 46 && i !== pointed) return;
    const text = formatNumber(value, 2);
    ctx.lineWidth = 4;
    ctx.lineJoin = 'round';
    ctx.strokeStyle = colors.paper;
    // Beyond the stack's end, so as to hide none of it.
    const ends = stacks.flatMap(({ data }) => [
      data[i]!.y,
      data[i]!.getProps(['base']).base as number,
    ]);
    const line = value < 0 ? Math.max(...ends) + 15 : Math.min(...ends, level) - 6;
    ctx.strokeText(text, middle, line);
    ctx.fillText(text, middle, line);
  });
  ctx.restore();
}

define('attention-vector', AttentionVector);
