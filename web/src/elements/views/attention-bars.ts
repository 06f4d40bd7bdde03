/** `<attention-bars>`: the followed query's weights, as percentages that sum to 100. */
import { css, html, nothing } from 'lit';
import { formatTenths, tenthsOfPercent } from '../../draw/format';
import type { PictureBar } from '../../draw/pictures/bars';
import { scalarOf, type RowDetail } from '../../tensor';
import { BarChart, type Bars } from './chart';
import { define } from '../base/define';
import { isKeyMasked, namesOf, tell, type LabResult } from '../lab/lab-context';
import { LabView } from '../lab/lab-view';
import { theme, type CanvasColors } from '../base/theme';
import type { Words } from '../../words/words';
import '../files/attention-save';
import './attention-table';
import { weightsOf, type SaveContent } from '../files/save-content';

interface Bar {
  readonly label: string;
  readonly weight: number;
  /** null: all the keys that are not named. */
  readonly key: number | null;
  readonly masked: boolean;
}

export class AttentionBars extends LabView {
  static override properties = {
    tokens: { attribute: false },
    detail: { attribute: false },
    query: { type: Number },
  };
  static override styles = [
    theme,
    css`
      .top {
        margin: 0.2rem 0 0.6rem;
        min-block-size: 1.5em;
        font-size: 0.9375rem;
      }
      .chart {
        position: relative;
        inline-size: 100%;
      }
      canvas {
        display: block;
      }
      :host([lit]) .chart {
        box-shadow: 0 0 0 2px var(--accent);
        border-radius: 2px;
      }
    `,
  ];

  /** Without a lab around: the tokens, the followed query and its row. */
  declare tokens: readonly string[] | undefined;
  declare detail: RowDetail | undefined;
  declare query: number | undefined;

  readonly #chart = new BarChart(this);
  #bars: Bar[] = [];
  #shares: string[] = [];

  #shown() {
    const { result } = this;
    const names = namesOf(this.tokens, result);
    const query = this.query ?? result?.state.query ?? 0;
    return {
      ...names,
      detail: this.detail ?? result?.detail,
      query,
      /** The followed token as a key: in cross-attention it is none. */
      self: names.keys === names.tokens ? query : -1,
    };
  }

  protected override willUpdate(): void {
    this.showLit('weights');
    const { keys, detail } = this.#shown();
    this.#bars = detail ? barsOf(keys, detail, this.result, this.words) : [];
    // Rounded over all keys, so that a token has the same share in every view.
    const tenths = tenthsOfPercent(detail?.weights.data ?? []);
    let rest = tenths.reduce((sum, one) => sum + one, 0);
    this.#shares = this.#bars.map(({ key, masked }) => {
      if (masked) return this.words.lab.masked;
      if (key === null) return formatTenths(rest);
      rest -= tenths[key]!;
      return formatTenths(tenths[key]!);
    });
  }

  protected override render() {
    const { tokens, detail, query } = this.#shown();
    if (!detail) return nothing;
    const words = this.words.bars;
    const word = tokens[query] ?? '';
    return html`
      <h2>${words.heading(html`<bdi class="query">${word}</bdi>`)}</h2>
      <p class="top">${this.#topThree(detail)}</p>
      <div class="chart">
        <canvas
          role="img"
          aria-label=${words.picture(word)}
          @pointerdown=${(event: PointerEvent) => this.#point(event)}
          @pointermove=${(event: PointerEvent) => this.#point(event)}
          @pointerleave=${(event: PointerEvent) =>
            event.pointerType === 'touch' || tell(this, 'attention-cell', null)}
        ></canvas>
      </div>
      <attention-save
        label=${words.table(word)}
        .content=${() => this.#saved(detail, word)}
      ></attention-save>
      <attention-table
        label=${words.table(word)}
        .content=${() => ({
          columns: [words.key, words.weight, words.share],
          rows: this.#bars.map((bar, i) => [
            bar.label,
            bar.weight.toPrecision(6),
            this.#shares[i]!,
          ]),
        })}
      ></attention-table>
    `;
  }

  protected override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas) return;
    const { query, self } = this.#shown();
    const box = canvas.parentElement!;
    box.style.blockSize = `${this.#bars.length * (this.#bars.length > 12 ? 20 : 28) + 8}px`;
    const { ink, muted, query: followed, accent, font } = this.canvasColors;
    const pointed = this.pointer?.pointed;
    const atKey = pointed?.query === query ? pointed.key : null;
    this.#chart.draw(canvas, {
      data: {
        labels: this.#bars.map((bar) => shortened(bar, canvas.clientWidth < 400 ? 10 : 14)),
        datasets: [
          {
            data: this.#bars.map((bar) => (bar.masked ? NaN : bar.weight)),
            backgroundColor: this.#bars.map((bar) =>
              bar.key === null ? muted : bar.key === atKey ? ink : accent,
            ),
            barPercentage: 0.72,
            categoryPercentage: 1,
            borderRadius: 2,
            // A small weight is still one; a masked key has none.
            minBarLength: 1,
          },
        ],
      },
      options: {
        animation: false,
        events: [],
        indexAxis: 'y',
        maintainAspectRatio: false,
        layout: { padding: { right: 60 } },
        scales: {
          x: { display: false, min: 0 },
          y: {
            border: { display: false },
            grid: { display: false },
            ticks: {
              autoSkip: false,
              color: (tick) => (this.#bars[tick.index]?.key === self ? followed : ink),
              font: (tick) => ({
                family: font,
                size: 13,
                weight: this.#bars[tick.index]?.key === self ? 600 : 400,
              }),
            },
          },
        },
      },
      over: (chart) => drawShares(chart, this.#bars, this.#shares, this.canvasColors),
    });
  }

  #saved(detail: RowDetail, word: string): SaveContent {
    const { keys, self } = this.#shown();
    const look = ({ key, masked }: Bar) => {
      if (masked) return 'masked';
      return key === null ? 'rest' : key === self ? 'query' : 'key';
    };
    const bars = this.#bars.map((bar, i) => ({
      label: bar.label,
      weight: bar.weight,
      share: this.#shares[i]!,
      look: look(bar),
    })) satisfies PictureBar[];
    return {
      name: weightsOf(word),
      picture: () => ({ kind: 'bars', title: this.words.bars.heading(word).join(''), bars }),
      numbers: { tensor: detail.weights, labels: { key: keys } },
      result: this.result,
    };
  }

  #topThree(detail: RowDetail) {
    const status = statusText(detail, this.words);
    if (status) return status;
    const { keys } = this.#shown();
    const largest = Array.from(detail.ranking.data)
      .filter((key) => !isKeyMasked(detail, this.result, key))
      .slice(0, 3);
    return largest.map((key, i) => {
      const share = this.#shares[this.#bars.findIndex((bar) => bar.key === key)];
      return html`${i > 0 ? ' · ' : nothing}<bdi>${keys[key]}</bdi> <b>${share}</b>`;
    });
  }

  #point(event: PointerEvent): void {
    const key = this.#bars[this.#chart.indexAt(event) ?? -1]?.key;
    tell(
      this,
      'attention-cell',
      key === undefined || key === null ? null : { field: 'weights', query: null, key },
    );
  }
}

/** In the order of the sentence while all are named; else the largest first, and the rest as one. */
function barsOf(
  keys: readonly string[],
  detail: RowDetail,
  result: LabResult | null,
  words: Words,
): Bar[] {
  const bar = (key: number): Bar => ({
    label: keys[key] ?? '',
    weight: detail.weights.data[key]!,
    key,
    masked: isKeyMasked(detail, result, key),
  });
  const named = Array.from(detail.ranking.data);
  if (named.length === keys.length) return keys.map((_, key) => bar(key));
  const seen = named.map(bar).filter(({ masked }) => !masked);
  const rest = keys.length - seen.length;
  // The ranking falls: where it holds a masked key, all that it leaves out are masked too.
  const masked = seen.length < named.length;
  const label = masked ? words.bars.maskedTokens(rest) : words.lab.otherTokens(rest);
  return [...seen, { label, weight: scalarOf(detail.rest_weight), key: null, masked }];
}

function statusText(detail: RowDetail, { bars }: Words): string | null {
  const [first] = detail.weights.data;
  if (Number.isNaN(first)) return bars.notFinite;
  if (detail.weights.data.every((weight) => weight === 0)) return bars.nothing;
  return null;
}

function shortened({ label, key }: Bar, most: number): string {
  const letters = Array.from(label);
  return key === null || letters.length <= most ? label : `${letters.slice(0, most - 1).join('')}…`;
}

/** The percentage behind the end of each bar. */
function drawShares(
  chart: Bars,
  bars: readonly Bar[],
  shares: readonly string[],
  colors: CanvasColors,
): void {
  const { ctx } = chart;
  ctx.save();
  ctx.font = `13px ${colors.font}`;
  ctx.textBaseline = 'middle';
  chart.getDatasetMeta(0).data.forEach((bar, i) => {
    const masked = bars[i]?.masked;
    ctx.fillStyle = masked ? colors.muted : colors.ink;
    ctx.fillText(shares[i] ?? '', (masked ? chart.chartArea.left : bar.x) + 6, bar.y + 0.5);
  });
  ctx.restore();
}

define('attention-bars', AttentionBars);
