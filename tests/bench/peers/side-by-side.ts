/** Joins parameters, so that one product replaces three. */
import type { PlainTensor, PlainTensors } from '../../../web/src/measure/data.ts';

/** The columns of all parameters, those of the first one scaled. `rows` is 1 for biases. */
export function sideBySide(
  names: readonly string[],
  p: PlainTensors,
  rows: number,
  scaleOfFirst: number,
): PlainTensor {
  const parts = names.map((name) => p[name]!.data);
  const widths = parts.map((part) => part.length / rows);
  const columns = widths.reduce((a, b) => a + b);
  const data = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    let at = row * columns;
    for (const [i, part] of parts.entries()) {
      const width = widths[i]!;
      for (let j = 0; j < width; j++)
        data[at + j] = part[row * width + j]! * (i === 0 ? scaleOfFirst : 1);
      at += width;
    }
  }
  return { shape: rows === 1 ? [columns] : [rows, columns], data };
}
