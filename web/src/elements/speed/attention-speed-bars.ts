/** `<attention-speed-bars>`: each workload's share of the limit here, and shares of rivals on another machine. */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { shareOf, type Measured } from '../../speed/figures';
import type { SpeedRow } from '../../speed/run';
import { workloads } from '../../speed/workloads';
import '../../words/add-report';
import type { Words } from '../../words/words';
import { speedTerms } from './speed-terms';
import { BarChart, type Bars } from '../charts/bar-chart';
import { define } from '../base/define';
import { PaintedView } from '../base/painted-view';
import { formatShare } from '../parts/share-bar';
import { type CanvasColors } from '../styles/theme';

const kLine = 17;
/** Room for the text to the right of a bar, in pixels. */
const kTextRoom = 155;
const kRivals = ['ONNX Runtime Web', 'TensorFlow.js'];

/** A line of the chart: the name of a workload, a bar, or a gap between workloads. */
interface Line {
  readonly words: string;
  /** Null for a line without a bar. */
  readonly share: number | null;
  readonly isHere: boolean;
}

export class AttentionSpeedBars extends PaintedView {
  static override styles = css`
    .chart {
      position: relative;
      inline-size: 100%;
    }
    canvas {
      display: block;
    }
  `;

  @property({ attribute: false }) rows: readonly SpeedRow[] = [];
  /** Measured on another machine. */
  @property({ attribute: false }) elsewhere: readonly Measured[] = [];

  readonly #chart = new BarChart(this);
  #lines: Line[] = [];

  protected override willUpdate(): void {
    this.#lines = this.rows.flatMap((row) => linesOf(row, this.elsewhere, this.words));
  }

  protected override render() {
    if (this.#lines.length === 0) return nothing;
    return html`<div class="chart">
      <canvas role="img" aria-label=${this.words.report.speed.chart}></canvas>
    </div>`;
  }

  protected override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    if (!canvas) return;
    canvas.parentElement!.style.blockSize = `${this.#lines.length * kLine}px`;
    const { accent, muted, line } = this.canvasColors;
    const shares = this.#lines.map(({ share }) => share ?? NaN);
    this.#chart.draw(canvas, {
      data: {
        labels: this.#lines.map(({ words }) => words),
        datasets: [
          {
            data: shares,
            backgroundColor: this.#lines.map(({ isHere }) => (isHere ? accent : line)),
            borderColor: this.#lines.map(({ isHere }) => (isHere ? accent : muted)),
            borderWidth: 1,
            borderRadius: 2,
            barPercentage: 0.8,
            categoryPercentage: 1,
          },
        ],
      },
      options: {
        animation: false,
        events: [],
        indexAxis: 'y',
        maintainAspectRatio: false,
        layout: { padding: { right: kTextRoom } },
        scales: {
          x: { display: false, min: 0, max: Math.max(1, ...shares.filter(Number.isFinite)) },
          y: { display: false },
        },
      },
      over: (chart) => drawWords(chart, this.#lines, this.canvasColors),
    });
  }
}

function linesOf({ id, figure }: SpeedRow, elsewhere: readonly Measured[], words: Words): Line[] {
  const workload = workloads.find((candidate) => candidate.id === id)!;
  if (!figure) return [];
  const here = shareOf(workload, figure.milliseconds, figure.limit);
  const there = elsewhere.find((measured) => measured.id === id);
  const bar = (owner: string, share: number, isHere: boolean): Line => ({
    words: `${formatShare(share)} ${owner}`,
    share,
    isHere,
  });
  const rivals = kRivals.flatMap((rival) => {
    const timing = there?.timings.find(({ who }) => who === rival);
    return timing ? [bar(rival, shareOf(workload, timing.milliseconds, there!.limit), false)] : [];
  });
  const withoutBar = (words: string): Line => ({ words, share: null, isHere: false });
  return [
    withoutBar(speedTerms(words)(workload.short)),
    bar(words.report.speed.barHere, here, true),
    ...rivals,
    withoutBar(''),
  ];
}

/**
 * Draws the name of each workload above its bars, share and owner to the right of each bar, and a mark at the limit across
 * each bar's line.
 */
function drawWords(chart: Bars, lines: readonly Line[], colors: CanvasColors): void {
  const { ctx, chartArea } = chart;
  const limit = Math.round(chart.scales['x']!.getPixelForValue(1));
  ctx.save();
  ctx.textBaseline = 'middle';
  chart.getDatasetMeta(0).data.forEach(({ x, y }, i) => {
    const { words, share, isHere } = lines[i]!;
    ctx.font = share === null ? `600 14px ${colors.font}` : `14px ${colors.font}`;
    const left = share === null ? chartArea.left : x + 6;
    if (share !== null) {
      const top = y - kLine / 2;
      // The mark has paper on both sides, and the text has paper behind it.
      ctx.fillStyle = colors.paper;
      ctx.fillRect(limit - 1, top, 3, kLine);
      ctx.fillStyle = colors.ink;
      ctx.fillRect(limit, top, 1, kLine);
      ctx.fillStyle = colors.paper;
      ctx.fillRect(left - 3, top, ctx.measureText(words).width + 6, kLine);
    }
    ctx.fillStyle = share === null || isHere ? colors.ink : colors.muted;
    ctx.fillText(words, left, y + 0.5);
  });
  ctx.restore();
}

define('attention-speed-bars', AttentionSpeedBars);
