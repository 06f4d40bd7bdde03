import { describe, expect, it } from 'vitest';
import { comparable, shareOf, timeOf } from '../../../web/src/speed/figures.ts';
import {
  startedRun,
  progressOf,
  stoppedRun,
  withMessage,
  type SpeedMessage,
  type SpeedFigure,
} from '../../../web/src/speed/run.ts';

const order = { ids: ['a', 'b', 'c'], rounds: 3 };
const figureOf = (id: string): SpeedFigure => ({
  id,
  simd: 'SIMD',
  milliseconds: 2,
  limit: 50,
  difference: 1e-7,
});
const after = (...messages: SpeedMessage[]) => messages.reduce(withMessage, startedRun(order));
const statesOf = ({ rows }: ReturnType<typeof after>) => rows.map(({ state }) => state);

describe('a run of the measurement', () => {
  it('starts with all requested workloads waiting', () => {
    const run = startedRun(order);
    expect(run.stage).toBe('running');
    expect(statesOf(run)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(progressOf(run)).toBe(0);
  });

  it('runs its rows one at a time, and continues after a failure', () => {
    const run = after(
      { kind: 'begun', id: 'a' },
      { kind: 'round', round: null },
      { kind: 'measured', figure: figureOf('a') },
      { kind: 'begun', id: 'b' },
      { kind: 'failed', id: 'b', problem: { message: 'no memory' } },
      { kind: 'begun', id: 'c' },
    );
    expect(statesOf(run)).toEqual(['measured', 'failed', 'running']);
    expect(run.rows[0]!.figure).toEqual(figureOf('a'));
    expect(run.rows[1]!.problem).toEqual({ message: 'no memory' });
    expect(progressOf(run)).toBe(2 / 3);
    expect(withMessage(run, { kind: 'done' }).stage).toBe('done');
  });

  it('advances with every round, never back, and never past the row', () => {
    const roundsOf = [null, 0, 1, 2].map((round): SpeedMessage => ({ kind: 'round', round }));
    const messages: SpeedMessage[] = [
      { kind: 'begun', id: 'a' },
      ...roundsOf,
      { kind: 'measured', figure: figureOf('a') },
      { kind: 'begun', id: 'b' },
      ...roundsOf,
      { kind: 'failed', id: 'b', problem: { message: 'no memory' } },
      { kind: 'begun', id: 'c' },
    ];
    const twelfths = messages.map((_, i) => 12 * progressOf(after(...messages.slice(0, i + 1))));
    expect(twelfths.map(Math.round)).toEqual([0, 0, 1, 2, 3, 4, 4, 4, 5, 6, 7, 8, 8]);
  });

  it('keeps its results when stopped', () => {
    const run = stoppedRun(
      after({ kind: 'measured', figure: figureOf('a') }, { kind: 'begun', id: 'b' }),
    );
    expect(run.stage).toBe('stopped');
    expect(statesOf(run)).toEqual(['measured', 'stopped', 'stopped']);
    expect(run.rows[0]!.figure).toEqual(figureOf('a'));
  });

  it('contains the reason if the run broke', () => {
    const run = after(
      { kind: 'begun', id: 'a' },
      { kind: 'broken', problem: { message: 'HTTP 404' } },
    );
    expect(run.stage).toBe('broken');
    expect(run.problem).toEqual({ message: 'HTTP 404' });
    expect(statesOf(run)).toEqual(['stopped', 'stopped', 'stopped']);
  });
});

describe('figures from another machine', () => {
  const measured = (simd: string, limit: number) => ({
    id: 'a',
    simd,
    limit,
    timings: [],
    differences: {},
    failures: {},
  });
  const places = [
    { place: 'Node', workloads: [measured('SIMD', 40)] },
    { place: 'Chromium', workloads: [measured('relaxed SIMD', 55)] },
  ];
  const here = (simd: string) => [{ id: 'a', figure: { simd } }];

  it.each([
    ['SIMD', 40],
    ['relaxed SIMD', 55],
    ['an unmeasured set', 55],
  ])('use the limit of the SIMD instruction set used here: %s', (simd, limit) => {
    expect(comparable(places, here(simd))).toEqual([measured('relaxed SIMD', limit)]);
  });

  it('use their own limit before anything ran here', () => {
    expect(comparable(places, [{ id: 'a', figure: null }])).toEqual([measured('relaxed SIMD', 55)]);
    expect(comparable([], [])).toEqual([]);
  });
});

describe('formatting', () => {
  it('converts a time to a share of the limit', () => {
    // 10 GFLOP in 250 ms is 40 GFLOP/s.
    expect(shareOf({ flops: 1e10 }, 250, 50)).toBeCloseTo(0.8, 12);
  });

  it.each([
    [0.0123, '12.3 µs'],
    [0.5, '0.50 ms'],
    [9.876, '9.88 ms'],
    [123.4, '123 ms'],
    [12_345, '12.3 s'],
  ])('formats %f ms as %s', (milliseconds, words) => expect(timeOf(milliseconds)).toBe(words));
});
