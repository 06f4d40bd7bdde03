/** The hairlines of lost arcs, read back from their dashes, coincide with the old arcs. */
import { expect, it } from 'vitest';
import { arcShapes, type ArcFrame } from '../../../../web/src/draw/pictures/arcs';
import { lostArcs, lostPlaces } from '../../../../web/src/draw/pictures/lost-arcs';

const middles = [20, 90, 200, 330, 400];
const frame: ArcFrame = { middles, base: 100, side: 1, room: 72, upright: false };

const pointsOf = (d: string) => {
  const numbers = d.match(/-?\d+(\.\d+)?/g)!.map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, i) => [
    numbers[2 * i]!,
    numbers[2 * i + 1]!,
  ]);
};

it('a place is lost if its weight falls by a tenth or more', () => {
  expect(lostPlaces([0.5, 0.3, 0.2, 0], [0.39, 0.21, 0.1, 0.3])).toEqual([0, 2]);
  expect(lostPlaces([1], [])).toEqual([0]);
});

it('a dashed hairline follows the former arc from the chosen word to the lost one', () => {
  for (const [upright, side] of [
    [false, 1],
    [false, -1],
    [true, 1],
  ] as const) {
    const [hair] = lostArcs([0], 3, { ...frame, upright, side }, '#888');
    const [arc] = arcShapes(
      [0.004, 0, 0, 0],
      { word: 3, seenBy: false },
      { ...frame, upright, side },
      '#000',
      '#fff',
    );
    const points = pointsOf(hair!.d);
    const [along, across] = upright ? [1, 0] : [0, 1];
    expect(points[0]![along]).toBeCloseTo(330, 0);
    expect(points.at(-1)![along]).toBeLessThan(30);
    const reach = (all: number[][]) =>
      Math.max(...all.map((point) => Math.abs(point[across]! - 100)));
    // The control points of a cubic curve reach a third further than the curve itself.
    expect(reach(points)).toBeCloseTo(0.75 * reach(pointsOf(arc!.d)), 0);
    expect(hair!.d.match(/M/g)!.length).toBeGreaterThan(20);
    expect(hair).toMatchObject({ stroke: '#888', lineWidth: 1.5 });
  }
});

it('between two sentences it joins their lines; a word that attended to itself has a loop', () => {
  const [bridge] = lostArcs([0], 4, { middles, bases: [10, 82], before: 2 }, '#888');
  const points = pointsOf(bridge!.d);
  expect(points[0]).toEqual([400, 82]);
  expect(points.at(-1)![0]).toBeLessThan(30);
  expect(points.at(-1)![1]).toBeLessThan(15);
  const [loop] = lostArcs([2], 2, frame, '#888');
  const across = pointsOf(loop!.d).map(([x]) => x!);
  expect(Math.min(...across)).toBeCloseTo(191, 0);
  expect(Math.max(...across)).toBeGreaterThan(204);
});
