/** A row of weights as a bar chart, each bar with its share. */
import { kBarShare, shareText } from '../../draw/pictures/bar-row';
import { paintShapes } from '../../draw/scene/to-canvas';
import type { CanvasColors } from '../base/theme';
import type { BarPicture, Bars } from '../base/chart';
import type { Bar } from './row-bars';

interface Look {
  readonly colors: CanvasColors;
  /** Longer labels are truncated. */
  readonly maxLetters: number;
  /** Key index of the query token, and of the hovered key. */
  readonly self: number;
  readonly pointed: number | null;
}

export function barsChart(bars: readonly Bar[], shares: readonly string[], look: Look): BarPicture {
  const { colors, maxLetters, self, pointed } = look;
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
      layout: { padding: { right: 60 } },
      scales: {
        // Numbers of a file may be below 0.
        x: { display: false, ...(!bars.some(({ weight }) => weight < 0) && { min: 0 }) },
        y: {
          border: { display: false },
          grid: { display: false },
          ticks: {
            autoSkip: false,
            color: (tick) => (bars[tick.index]?.key === self ? queryColor : ink),
            font: (tick) => ({
              family: font,
              size: 13,
              weight: bars[tick.index]?.key === self ? 600 : 400,
            }),
          },
        },
      },
    },
    over: (chart) => drawShares(chart, bars, shares, colors),
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
  colors: CanvasColors,
): void {
  const zero = chart.scales['x']!.getPixelForValue(0);
  const shapes = chart.getDatasetMeta(0).data.map(({ x, y }, i) => {
    const masked = bars[i]?.masked ?? false;
    // A number that is not finite has no bar.
    const end = masked || !Number.isFinite(x) ? zero : Math.max(x, zero);
    return shareText(shares[i] ?? '', masked, end, y, colors);
  });
  paintShapes(chart.ctx, shapes, { sans: colors.font, serif: colors.font });
}
