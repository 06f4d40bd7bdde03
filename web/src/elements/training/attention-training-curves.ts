/** `<attention-training-curves>`: loss, right answers and every head's score over the steps; a slider through the run. */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Point } from '../../geometry/point';
import { emptyCurves, largestLoss, type CurvePoint, type Curves } from '../../training/curves';
import { logStep, nearestSnapshot, stepAt, stepTicks } from '../../training/step-axis';
import { formatDecimal, formatRight } from '../../draw/format';
import { arcColor } from '../../draw/pictures/arcs';
import { kMinNamedScore } from '../../model/heads/head-name';
import '../../words/add-training-page';
import { chartKey } from '../charts/chart-key.styles';
import { define } from '../base/define';
import { hasModifier } from '../input/has-modifier';
import { PaintedView } from '../base/painted-view';
import { LineChart, type CanvasLines, type LineScales } from '../charts/line-chart';
import { PointerDrag } from '../input/pointer-drag';
import { sender } from '../base/sender';
import { textScale } from '../views/text-scale';

/** The end of the step axis without a recipe. */
const kEnd = 800;
/** The size of text, and the height of a name above a line. */
const kSize = 14;
const kLineName = 20;
/** A line with more points than this looks the same. */
const kMaxPoints = 400;

const send = sender<{ 'attention-seek': { readonly step: number } }>({ bubbles: true });

/** @fires {CustomEvent<{step: number}>} attention-seek - the step of a snapshot */
export class AttentionTrainingCurves extends PaintedView {
  static override styles = [
    chartKey,
    css`
      .film {
        position: relative;
        block-size: var(--attention-film, 15rem);
        font-size: 0.875rem;
        cursor: ew-resize;
        touch-action: pan-y;
      }
      canvas {
        position: absolute;
        inset: 0;
      }
      .key svg {
        stroke: currentColor;
        stroke-width: 1.5;
      }
      .key .ink svg {
        stroke: var(--arc);
        stroke-width: 2.5;
      }
    `,
  ];

  @property({ attribute: false }) curves: Curves = emptyCurves;
  /** A second run, drawn dotted. */
  @property({ attribute: false }) second: Curves | null = null;
  @property({ type: Number }) step = 0;
  @property({ type: Number }) steps = 0;
  /** The step that the run begins at. */
  @property({ type: Number }) first = 0;
  /** The last step that was reached. */
  @property({ type: Number }) last = 0;
  /** The steps between two snapshots. */
  @property({ type: Number }) every = 5;
  /** The step at which the penalty begins, if there is one. */
  @property({ attribute: false }) penaltyFrom: number | null = null;
  /** Whether no head can earn a name: the scores then are weights on patches with ink. */
  @property({ type: Boolean }) unnamed = false;
  /** Whether the chart is the slider of the run. */
  @property({ type: Boolean }) fixed = false;

  readonly #chart = new LineChart(this);
  readonly #drag = new PointerDrag(this, (event) => {
    if (this.fixed) return undefined;
    this.#follow(event);
    return { move: (event) => this.#follow(event) };
  });

  protected override render() {
    const words = this.words.training.curves;
    const isSlider = !this.fixed;
    return html`<div
        class="film"
        role=${isSlider ? 'slider' : 'img'}
        tabindex=${isSlider ? 0 : -1}
        aria-label=${isSlider ? words.label : words.heading}
        aria-valuemin=${isSlider ? this.first : nothing}
        aria-valuemax=${isSlider ? Math.max(this.last, this.step) : nothing}
        aria-valuenow=${isSlider ? this.step : nothing}
        aria-valuetext=${isSlider ? this.#shown : nothing}
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
        @pointerdown=${this.#drag.start}
      >
        <canvas></canvas>
      </div>
      <ul class="key">
        <li class=${this.unnamed ? '' : 'ink'}>
          <svg aria-hidden="true"><path d="M0 4h26"></path></svg
          >${this.unnamed ? this.words.training.digitRun.score : words.score}
        </li>
        <li>
          <svg aria-hidden="true"><path d="M0 4h26" stroke-dasharray="5 3"></path></svg
          >${words.right}
        </li>
        <li>
          <svg aria-hidden="true"><path d="M0 4h26" stroke-dasharray="1 3"></path></svg
          >${words.lossAtRight}
        </li>
        ${this.penaltyFrom ? html`<li>${words.penalized(this.penaltyFrom)}</li>` : ''}
        ${this.second ? html`<li>${words.runs}</li>` : ''}
      </ul>`;
  }

  /** The shown step, and its share of right answers if it was evaluated. */
  get #shown(): string {
    const { training, marks } = this.words;
    const { curves, run } = training;
    const right = this.curves.right.find(({ step }) => step === this.step);
    const progress = run.progress(this.step, this.steps);
    return right
      ? `${progress}${marks.comma}${curves.right} ${formatRight(right.value, 0)}`
      : progress;
  }

  get #end(): number {
    return this.steps || kEnd;
  }

  #follow(event: PointerEvent): boolean {
    const log = this.#chart.valueAt(event);
    if (log !== null) this.#seek(nearestSnapshot(stepAt(log), this.every, this.last));
    return true;
  }

  #key(event: KeyboardEvent): void {
    if (this.fixed || hasModifier(event)) return;
    const { step, every, first, last } = this;
    const to = {
      ArrowLeft: Math.ceil(step / every - 1) * every,
      ArrowDown: Math.ceil(step / every - 1) * every,
      ArrowRight: Math.floor(step / every + 1) * every,
      ArrowUp: Math.floor(step / every + 1) * every,
      PageDown: Math.ceil(step / every - 10) * every,
      PageUp: Math.floor(step / every + 10) * every,
      Home: first,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#seek(Math.min(to, last));
  }

  #seek(to: number): void {
    const step = Math.max(this.first, to);
    if (step !== this.step) send(this, 'attention-seek', { step });
  }

  protected override updated(): void {
    const canvas = this.renderRoot.querySelector('canvas')!;
    const scale = textScale(canvas);
    this.#chart.draw(canvas, {
      data: {
        datasets: [
          ...this.#lines(this.curves, false),
          ...(this.second ? this.#lines(this.second, true) : []),
        ],
      },
      options: {
        animation: false,
        events: [],
        maintainAspectRatio: false,
        parsing: false,
        layout: { padding: { top: 14 } },
        scales: this.#scales(scale),
      },
      over: (chart) => this.#drawOver(chart, scale),
    });
  }

  /** The axes: steps, shares, and at the right the loss. */
  #scales(scale: number): LineScales {
    const { muted, line, font } = this.canvasColors;
    const loss = largestLoss(this.second ? [this.curves, this.second] : [this.curves]);
    const steps = stepTicks(this.#end);
    const ticks = { color: muted, font: { family: font, size: kSize * scale } };
    return {
      x: {
        type: 'linear',
        min: 0,
        max: logStep(this.#end),
        grid: { display: false },
        border: { color: line },
        afterBuildTicks: (axis) =>
          (axis.ticks = steps.map((step) => ({ value: logStep(step), label: String(step) }))),
        ticks: {
          ...ticks,
          callback: (value) => String(stepAt(Number(value))),
          maxRotation: 0,
          autoSkip: true,
        },
      },
      y: {
        min: 0,
        max: 1,
        grid: { color: line, drawTicks: false },
        border: { display: false },
        ticks: { ...ticks, stepSize: 1, padding: 6 },
      },
      loss: {
        position: 'right',
        min: 0,
        max: loss,
        grid: { display: false },
        border: { display: false },
        ticks: {
          ...ticks,
          stepSize: loss,
          // Chart.js asks again when the size changes.
          callback: (value) =>
            this.withDecimalMark(() =>
              Number(value) === 0 ? '0' : formatDecimal(Number(value), 1),
            ),
        },
      },
    };
  }

  #lines(curves: Curves, isSecond: boolean) {
    const { muted, ink } = this.canvasColors;
    const dashed = (dash: number[]) => (isSecond ? [2, 4] : dash);
    return [
      {
        data: pointsOf(curves.loss),
        yAxisID: 'loss',
        borderColor: muted,
        borderWidth: 1,
        borderDash: isSecond ? [1, 7] : [1, 3],
      },
      {
        data: pointsOf(curves.right),
        borderColor: ink,
        borderWidth: 1,
        borderDash: dashed([5, 3]),
      },
      ...curves.heads.map(({ points, ink }) => ({
        data: pointsOf(points),
        borderColor: arcColor(ink, this.canvasColors),
        borderWidth: 1 + 1.5 * ink,
        borderDash: dashed([]),
      })),
    ];
  }

  /** Draws the line above which a head earns its name, the step at which the penalty begins, and the shown step. */
  #drawOver(chart: CanvasLines, scale: number): void {
    const { ctx } = chart;
    const { muted, font } = this.canvasColors;
    ctx.save();
    ctx.lineWidth = 1;
    ctx.font = `${kSize * scale}px ${font}`;
    ctx.fillStyle = muted;
    ctx.textBaseline = 'bottom';
    if (!this.unnamed) this.#drawNamed(chart, scale);
    if (this.penaltyFrom !== null && this.penaltyFrom > 0)
      this.#drawPenalty(chart, this.penaltyFrom);
    if (!this.fixed) this.#drawStep(chart);
    ctx.restore();
  }

  #drawNamed({ ctx, chartArea: { left, right, top }, scales }: CanvasLines, scale: number): void {
    const named = scales['y']!.getPixelForValue(kMinNamedScore);
    rule(ctx, this.canvasColors.muted, [1, 4], { x: left, y: named }, { x: right, y: named });
    // If the chart is low, the line's name would cross the line at 1.
    const isLow = named - top < kLineName * scale;
    if (isLow) ctx.textBaseline = 'top';
    const width = right - left - 12;
    ctx.fillText(this.words.training.earns, left + 6, named + (isLow ? 3 : -2), width);
    ctx.textBaseline = 'bottom';
  }

  #drawPenalty(
    { ctx, chartArea: { left, right, top, bottom }, scales }: CanvasLines,
    from: number,
  ): void {
    if (right - left <= 500) return;
    const x = scales['x']!.getPixelForValue(logStep(from));
    rule(ctx, this.canvasColors.line, [], { x, y: top }, { x, y: bottom });
    ctx.textAlign = 'end';
    const text = this.words.training.curves.penalty(from);
    ctx.fillText(text, x - 5, (top + bottom) / 2, x - left - 12);
  }

  #drawStep({ ctx, chartArea: { top, bottom }, scales }: CanvasLines): void {
    const { ink } = this.canvasColors;
    const x = scales['x']!.getPixelForValue(logStep(this.step));
    rule(ctx, ink, [], { x, y: top - 4 }, { x, y: bottom });
    ctx.fillStyle = ink;
    ctx.beginPath();
    ctx.moveTo(x - 5, top - 12);
    ctx.lineTo(x + 5, top - 12);
    ctx.lineTo(x, top - 4);
    ctx.fill();
  }
}

function rule(
  ctx: CanvasRenderingContext2D,
  color: string,
  dash: number[],
  from: Point,
  to: Point,
): void {
  ctx.strokeStyle = color;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
}

/** Points by log step: all points at first, and later only as many as can be distinguished. */
function pointsOf(points: readonly CurvePoint[]): Point[] {
  const stride = Math.ceil(points.length / kMaxPoints);
  return points
    .filter((_, i) => i < 100 || i % stride === 0 || i === points.length - 1)
    .map(({ step, value }) => ({ x: logStep(step), y: value }));
}

define('attention-training-curves', AttentionTrainingCurves);
