/** What the references of stories share: plain double-precision loops over the parameters of a model's file. */
import { type Matrix, product } from '../support/reference.ts';

export type Parameters = Readonly<
  Record<string, { readonly shape: readonly number[]; readonly data: ArrayLike<number> }>
>;

/** The parameters of a file as matrices, and the layers with these parameters. */
export function layersOf(parameters: Parameters) {
  const matrix = (name: string): Matrix => {
    const { shape, data } = parameters[name]!;
    const [rows, columns] = shape.length === 1 ? [1, shape[0]!] : [shape[0]!, shape[1]!];
    return Array.from({ length: rows }, (_, i) =>
      Array.from({ length: columns }, (_, j) => data[i * columns + j]!),
    );
  };
  const vector = (name: string) => matrix(name)[0]!;
  const linear = (x: Matrix, w: string, b: string) =>
    product(x, matrix(w)).map((row) => sum(row, vector(b)));
  const normed = (x: Matrix, name: string) =>
    x.map((row) => layerNorm(row, vector(`${name}.gamma`), vector(`${name}.beta`)));
  return { matrix, linear, normed };
}

function layerNorm(row: number[], gamma: number[], beta: number[]): number[] {
  const mean = row.reduce((total, value) => total + value, 0) / row.length;
  const variance = row.reduce((total, value) => total + (value - mean) ** 2, 0) / row.length;
  return row.map(
    (value, i) => ((value - mean) / Math.sqrt(variance + 1e-5)) * gamma[i]! + beta[i]!,
  );
}

/** The columns of one of `heads` heads. */
export function headOf(x: Matrix, heads: number, head: number): Matrix {
  const width = x[0]!.length / heads;
  return x.map((row) => row.slice(head * width, (head + 1) * width));
}

export const sum = (a: readonly number[], b: readonly number[]) =>
  a.map((value, i) => value + b[i]!);
