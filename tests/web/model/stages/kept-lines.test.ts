import { beforeEach, describe, expect, it } from 'vitest';
import { KeptLines } from '../../../../web/src/model/stages/kept-lines';
import type { Line } from '../../../../web/src/model/stages/lines';

/** A line as a computation returns it: a view of numbers that nothing else uses. */
const line = (change: Partial<Line> = {}): Line => ({
  ...{ key: 'q', kind: 'words', side: 'source', axis: 'd_head', slots: 2, width: 2 },
  values: Float32Array.of(9, 1, -2, NaN, 0, 9).subarray(1, 5),
  before: Float32Array.of(1, 2, 3, 4),
  gradients: undefined,
  place: (cell) => ({
    layer: 'layers.0.attention',
    field: 'q',
    index: [0, 1, cell >> 1, cell & 1],
  }),
  ...change,
});

describe('a line that is kept', () => {
  let lines: KeptLines;
  let first: Line;
  const keep = (change?: Partial<Line>) => lines.keep([line(change)])[0]!;
  beforeEach(() => {
    lines = new KeptLines();
    first = keep();
  });

  it('stays the same object if another computation gives the same numbers', () => {
    expect(keep()).toBe(first);
    expect([...first.values]).toEqual([1, -2, NaN, 0]);
    expect(first.place!(3).index).toEqual([0, 1, 1, 1]);
  });

  it.each<[string, Partial<Line>]>([
    ['a number', { values: Float32Array.of(1, -2, NaN, 5) }],
    ['the sign of a zero', { values: Float32Array.of(1, -2, NaN, -0) }],
    ['what a number was', { before: Float32Array.of(1, 2, 3, 5) }],
    ['whether it was another', { before: undefined }],
    ['a gradient', { gradients: Float32Array.of(1, 2, 3, 4) }],
    ['the head', { place: (cell) => ({ field: 'q', index: [0, 2, cell >> 1, cell & 1] }) }],
    ['whether it can be edited', { place: undefined }],
    ['its slots', { slots: 1, width: 4 }],
    ['its words', { side: 'target' }],
  ])('is a new object if its %s changes', (_, change) => {
    const next = keep(change);
    expect(next).not.toBe(first);
    expect(next).toMatchObject(change);
    expect(keep(change)).toBe(next);
  });

  it('keeps equal arrays even if others differ', () => {
    const next = keep({ before: undefined });
    expect(next).not.toBe(first);
    expect(next.values).toBe(first.values);
  });

  it('belongs to its key', () => {
    const other = keep({ key: 'k' });
    expect(other).not.toBe(first);
    expect(keep()).toBe(first);
  });

  it('keeps no more than its own numbers', () => {
    expect(first.values.buffer.byteLength).toBe(16);
  });
});
