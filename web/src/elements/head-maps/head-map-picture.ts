/** A head's weights as a small picture: ink for a head with a name, pencil for others; all on one scale. */
import { rasterize, type Coloring, type Raster } from '../../draw/matrix/raster';
import type { MatrixView } from '../../tensors/tensor';
import type { HeadMap } from './head-map';

/** A raised weight has the color of weight^kExponent. */
const kExponent = 0.62;

/** `isRaised`: shows small weights, where one head among many spreads its weight over a sentence. */
export function pictureOf(
  { weights, shape: [rows, columns], name }: HeadMap,
  isRaised = false,
): { matrix: MatrixView; coloring: Coloring } {
  const scale = name === undefined ? 'pencil' : 'ink';
  return {
    matrix: { rows, columns, data: isRaised ? raised(weights) : weights },
    coloring: { scale, reach: 1, masks: null },
  };
}

/** Both scales, one above the other, from 0 to 1. */
export function bothScales(dark: boolean, isRaised = false): Raster {
  const columns = 128;
  const weights = new Float32Array(columns).map((_, i) => i / (columns - 1));
  const data = isRaised ? raised(weights) : weights;
  const pixels = (['pencil', 'ink'] as const).flatMap((scale) => [
    ...rasterize({ rows: 1, columns, data }, { scale, reach: 1, masks: null }, dark).pixels,
  ]);
  return { rows: 2, columns, pixels: Uint8ClampedArray.from(pixels) };
}

const kSteps = 1023;
let powers: Float32Array | null = null;

/** Uses a table of powers, because a long sentence has millions of weights. */
function raised(weights: Float32Array): Float32Array {
  powers ??= new Float32Array(kSteps + 1).map((_, i) => (i / kSteps) ** kExponent);
  const table = powers;
  return weights.map((weight) => table[Math.round(weight * kSteps)] ?? weight);
}
