/** A row of weights as a bar chart, each bar with its share. */
import { kBarShare, shareText } from '../../draw/pictures/bar-row';
import { paintShapes } from '../../draw/scene/to-canvas';
import type { CanvasColors } from '../base/theme';
import type { BarPicture, Bars } from '../base/chart';
import type { Bar } from './row-bars';

interface Look {
  readonly colors: CanvasColors;
  /** Longer labels are cut. */
  readonly maxLetters: number;
  /** The followed token as a key, and the key that is pointed at. */
  readonly self: number;
  readonly pointed: number | null;
}

export function barsChart(bars: readonly Bar[], shares: readonly string[], look: Look): BarPicture {
  const { colors, maxLetters, self, pointed } = look;
  const { ink, muted, query: followed, accent, font } = colors;
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
            color: (tick) => (bars[tick.index]?.key === self ? followed : ink),
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

function shortened({ label, key }: Bar, most: number): string {
  const letters = Array.from(label);
  return key === null || letters.length <= most ? label : `${letters.slice(0, most - 1).join('')}…`;
}

function drawShares(
  chart: Bars,
  bars: readonly Bar[],
  shares: readonly string[],
  colors: CanvasColors,
): void {
  const shapes = chart.getDatasetMeta(0).data.map(({ x, y }, i) => {
    const masked = bars[i]?.masked ?? false;
    return shareText(shares[i] ?? '', masked, masked ? chart.chartArea.left : x, y, colors);
  });
  paintShapes(chart.ctx, shapes, { sans: colors.font, serif: colors.font });
}
