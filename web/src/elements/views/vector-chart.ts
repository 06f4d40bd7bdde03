/** A context vector as a chart of stacked bars, with the sum of each stack. */
import { dimensionNames, formatNumber } from '../../draw/format';
import { barNames, stackOf, sumMarks } from '../../draw/pictures/vector-stack';
import { kText } from '../../draw/scene/scene';
import { measureOn } from '../../draw/scene/to-canvas';
import type { CanvasColors } from '../styles/theme';
import type { BarPicture, Bars } from '../charts/bar-chart';
import { paintScaled } from './text-scale';
import type { ContextPart } from './vector-parts';

export function vectorChart(
  parts: readonly ContextPart[],
  context: Float32Array,
  /** The hovered dimension. */
  pointed: number | null,
  colors: CanvasColors,
  /** How much larger text is than usual. */
  scale: number,
): BarPicture {
  const { ink, muted, line, paper, font } = colors;
  const isNarrow = context.length > 32;
  return {
    data: {
      labels: dimensionNames(context.length),
      datasets: parts.map(({ label, color, values }) => ({
        label,
        data: Array.from(values),
        backgroundColor: color,
        categoryPercentage: 1,
        barPercentage: isNarrow ? 0.9 : 0.6,
        // A line of paper between bars whose grays are alike.
        borderColor: paper,
        borderWidth: isNarrow ? 0 : 0.5,
        borderSkipped: false,
        maxBarThickness: 56 * scale,
      })),
    },
    options: {
      animation: false,
      events: [],
      maintainAspectRatio: false,
      layout: { padding: { top: 14 * scale, bottom: 4 } },
      scales: {
        x: {
          stacked: true,
          border: { display: false },
          grid: { display: false },
          ticks: {
            maxRotation: 0,
            font: { family: font, size: kText * scale },
            color: (tick) => (tick.index === pointed ? ink : muted),
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
            font: { family: font, size: kText * scale },
            callback: (value) => formatNumber(Number(value), 1),
          },
        },
      },
    },
    over: (chart) => drawSums(chart, parts, context, pointed, colors, scale),
  };
}

function drawSums(
  { ctx, scales }: Bars,
  parts: readonly ContextPart[],
  context: Float32Array,
  pointed: number | null,
  colors: CanvasColors,
  scale: number,
): void {
  const [x, y] = [scales['x']!, scales['y']!];
  const pitch = x.width / context.length / scale;
  const levelOf = (value: number) => y.getPixelForValue(value) / scale;
  const fonts = { sans: colors.font, serif: colors.font };
  const measure = measureOn(ctx.canvas, fonts);
  const shapes = Array.from(context).flatMap((value, i) => {
    const stack = stackOf(parts, i);
    const middle = x.getPixelForValue(i) / scale;
    const column = { middle, pitch, levelOf, colors, numbered: i === pointed };
    return [...barNames(value, stack, column, measure), ...sumMarks(value, stack, column)];
  });
  paintScaled(ctx, shapes, fonts, scale);
}
