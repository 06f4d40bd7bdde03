/** A row of weights as a bar chart, each bar with its share. */
import { barPitch, kBarShare, shareText } from '../../draw/pictures/bar-row';
import { dashesOf } from '../../draw/pictures/dashes';
import { baselineFor, kText, shortNumber, textAt, type Shape } from '../../draw/scene/scene';
import { measureOn } from '../../draw/scene/to-canvas';
import type { CanvasColors } from '../styles/theme';
import type { BarPicture, Bars } from '../charts/bar-chart';
import type { Bar } from './row-bars';
import { paintScaled } from './text-scale';

interface BarsStyle {
  readonly colors: CanvasColors;
  /** How much larger text is than usual. */
  readonly scale: number;
  /** Longer labels are truncated. */
  readonly maxLetters: number;
  /** Key index of the query token, and of the hovered key. */
  readonly self: number;
  readonly pointed: number | null;
  /** The bars without the visitor's changes, where they differ. */
  readonly barsBefore: readonly (BarBefore | undefined)[];
}

export interface BarBefore {
  readonly weight: number;
  readonly share: string;
}

/** Pixels beside the bars, for a share and for the old one. */
const kShareRoom = 60;
const kBeforeRoom = 50;

export function barsChart(
  bars: readonly Bar[],
  shares: readonly string[],
  style: BarsStyle,
): BarPicture {
  const { colors, scale, maxLetters, self, pointed, barsBefore } = style;
  const before = barsBefore.flatMap((bar) => bar?.weight ?? []);
  const { ink, muted, query: queryColor, accent, font } = colors;
  return {
    data: {
      labels: bars.map((bar) => shortened(bar, maxLetters)),
      datasets: [
        {
          data: bars.map((bar) => (bar.masked ? NaN : bar.weight)),
          backgroundColor: bars.map((bar) =>
            bar.key === null ? muted : bar.key === pointed ? ink : accent,
          ),
          barPercentage: kBarShare,
          categoryPercentage: 1,
          borderRadius: 2,
          // A tiny weight still gets one pixel; a masked key (NaN) gets no bar.
          minBarLength: 1,
        },
      ],
    },
    options: {
      animation: false,
      events: [],
      indexAxis: 'y',
      maintainAspectRatio: false,
      layout: { padding: { right: scale * (kShareRoom + (before.length > 0 ? kBeforeRoom : 0)) } },
      scales: {
        // Numbers of a file may be below 0.
        x: {
          display: false,
          ...(!bars.some(({ weight }) => weight < 0) && { min: 0 }),
          ...(before.length > 0 && { suggestedMax: Math.max(...before) }),
        },
        y: {
          border: { display: false },
          grid: { display: false },
          ticks: {
            autoSkip: false,
            color: (tick) => (bars[tick.index]?.key === self ? queryColor : ink),
            font: (tick) => ({
              family: font,
              size: kText * scale,
              weight: bars[tick.index]?.key === self ? 600 : 400,
            }),
          },
        },
      },
    },
    over: (chart) => drawShares(chart, bars, shares, style),
  };
}

function shortened({ label, key }: Bar, maxLetters: number): string {
  const letters = Array.from(label);
  return key === null || letters.length <= maxLetters
    ? label
    : `${letters.slice(0, maxLetters - 1).join('')}…`;
}

function drawShares(
  chart: Bars,
  bars: readonly Bar[],
  shares: readonly string[],
  { colors, scale, barsBefore }: BarsStyle,
): void {
  const fonts = { sans: colors.font, serif: colors.font };
  const measure = measureOn(chart.canvas, fonts);
  const height = barPitch(bars.length) * kBarShare;
  const placeOf = (value: number) => chart.scales['x']!.getPixelForValue(value) / scale;
  const zero = placeOf(0);
  const shapes = chart.getDatasetMeta(0).data.flatMap((bar, i): Shape[] => {
    const [x, y] = [bar.x / scale, bar.y / scale];
    const masked = bars[i]?.masked ?? false;
    // A number that is not finite has no bar.
    const end = masked || !Number.isFinite(x) ? zero : Math.max(x, zero);
    const before = barsBefore[i];
    if (!before) return [shareText(shares[i] ?? '', masked, end, y, colors)];
    const old = placeOf(before.weight);
    const text = shareText(shares[i] ?? '', masked, Math.max(end, old), y, colors);
    const from = text.x + measure(text.text, text) + 8;
    const textStyle = { size: kText, italic: true, fill: colors.muted };
    const width = measure(before.share, textStyle);
    return [
      outline({ from: zero, to: old, middle: y, height }, colors.muted),
      text,
      textAt(from, baselineFor(y, kText), before.share, textStyle),
      {
        kind: 'path',
        x: 0,
        y: 0,
        stroke: colors.muted,
        lineWidth: 1,
        d: `M${shortNumber(from - 2)} ${shortNumber(y)}h${shortNumber(width + 4)}`,
      },
    ];
  });
  paintScaled(chart.ctx, shapes, fonts, scale);
}

/** The bar as it was, dashed. */
function outline(
  bar: { from: number; to: number; middle: number; height: number },
  stroke: string,
): Shape {
  const [top, bottom] = [bar.middle - bar.height / 2, bar.middle + bar.height / 2];
  const corners = [
    { x: bar.from, y: top },
    { x: bar.to, y: top },
    { x: bar.to, y: bottom },
    { x: bar.from, y: bottom },
  ];
  return { kind: 'path', x: 0, y: 0, d: dashesOf(corners), stroke, lineWidth: 1 };
}
