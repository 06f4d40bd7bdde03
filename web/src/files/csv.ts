/** Tables of comma-separated values (RFC 4180), such as a tensor's: its last axis gives the columns, the others the rows. */
import type { Tensor } from '../tensors/tensor';
import { decimal } from './decimal';
import type { Provenance } from './provenance';

/** Labels of the indices along an axis: tokens along `query` and `key`. */
export type AxisLabels = Readonly<Record<string, readonly string[]>>;

/**
 * One line per row along the last axis: the row's indices on the other axes, counted from 0, with their labels if any;
 * then its numbers, and where they come from. `from`: the index of the first number, in a part of a larger tensor.
 * `groups`: to which group each index belongs, such as the sentences with one meaning.
 */
export function csvOf(
  { axes, shape, data }: Tensor,
  labels: AxisLabels = {},
  provenance: Provenance = {},
  from: readonly number[] = [],
  groups: AxisLabels = {},
): string {
  const columns = shape.at(-1) ?? 1;
  const last = axes.at(-1) ?? '';
  const outer = axes.slice(0, -1);
  const named = [
    { kind: 'token', of: labels },
    { kind: 'group', of: groups },
  ].flatMap(({ kind, of }) =>
    outer.flatMap((axis, i) => (of[axis] ? { i, texts: of[axis], column: `${axis}_${kind}` } : [])),
  );
  const head = Array.from(
    { length: columns },
    (_, i) => labels[last]?.[i] ?? `${last}${(from.at(-1) ?? 0) + i}`,
  );
  const rowNames = [...outer, ...named.map(({ column }) => column)];
  const lines: unknown[][] = [[...rowNames, ...head, ...Object.keys(provenance)].map(field)];
  const facts = Object.values(provenance).map(field);
  const rows = columns === 0 ? 0 : data.length / columns;
  for (let row = 0; row < rows; row++) {
    const indices = indicesOf(row, shape.slice(0, -1));
    const names = named.map(({ i, texts }) => field(texts[indices[i]!] ?? ''));
    const places = indices.map((index, axis) => index + (from[axis] ?? 0));
    const values = Array.from(data.subarray(row * columns, (row + 1) * columns), decimal);
    lines.push([...places, ...names, ...values, ...facts]);
  }
  return csvOfLines(lines);
}

function indicesOf(row: number, shape: readonly number[]): number[] {
  const indices: number[] = [];
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    indices.unshift(row % shape[axis]!);
    row = Math.floor(row / shape[axis]!);
  }
  return indices;
}

/** Lines of cells. Texts from outside have passed `field`; undefined is an empty cell. */
export const csvOfLines = (lines: readonly (readonly unknown[])[]): string =>
  lines.map((cells) => `${cells.join()}\r\n`).join('');

/** Prefixes text with an apostrophe if a spreadsheet would take it for a formula. */
export function field(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
