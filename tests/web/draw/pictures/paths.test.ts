import { describe, expect, it } from 'vitest';
import { sceneOf } from '../../../../web/src/draw/pictures/picture';
import { outside, shapes, sheet, texts } from '../sheet';

const picture = {
  kind: 'paths',
  title: 'A word',
  groups: ['river', 'money'],
  ticks: ['0', '1', '2'],
  axis: 'layer',
  chosen: 1,
  paths: [
    { group: 0, values: [0, 1, 4] },
    { group: 1, values: [0, -2, -1] },
  ],
} as const;
const scene = sceneOf(picture, sheet);
const lines = shapes(scene, 'path').filter(({ d }) => d.includes('L'));
const placesOf = (d: string) =>
  [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);

describe('a picture of the paths of a word', () => {
  it('names groups and layers, and the ends of its axis', () => {
    expect(texts(scene)).toEqual(
      expect.arrayContaining(['river', 'money', '0', '1', '2', 'layer', '4.00', '0.00', '−4.00']),
    );
    expect(outside(scene)).toEqual([]);
  });

  it('has a line for each sentence, in proportion to its values', () => {
    expect(lines).toHaveLength(2);
    const places = placesOf(lines[0]!.d);
    expect(places).toHaveLength(3);
    const [start, next, end] = [places[0]!, places[1]!, places[2]!];
    expect(next[0] - start[0]).toBeCloseTo(end[0] - next[0], 1);
    // The line goes up, by 1 and then by 4.
    expect((start[1] - end[1]) / (start[1] - next[1])).toBeCloseTo(4, 1);
    const other = placesOf(lines[1]!.d);
    expect(other[0]).toEqual(start);
    expect(Math.max(...other.map(([, y]) => y))).toBeGreaterThan(start[1]);
  });

  it('distinguishes the groups by color and dashes, and draws the chosen line bold', () => {
    const [first, second] = lines;
    expect(first!.stroke).not.toBe(second!.stroke);
    expect(first!.d.match(/M/g)).toHaveLength(1);
    expect(second!.d.match(/M/g)!.length).toBeGreaterThan(10);
    expect(second!.lineWidth).toBeGreaterThan(first!.lineWidth!);
  });

  it('contains no NaN for one sentence or none', () => {
    for (const paths of [[], [{ group: 0, values: [0, 0, 0] } as const]])
      for (const { d } of shapes(sceneOf({ ...picture, paths }, sheet), 'path'))
        expect(d).not.toContain('NaN');
  });
});
