/** A head's weights as a small picture: ink for a head with a name, pencil for others; all on one scale. */
import { rasterize, type Coloring, type Raster } from '../../draw/matrix/raster';
import type { MatrixView } from '../../tensor';
import type { HeadMap } from '../../training/view-types';

const kEven = 1;
/** Raises small weights, where one head among many spreads its weight over a sentence. */
export const kRaised = 0.62;

/** `exponent`: a weight has the color of weight^exponent. */
export function pictureOf(
  { weights, shape: [rows, columns], name }: HeadMap,
  exponent = kEven,
): { matrix: MatrixView; coloring: Coloring } {
  const scale = name === undefined ? 'pencil' : 'ink';
  return {
    matrix: { rows, columns, data: raised(weights, exponent) },
    coloring: { scale, reach: 1, masks: null },
  };
}

/** Both scales, one above the other, from 0 to 1. */
export function scaleOf(dark: boolean, exponent = kEven): Raster {
  const columns = 128;
  const data = raised(
    new Float32Array(columns).map((_, i) => i / (columns - 1)),
    exponent,
  );
  const pixels = (['pencil', 'ink'] as const).flatMap((scale) => [
    ...rasterize({ rows: 1, columns, data }, { scale, reach: 1, masks: null }, dark).pixels,
  ]);
  return { rows: 2, columns, pixels: Uint8ClampedArray.from(pixels) };
}

const kSteps = 1023;
let powers: Float32Array | null = null;

/** Uses a table of powers, because a long sentence has millions of weights. */
function raised(weights: Float32Array, exponent: number): Float32Array {
  if (exponent === kEven) return weights;
  powers ??= new Float32Array(kSteps + 1).map((_, i) => (i / kSteps) ** kRaised);
  const table = powers;
  return weights.map((weight) => table[Math.round(weight * kSteps)] ?? weight);
}
