/** Curves, names of heads, and the parts of an example that are shown. */
import { describe, expect, it } from 'vitest';
import type { HeadScores } from '../../../wasm/engine';
import {
  curvesCsv,
  curvesOf,
  logStep,
  nearestSnapshot,
  stepAt,
  stepTicks,
} from '../../../web/src/training/curves';
import { answersAt, changedPlaces, squareOf } from '../../../web/src/training/example-view';
import { headName, inkOf } from '../../../web/src/training/heads';
import { History } from '../../../web/src/training/history';
import { interventionsOf } from '../../../web/src/training/interventions';

const head = (weight: number, relations: Record<string, number> = {}): HeadScores => ({
  attention: 'layers.1.attention',
  head: 0,
  relations,
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
const report = (step: number, loss: number) => ({
  step,
  loss,
  penalty: 0,
  gradient_norm: 0,
  learning_rate: 0,
  accuracy: 0,
});

describe('a head', () => {
  it('is named only above 0.8', () => {
    expect(headName(head(0.8), 'all')).toEqual({ relation: null, score: 0.8, isNamed: false });
    expect(headName(head(0.81), 'all').isNamed).toBe(true);
    const both = head(0.5, { 'previous token': 0.3, induction: 0.95 });
    expect(headName(both, 'all').isNamed).toBe(false);
    expect(headName(both, 'relation')).toEqual({
      relation: 'induction',
      score: 0.95,
      isNamed: true,
    });
  });

  it('is grey up to 0.2, and has its full color from 0.8', () => {
    expect([0, 0.2, 0.5, 0.8, 1].map(inkOf)).toEqual([0, 0, expect.closeTo(0.5), 1, 1]);
  });
});

describe('curves', () => {
  const history = new History();
  history.evaluate(0, evaluation(0.1, 0.05));
  history.add([report(1, 4), report(2, 2)]);
  history.evaluate(2, evaluation(0.5, 0.9));
  history.add([report(2, 99), report(3, 1)]);

  it('keep the first result of each step, in the order of the steps', () => {
    expect(history.last).toBe(3);
    expect(history.reportAt(2)!.loss).toBe(2);
    history.evaluate(1, evaluation(0.2, 0.1));
    expect(history.evaluations.map(([step]) => step)).toEqual([0, 1, 2]);
  });

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

  it('have a logarithmic axis that includes step 0', () => {
    for (const step of [0, 1, 9, 150, 800]) expect(stepAt(logStep(step))).toBe(step);
    expect(logStep(0)).toBe(0);
    expect(stepTicks(800)).toEqual([0, 10, 30, 100, 300, 800]);
    expect(stepTicks(40)).toEqual([0, 10, 40]);
    // On a phone the labels 300 and 480 would touch.
    expect(stepTicks(480)).toEqual([0, 10, 30, 100, 480]);
  });

  it('have slider stops at the snapshots and the last step', () => {
    expect(nearestSnapshot(12, 5, 800)).toBe(10);
    expect(nearestSnapshot(13, 5, 800)).toBe(15);
    expect(nearestSnapshot(900, 5, 123)).toBe(123);
    expect(nearestSnapshot(0, 5, 3)).toBe(0);
    expect(nearestSnapshot(3, 5, 3)).toBe(3);
  });
});

describe('an example', () => {
  const tokens = ['x', 'y'];
  const target_tokens = ['<s>', 'p', 'q'];
  const inspection = {
    tokens,
    target_tokens,
    labels: ['a', undefined, 'b', 'c'],
    relations: [],
    answers: [[{ token: 'a', probability: 1 }], [], [], []],
    weights: {},
  };

  it('has all attentions in one square', () => {
    // [head 2, query 3, key 2]
    const data = Float32Array.from({ length: 12 }, (_, i) => i + 1);
    const cross = { axes: [], shape: [2, 3, 2], data };
    const square = squareOf(inspection, cross, 1, 'decoder.layers.0.cross_attention');
    expect(Array.from({ length: 5 }, (_, i) => [...square.slice(5 * i, 5 * i + 5)])).toEqual([
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
      [7, 8, 0, 0, 0],
      [9, 10, 0, 0, 0],
      [11, 12, 0, 0, 0],
    ]);
    const self = {
      axes: [],
      shape: [1, 3, 3],
      data: Float32Array.from([1, 0, 0, 2, 3, 0, 4, 5, 6]),
    };
    const own = squareOf(inspection, self, 0, 'decoder.layers.0.attention');
    expect([...own.slice(20)]).toEqual([0, 0, 4, 5, 6]);
    const encoder = { axes: [], shape: [1, 2, 2], data: Float32Array.from([1, 2, 3, 4]) };
    expect([...squareOf(inspection, encoder, 0, 'layers.0.attention').slice(5, 7)]).toEqual([3, 4]);
  });

  it('of one sentence has the weights of a head in its square', () => {
    const weights = { axes: [], shape: [2, 2, 2], data: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8) };
    const one = { ...inspection, target_tokens: [] };
    expect([...squareOf(one, weights, 1, 'layers.0.attention')]).toEqual([5, 6, 7, 8]);
  });

  it('may have several answers at a place', () => {
    expect(answersAt(inspection, 0, 2)).toEqual([
      { guesses: [{ token: 'a', probability: 1 }], label: 'a' },
      { guesses: [], label: undefined },
    ]);
    expect(answersAt(inspection, 1, 2).map(({ label }) => label)).toEqual(['b', 'c']);
  });

  it('differs from another of the same length in some places', () => {
    expect(changedPlaces(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([1]);
    expect(changedPlaces(['a'], ['a', 'b'])).toEqual([]);
  });
});

describe('interventions', () => {
  const place = { attention: 'layers.0.attention', head: 2 };

  it('switch heads off, and force rows', () => {
    expect(interventionsOf([place], [{ ...place, query: 1, key: 0 }], () => 3)).toEqual([
      { layer: place.attention, field: 'context', index: [null, 2], value: 0 },
      {
        layer: place.attention,
        field: 'weights',
        index: [0, 2, 1],
        value: Float32Array.of(1, 0, 0),
      },
    ]);
  });
});
