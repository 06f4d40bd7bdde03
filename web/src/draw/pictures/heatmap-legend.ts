/** Text of a heatmap's legend. */
import { isDiverging } from '../color';
import { formatNumber } from '../format';
import type { Coloring } from '../matrix/raster';

/** The values at both ends of the color scale. Appends `andMore` if `max` exceeds the scale. */
export function scaleEnds({ scale, reach }: Coloring, max: number, andMore: string) {
  const end = formatNumber(reach);
  const start = isDiverging(scale) ? formatNumber(-reach) : '0';
  return [start, reach < max ? `${end}${andMore}` : end] as const;
}
