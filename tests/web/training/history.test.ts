import { describe, expect, it } from 'vitest';
import { History } from '../../../web/src/training/history';
import { report } from './report';

const evaluation = { loss: 0, accuracy: 0, exact: 0, categories: {}, heads: [] };

describe('a history', () => {
  it('keeps the first report of each step', () => {
    const history = new History();
    history.add([report(1, 4), report(2, 2)]);
    history.add([report(2, 99), report(3, 1)]);
    expect(history.last).toBe(3);
    expect(history.reports[1]!.loss).toBe(2);
  });

  it('has its evaluations in the order of their steps', () => {
    const history = new History();
    for (const step of [0, 2, 1]) history.evaluate(step, evaluation);
    expect(history.evaluations.map(([step]) => step)).toEqual([0, 1, 2]);
  });
});
