/** A lab that shows weights from a file: its row and its mean over heads equal plain loops. */
import { beforeAll, expect, test } from 'vitest';
import { LabComputation } from '../../web/src/elements/lab/lab-computation';
import type { FileWeights } from '../../web/src/tensors/opened';
import { createEngine } from '../../web/src/pages/exports/engine';
import { defaultState } from '../../web/src/settings/state';
import { seeded } from '../support/seeded';
import { randomTensor } from './inputs';
import { wasmBinary } from './module';
import { expectNear } from './near';

let lab: LabComputation;
beforeAll(async () => {
  lab = new LabComputation(await createEngine({ wasmBinary: wasmBinary(), worker: false }));
});

const [heads, n_query, n_key] = [3, 4, 30];

/** Weights whose rows are distributions. */
function file(): FileWeights {
  const weights = randomTensor(seeded(5), heads, n_query, n_key);
  const { data } = weights;
  for (let row = 0; row < heads * n_query; row++) {
    const part = data.subarray(row * n_key, (row + 1) * n_key);
    const sum = part.reduce((all, x) => all + Math.exp(x), 0);
    part.forEach((x, i) => (part[i] = Math.exp(x) / sum));
  }
  return { name: 'a.npz', weights };
}

const at = ({ weights }: FileWeights, head: number, query: number, key: number) =>
  weights.data[(head * n_query + query) * n_key + key]!;

test('the row of one head, its ranking, sum and entropy equal plain loops', async () => {
  const opened = file();
  const state = { ...defaultState, head: 2, word: 9, matrix: 'scores' as const, d_model: 7 };
  const result = await lab.run(state, opened);
  expect(result.state).toMatchObject({ head: 2, word: 3, num_heads: 3, matrix: 'weights' });
  expect(Object.keys(result.trace)).toEqual(['weights']);
  const row = Array.from({ length: n_key }, (_, key) => at(opened, 2, 3, key));
  const { weights, ranking, rest_weight, sum, entropy } = result.detail;
  expect([...weights.data]).toEqual(row);
  const order = row.map((_, key) => key).sort((a, b) => row[b]! - row[a]! || a - b);
  expect([...ranking.data]).toEqual(order.slice(0, 23));
  const total = (keys: number[]) => keys.reduce((all, key) => all + row[key]!, 0);
  expectNear('rest', rest_weight.data, [total(order.slice(23))]);
  expectNear('sum', sum!.data, [1]);
  expectNear('entropy', entropy!.data, [row.reduce((all, w) => all - w * Math.log(w), 0)]);
  expect(result.odd).toEqual({ rows: 12, notFinite: 0, negative: 0, otherSums: 0 });
});

test('the mean of all heads, of the weights and of any row', async () => {
  const opened = file();
  const result = await lab.run({ ...defaultState, head: null, word: 0 }, opened);
  const mean = (query: number, key: number) =>
    [0, 1, 2].reduce((all, head) => all + at(opened, head, query, key), 0) / heads;
  const keys = Array.from({ length: n_key }, (_, key) => key);
  const rows = [0, 1, 2, 3].map((query) => keys.map((key) => mean(query, key)));
  expectNear('mean', result.mean!.weights.data, rows.flat());
  expect(result.mean!.weights).toBe(result.meanWeights);
  expectNear('row', result.detail.weights.data, rows[0]!);
  expectNear('another row', (await lab.row(result, 2))!.weights.data, rows[2]!);
  const other = await lab.run({ ...defaultState, head: null, word: 1 }, opened);
  expect(other.meanWeights).toBe(result.meanWeights);
  expectNear('row 1', other.detail.weights.data, rows[1]!);
});

test('the difference of two files, but not of their scores', async () => {
  const [a, b] = [file(), file()];
  b.weights.data[0]! += 0.25;
  const state = { ...defaultState, head: 0, word: 0 };
  const [one, two] = [await lab.run(state, a), await lab.run(state, b)];
  const { data } = await lab.difference(one, two, 'weights');
  expect(data[0]).toBeCloseTo(-0.25, 6);
  expect(data.slice(1).every((number) => number === 0)).toBe(true);
  await expect(lab.difference(one, two, 'scores')).rejects.toThrow('only weights');
});
