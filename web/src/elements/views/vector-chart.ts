/** A context vector as a chart of stacked bars, with the sum of each stack. */
import { dimensionNames, formatNumber } from '../../draw/format';
import { stackOf, sumMarks } from '../../draw/pictures/vector-stack';
import { kText } from '../../draw/scene/scene';
import type { CanvasColors } from '../base/theme';
import type { BarPicture, Bars } from '../base/chart';
import { paintScaled } from './text-scale';
import type { Part } from './vector-parts';

export function vectorChart(
  parts: readonly Part[],
  context: Float32Array,
  /** The hovered dimension. */
  pointed: number | null,
  colors: CanvasColors,
  /** How much larger text is than usual. */
  scale: number,
): BarPicture {
  const { ink, muted, line, font } = colors;
  return {
    data: {
      labels: dimensionNames(context.length),
      datasets: parts.map(({ label, color, values }) => ({
        label,
        data: Array.from(values),
        backgroundColor: color,
        categoryPercentage: 1,
        barPercentage: context.length > 32 ? 0.9 : 0.6,
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
  parts: readonly Part[],
  context: Float32Array,
  pointed: number | null,
  colors: CanvasColors,
  scale: number,
): void {
  const [x, y] = [scales['x']!, scales['y']!];
  const pitch = x.width / context.length / scale;
  const levelOf = (value: number) => y.getPixelForValue(value) / scale;
  const shapes = Array.from(context).flatMap((value, i) =>
    sumMarks(value, stackOf(parts, i), {
      middle: x.getPixelForValue(i) / scale,
      pitch,
      levelOf,
      colors,
      numbered: i === pointed,
    }),
  );
  paintScaled(ctx, shapes, { sans: colors.font, serif: colors.font }, scale);
}
