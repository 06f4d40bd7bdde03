import { describe, expect, it } from 'vitest';
import { sceneOf } from '../../../../web/src/draw/pictures/picture';
import { outside, shapes, sheet } from '../sheet';

/** Both paths begin at the same point and hardly move in layer 1. */
const scene = sceneOf(
  {
    kind: 'plane',
    title: 'A word in the plane',
    groups: ['river', 'money'],
    axes: ['component 1', 'component 2'],
    chosen: [0, 1],
    paths: ([0, 1] as const).map((group) => ({
      group,
      points: [0, 0.01, 0.5, 1].map((at) => ({ x: group ? -at : at, y: group ? -at : at })),
    })),
  },
  sheet,
);
const numbers = shapes(scene, 'text').filter(({ text }) => /^\d$/.test(text));

describe('a picture of paths in the plane', () => {
  it('writes the layers of the chosen paths, and no number over another', () => {
    expect(numbers.map(({ text }) => text)).toEqual(['0', '2', '2']);
    for (const [i, one] of numbers.entries())
      for (const other of numbers.slice(i + 1))
        expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThan(10);
    expect(outside(scene)).toEqual([]);
  });
});
