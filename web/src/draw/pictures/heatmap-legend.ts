/** What a heatmap's legend says. */
import { formatNumber } from '../format';
import type { Coloring } from '../matrix/raster';

/** The values at both ends of the colors. `andMore` is appended where `most` is beyond the end. */
export function scaleEnds({ scale, reach }: Coloring, most: number, andMore: string) {
  const end = formatNumber(reach);
  const start = scale === 'sequential' ? '0' : formatNumber(-reach);
  return [start, reach < most ? `${end}${andMore}` : end] as const;
}
