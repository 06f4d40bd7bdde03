/** Text of the legends of heatmaps. */
import { isDiverging } from '../color-scales';
import { formatNumber } from '../format';
import type { Coloring } from '../matrix/raster';
import { rangeOf, type MatrixView } from '../../tensors/tensor';

/** The values at both ends of the color scale. Appends `andMore` if `max` exceeds the scale. */
export function scaleEnds({ scale, reach }: Coloring, max: number, andMore: string) {
  const end = formatNumber(reach);
  const start = isDiverging(scale) ? formatNumber(-reach) : '0';
  return [start, reach < max ? `${end}${andMore}` : end] as const;
}

/** The same for heads that share one scale. */
export function headsScaleEnds(
  heads: readonly { readonly matrix: MatrixView; readonly coloring: Coloring }[],
  andMore: string,
) {
  const max = Math.max(...heads.map(({ matrix }) => rangeOf(matrix.data).max));
  return scaleEnds(heads[0]!.coloring, max, andMore);
}
