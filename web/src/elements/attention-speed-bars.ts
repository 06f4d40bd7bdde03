/** `<attention-speed-bars>`: each work's share of the limit, here, beside what others reached elsewhere. */
import { css, html, nothing } from 'lit';
import { shareOf, type Measured } from '../speed/figures';
import type { SpeedRow } from '../speed/report';
import { works, type Work } from '../speed/works';
import { BarChart, type Bars } from './chart';
import { PaintedView } from './painted-view';
import { theme, type CanvasColors } from './theme';

const kBar = 13;
/** Above the bars of a work its name, and as much below. */
const kName = 18;
/** Less is not to be seen. */
const kLeast = 0.005;
/** Room behind a bar for its words. */
const kWords = 150;
const kRivals = ['ONNX Runtime Web', 'TensorFlow.js'];
const kSides = ['here', ...kRivals];

interface Group {
  readonly work: Work;
  /** Ours here first; NaN for who has not done it. */
  readonly shares: readonly number[];
}

export class AttentionSpeedBars extends PaintedView {
  static override properties = { rows: { attribute: false }, elsewhere: { attribute: false } };
  static override styles = [
    theme,
    css`
      .chart {
        position: relative;
        inline-size: 100%;
      }
      canvas {
        display: block;
      }
    `,
  ];

  declare rows: readonly SpeedRow[];
  /** Of another machine. */
  declare elsewhere: readonly Measured[];

  readonly #chart = new BarChart(this);
  #groups: Group[] = [];

  constructor() {
    super();
    this.rows = [];
    this.elsewhere = [];
  }

  protected override willUpdate(): void {
    this.#groups = this.rows.flatMap((row) => groupOf(row, this.elsewhere));
  }

  protected override render() {
    if (this.#groups.length === 0) return nothing;
    return html`<div class="chart">
      <canvas
        role="img"
        aria-label="Bar chart of the share of the limit that each work reaches; the table below has its numbers."
      ></canvas>
    </div>`;
  }

  protected override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas) return;
    const each = kSides.length * kBar + 2 * kName;
    canvas.parentElement!.style.blockSize = `${this.#groups.length * each}px`;
    const { accent, muted, line } = this.canvasColors;
    const shown = this.#groups.flatMap(({ shares }) => shares).filter(Number.isFinite);
    this.#chart.draw(canvas, {
      data: {
        labels: this.#groups.map(({ work }) => work.short),
        datasets: kSides.map((label, side) => ({
          label,
          data: this.#groups.map(({ shares }) => shares[side]!),
          backgroundColor: side === 0 ? accent : line,
          borderColor: side === 0 ? accent : muted,
          borderWidth: side === 0 ? 0 : 1,
          borderRadius: 2,
          barThickness: kBar,
        })),
      },
      options: {
        animation: false,
        events: [],
        indexAxis: 'y',
        maintainAspectRatio: false,
        layout: { padding: { right: kWords } },
        scales: {
          x: { display: false, min: 0, max: Math.max(1, ...shown) },
          y: { display: false },
        },
      },
      over: (chart) => drawWords(chart, this.#groups, this.canvasColors),
    });
  }
}

function groupOf(row: SpeedRow, elsewhere: readonly Measured[]): Group[] {
  const work = works.find(({ id }) => id === row.id)!;
  if (!row.figure) return [];
  const here = shareOf(work, row.figure.milliseconds, row.figure.limit);
  if (here < kLeast) return [];
  const there = elsewhere.find(({ id }) => id === row.id);
  const rivals = kRivals.map((rival) => {
    const timing = there?.timings.find(({ who }) => who === rival);
    return timing ? shareOf(work, timing.milliseconds, there!.limit) : NaN;
  });
  return [{ work, shares: [here, ...rivals] }];
}

/** The name above the bars of a work, and behind each bar its share and whose it is. */
function drawWords(chart: Bars, groups: readonly Group[], colors: CanvasColors): void {
  const { ctx, chartArea } = chart;
  ctx.save();
  ctx.textBaseline = 'middle';
  for (const [i, { work, shares }] of groups.entries()) {
    const barOf = (side: number) => chart.getDatasetMeta(side).data[i]!;
    ctx.font = `600 13px ${colors.font}`;
    ctx.fillStyle = colors.ink;
    ctx.fillText(work.short, chartArea.left, barOf(0).y - (kBar + kName) / 2 + 1);
    ctx.font = `12px ${colors.font}`;
    for (const [side, share] of shares.entries()) {
      if (Number.isNaN(share)) continue;
      ctx.fillStyle = side === 0 ? colors.ink : colors.muted;
      const { x, y } = barOf(side);
      ctx.fillText(`${(100 * share).toFixed(0)}% ${kSides[side]!}`, x + 6, y + 0.5);
    }
  }
  ctx.restore();
}

customElements.define('attention-speed-bars', AttentionSpeedBars);
