/** y = x w + b in plain JavaScript: x [n, depth], w [depth, columns], b [columns]. */
export function linear(
  x: Float32Array,
  w: Float32Array,
  b: Float32Array | null,
  n: number,
  depth: number,
  columns: number,
): Float32Array {
  const y = new Float32Array(n * columns);
  for (let i = 0; i < n; i++) {
    const to = i * columns;
    if (b) y.set(b, to);
    for (let p = 0; p < depth; p++) {
      const factor = x[i * depth + p]!;
      const from = p * columns;
      for (let j = 0; j < columns; j++) y[to + j] = y[to + j]! + factor * w[from + j]!;
    }
  }
  return y;
}
