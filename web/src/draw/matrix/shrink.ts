/** A large matrix made small, each cell the mean of a block: for pictures too small for every cell. */
import type { MatrixView } from '../../tensor';

/** At most `most` rows and columns. A block in which every cell is -Infinity stays -Infinity. */
export function shrink(matrix: MatrixView, most: number): MatrixView {
  const { rows, columns, data } = matrix;
  if (rows <= most && columns <= most) return matrix;
  const [high, wide] = [Math.min(rows, most), Math.min(columns, most)];
  const sums = new Float32Array(high * wide);
  const counts = new Uint32Array(high * wide);
  for (let row = 0, cell = 0; row < rows; row++) {
    const block = Math.floor((row * high) / rows) * wide;
    for (let column = 0; column < columns; column++, cell++) {
      const value = data[cell]!;
      if (value === -Infinity) continue;
      const at = block + Math.floor((column * wide) / columns);
      sums[at]! += value;
      counts[at]!++;
    }
  }
  const means = sums.map((sum, i) => (counts[i] === 0 ? -Infinity : sum / counts[i]!));
  return { rows: high, columns: wide, data: means };
}
