/** `<attention-speed-bars>`: each work's share of the limit here, and shares of rivals on another machine. */
import { css, html, nothing } from 'lit';
import { shareOf, type Measured } from '../../speed/figures';
import type { SpeedRow } from '../../speed/report';
import { works } from '../../speed/works';
import { BarChart, type Bars } from '../base/chart';
import { define } from '../base/define';
import { PaintedView } from '../base/painted-view';
import { formatShare } from '../base/share-bar';
import { theme, type CanvasColors } from '../base/theme';

const kLine = 17;
/** Smaller shares are not visible. */
const kMinShare = 0.02;
/** Room for the text to the right of a bar, in pixels. */
const kTextRoom = 155;
const kRivals = ['ONNX Runtime Web', 'TensorFlow.js'];

/** A line of the chart: the name of a work, a bar, or a gap between works. */
interface Line {
  readonly words: string;
  /** Null for a line without a bar. */
  readonly share: number | null;
  readonly isHere: boolean;
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
  /** Measured on another machine. */
  declare elsewhere: readonly Measured[];

  readonly #chart = new BarChart(this);
  #lines: Line[] = [];

  constructor() {
    super();
    this.rows = [];
    this.elsewhere = [];
  }

  protected override willUpdate(): void {
    this.#lines = this.rows.flatMap((row) => linesOf(row, this.elsewhere));
  }

  protected override render() {
    if (this.#lines.length === 0) return nothing;
    return html`<div class="chart">
      <canvas
        role="img"
        aria-label="Bar chart of the share of the limit that each workload reaches. The table below has the numbers."
      ></canvas>
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

function linesOf({ id, figure }: SpeedRow, elsewhere: readonly Measured[]): Line[] {
  const work = works.find((candidate) => candidate.id === id)!;
  if (!figure) return [];
  const here = shareOf(work, figure.milliseconds, figure.limit);
  if (here < kMinShare) return [];
  const there = elsewhere.find((measured) => measured.id === id);
  const bar = (owner: string, share: number, isHere: boolean): Line => ({
    words: `${formatShare(share)} ${owner}`,
    share,
    isHere,
  });
  const rivals = kRivals.flatMap((rival) => {
    const timing = there?.timings.find(({ who }) => who === rival);
    return timing ? [bar(rival, shareOf(work, timing.milliseconds, there!.limit), false)] : [];
  });
  const withoutBar = (words: string): Line => ({ words, share: null, isHere: false });
  return [withoutBar(work.short), bar('here', here, true), ...rivals, withoutBar('')];
}

/** Draws the name of each work above its bars, and share and owner to the right of each bar. */
function drawWords(chart: Bars, lines: readonly Line[], colors: CanvasColors): void {
  const { ctx, chartArea } = chart;
  ctx.save();
  ctx.textBaseline = 'middle';
  chart.getDatasetMeta(0).data.forEach(({ x, y }, i) => {
    const { words, share, isHere } = lines[i]!;
    ctx.font = share === null ? `600 13px ${colors.font}` : `12px ${colors.font}`;
    ctx.fillStyle = share === null || isHere ? colors.ink : colors.muted;
    ctx.fillText(words, share === null ? chartArea.left : x + 6, y + 0.5);
  });
  ctx.restore();
}

define('attention-speed-bars', AttentionSpeedBars);
