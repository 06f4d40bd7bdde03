/** Shrinks a large matrix by averaging blocks, for pictures with fewer pixels than cells. */
import type { MatrixView } from '../../tensors/tensor';

/** At most `maxSize` rows and columns. Means skip -Infinity cells; a block of only these stays -Infinity. */
export function shrink(matrix: MatrixView, maxSize: number): MatrixView {
  const { rows, columns, data } = matrix;
  if (rows <= maxSize && columns <= maxSize) return matrix;
  const [high, wide] = [Math.min(rows, maxSize), Math.min(columns, maxSize)];
  const sums = new Float32Array(high * wide);
  const counts = new Uint32Array(high * wide);
  for (let row = 0, cell = 0; row < rows; row++) {
    const block = Math.floor((row * high) / rows) * wide;
    for (let column = 0; column < columns; column++, cell++) {
      const value = data[cell]!;
      if (value === -Infinity) continue;
      const target = block + Math.floor((column * wide) / columns);
      sums[target]! += value;
      counts[target]!++;
    }
  }
  const means = sums.map((sum, i) => (counts[i] === 0 ? -Infinity : sum / counts[i]!));
  return { rows: high, columns: wide, data: means };
}
