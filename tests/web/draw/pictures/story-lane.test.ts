import { describe, expect, it } from 'vitest';
import {
  cellsTop,
  isOnDark,
  kCell,
  laneHeight,
  reachOf,
  type StoryLane,
  storyLane,
} from '../../../../web/src/draw/pictures/story-lane';
import { arcColor } from '../../../../web/src/draw/pictures/arcs';
import { sheet } from '../sheet';

const lane: StoryLane = {
  ...{ kind: 'cells', values: Float32Array.of(1, -2, 0.5, 4, -Infinity, 3), slots: 3, width: 2 },
  ...{
    across: 1,
    followed: 1,
    before: undefined,
    gradients: undefined,
    steepest: 0,
    hasGradients: false,
  },
  ...{ pitch: 60, cell: 60, ink: 1, split: false },
};
const shapes = (changed: Partial<StoryLane> = {}) =>
  storyLane({ ...lane, ...changed }, sheet.colors).shapes;
const rasters = (changed: Partial<StoryLane> = {}) =>
  shapes(changed).flatMap((shape) => (shape.kind === 'raster' ? [shape] : []));

describe('a line of numbers', () => {
  it('is a strip of all columns above a cell for the selected one', () => {
    const [strip, cells] = rasters();
    expect(strip!.raster.columns).toBe(6);
    expect(cells!.raster.columns).toBe(3);
    expect([strip!.width, cells!.width]).toEqual([180, 180]);
    expect(cells!.y).toBe(cellsTop(lane));
    expect(rasters({ width: 1, slots: 6, followed: 0 })).toHaveLength(1);
  });

  it('draws positive numbers in the upper half of its strip while presenting, and others in the lower half', () => {
    const [above, below] = rasters({ split: true });
    const { height } = above!;
    expect([above!.y, below!.y, below!.height]).toEqual([0, height, height]);
    const pixel = ({ raster }: typeof above & object, column: number) =>
      `${raster.pixels.subarray(4 * column, 4 * column + 4)}`;
    const paper = pixel(above!, 1);
    const isPaper = (strip: typeof above & object) =>
      [0, 1, 2, 3].map((column) => pixel(strip, column) === paper);
    expect(isPaper(above!)).toEqual([false, true, false, false]);
    expect(isPaper(below!)).toEqual([true, false, true, true]);
  });

  it('has a height that only the gradients change', () => {
    const plain = laneHeight(lane);
    expect(plain).toBe(cellsTop(lane) + kCell);
    expect(laneHeight({ ...lane, hasGradients: true })).toBeGreaterThan(plain);
    // A single row is a strip; its number stands below it.
    expect(laneHeight({ ...lane, slots: 1, width: 6 })).toBeLessThan(kCell);
  });

  it('hatches hidden columns', () => {
    const hatched = (changed?: Partial<StoryLane>) =>
      shapes(changed).filter((shape) => shape.kind === 'path').length;
    expect(hatched()).toBe(0);
    expect(hatched({ followed: 0 })).toBe(1);
  });

  it('draws positive gradients to the right and negative ones to the left, on one scale', () => {
    const bars = shapes({
      ...{ slots: 3, width: 1, followed: 0, values: Float32Array.of(1, 2, 3) },
      ...{ gradients: Float32Array.of(2, -1, 0), steepest: 4, hasGradients: true },
    }).flatMap((shape) =>
      shape.kind === 'rect' && shape.height === 4 && shape.width > 1 ? [shape] : [],
    );
    expect(bars).toHaveLength(2);
    const [right, left] = bars;
    expect(right!.x).toBe(29);
    expect(left!.x + left!.width).toBeCloseTo(60 + 29, 9);
    expect(right!.width).toBeCloseTo(2 * left!.width, 9);
  });

  it('draws a ghost where a weight was larger', () => {
    const before = Float32Array.of(0.2, 0.9);
    const values = Float32Array.of(0.201, 0.1);
    const drawn = shapes({ kind: 'bars', values, before, slots: 2, width: 1, followed: 0 });
    expect(drawn.filter((shape) => shape.kind === 'rect')).toHaveLength(2);
    expect(drawn.filter((shape) => shape.kind === 'path')).toHaveLength(1);
  });
});

it('bars of weights are gray until their head has learned', () => {
  const fill = (ink: number) => {
    const [bar] = shapes({ kind: 'bars', values: Float32Array.of(0.5), slots: 1, width: 1, ink });
    return bar!.kind === 'rect' && bar!.fill;
  };
  expect(fill(1)).toBe(arcColor(1, sheet.colors));
  expect(fill(0)).toBe(arcColor(0, sheet.colors));
  expect(fill(0)).not.toBe(fill(1));
});

it('the scale ends at the largest finite magnitude; text on its ends is white', () => {
  expect(reachOf([1, -3, Infinity, NaN, -Infinity])).toBe(3);
  expect(reachOf([])).toBe(0);
  const on = (dark: boolean) => [-3, 0, 3].map((value) => isOnDark(value, 3, { dark }));
  expect(on(false)).toEqual([true, false, true]);
  expect(on(true)).toEqual([false, true, false]);
});
