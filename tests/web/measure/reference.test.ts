/** Tests the reference of the speed page against loops that compute keys and values as in the formula. */
import { describe, expect, it } from 'vitest';
import { differenceFrom } from '../../../web/src/measure/check.ts';
import type { PlainTensor, PlainTensors } from '../../../web/src/measure/data.ts';
import {
  multiHeadRow,
  causalLayer,
  contextOf,
  encoderLayer,
} from '../../../web/src/measure/reference.ts';
import { seeded } from '../../support/seeded.ts';

const { uniform } = seeded(3);
const random = (...shape: number[]): PlainTensor => ({
  shape,
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => uniform() - 0.5),
});
const layerOf = (d: number, d_ff: number): PlainTensors => ({
  ...Object.fromEntries(['q', 'k', 'v', 'o'].map((to) => [`attention.w_${to}`, random(d, d)])),
  ...Object.fromEntries(['q', 'k', 'v', 'o'].map((to) => [`attention.b_${to}`, random(d)])),
  ...Object.fromEntries(
    ['norm_1', 'norm_2'].flatMap((norm) =>
      ['gamma', 'beta'].map((of) => [`${norm}.${of}`, random(d)]),
    ),
  ),
  'feed_forward.w_1': random(d, d_ff),
  'feed_forward.b_1': random(d_ff),
  'feed_forward.w_2': random(d_ff, d),
  'feed_forward.b_2': random(d),
});
const rowsOf = (n: number, d: number) =>
  Array.from({ length: n }, () => Float64Array.from({ length: d }, () => uniform() - 0.5));

describe('the reference', () => {
  it('gives the worked example', () => {
    const q = [Math.log(3), 0, 0, 0];
    const k = [
      [2, 0, 0, 0],
      [0, 5, 0, 0],
    ];
    const v = [
      [4, 8],
      [0, 4],
    ];
    // The scores are log 3 and 0, so the weights are 3/4 and 1/4.
    expect([...contextOf(q, k, v)]).toEqual([expect.closeTo(3, 12), expect.closeTo(7, 12)]);
  });

  it('equals the formula with explicit keys and values', () => {
    const [n, d, heads] = [5, 8, 2];
    const p = Object.fromEntries(
      Object.entries(layerOf(d, 4))
        .filter(([name]) => name.startsWith('attention.'))
        .map(([name, tensor]) => [name.slice('attention.'.length), tensor]),
    );
    const x = rowsOf(n, d);
    const projected = (row: ArrayLike<number>, letter: string, column: number) => {
      let sum = p[`b_${letter}`]!.data[column]!;
      for (let i = 0; i < d; i++) sum += row[i]! * p[`w_${letter}`]!.data[i * d + column]!;
      return sum;
    };
    for (let i = 0; i < n; i++) {
      const concat: number[] = [];
      const weights: number[][] = [];
      for (let head = 0; head < heads; head++) {
        const columns = [0, 1, 2, 3].map((c) => head * 4 + c);
        const exponentials = x.map((key) => {
          let dot = 0;
          for (const c of columns) dot += projected(x[i]!, 'q', c) * projected(key, 'k', c);
          return Math.exp(dot / 2);
        });
        const sum = exponentials.reduce((a, b) => a + b);
        weights.push(exponentials.map((e) => e / sum));
        for (const c of columns)
          concat.push(
            x.reduce((mix, value, j) => mix + weights[head]![j]! * projected(value, 'v', c), 0),
          );
      }
      const got = multiHeadRow(x[i]!, x, p, heads);
      for (let c = 0; c < d; c++) expect(got.output[c]).toBeCloseTo(projected(concat, 'o', c), 12);
      got.weights.forEach((row, head) =>
        row.forEach((weight, j) => expect(weight).toBeCloseTo(weights[head]![j]!, 12)),
      );
    }
  });

  it('hides later tokens in a causal layer but not in an encoder layer', () => {
    const [n, d] = [4, 8];
    const p = layerOf(d, 16);
    const x = rowsOf(n, d);
    const changed = [...x.slice(0, n - 1), x[n - 1]!.map((value) => value + 1)];
    const causal = [causalLayer(x, p, 2), causalLayer(changed, p, 2)] as const;
    expect(causal[1].slice(0, n - 1)).toEqual(causal[0].slice(0, n - 1));
    expect(causal[1][n - 1]).not.toEqual(causal[0][n - 1]);
    expect(encoderLayer(changed, p, 2)[0]).not.toEqual(encoderLayer(x, p, 2)[0]);
  });
});

describe('the difference from the expected values', () => {
  const expected = [{ result: 0, first: 1, values: [10, 0.5] }];
  const from = (...numbers: number[]) => differenceFrom([Float32Array.from(numbers)], expected);

  it('is relative for values above 1', () => {
    expect(from(9, 11, 0.5)).toBeCloseTo(0.1, 6);
    expect(from(9, 10, 0.75)).toBeCloseTo(0.25, 6);
  });
  it('is infinite for NaN and for missing values', () => {
    expect(from(9, NaN, 0.5)).toBe(Infinity);
    expect(from(9, 10)).toBe(Infinity);
    expect(differenceFrom([], expected)).toBe(Infinity);
  });
});
