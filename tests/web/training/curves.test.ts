/** The curves of a run, from its history. */
import { describe, expect, it } from 'vitest';
import type { HeadScores } from '../../../wasm/engine';
import { curvesCsv, curvesOf, emptyCurves, largestLoss } from '../../../web/src/training/curves';
import { History } from '../../../web/src/training/history';
import { report } from './report';

const head = (weight: number): HeadScores => ({
  attention: 'layers.1.attention',
  head: 0,
  relations: {},
  rows_right: 0,
  weight,
  popular_column: 0,
});
const evaluation = (accuracy: number, weight: number) => ({
  loss: 0,
  accuracy,
  exact: 0,
  categories: {},
  heads: [head(weight)],
});

describe('curves', () => {
  const history = new History();
  history.evaluate(0, evaluation(0.1, 0.05));
  history.add([report(1, 4), report(2, 2)]);
  history.evaluate(2, evaluation(0.5, 0.9));
  history.add([report(3, 1)]);
  history.evaluate(1, evaluation(0.2, 0.1));

  it('are written with one line per step', () => {
    expect(curvesCsv(curvesOf(history, 'all')).split('\r\n')).toEqual([
      'step,loss,held_out_accuracy,layers.1.attention.head0',
      '0,,0.1,0.05',
      '1,4,0.2,0.1',
      '2,2,0.5,0.9',
      '3,1,,',
      '',
    ]);
  });
});

it('the axis of losses has room for those of both runs', () => {
  const run = (...losses: number[]) => ({
    ...emptyCurves,
    loss: losses.map((value, step) => ({ step, value })),
  });
  expect(largestLoss([run(2, 1), run(3, 1)])).toBe(3);
  expect(largestLoss([run(0.01), emptyCurves])).toBe(0.1);
});
