import { describe, expect, it } from 'vitest';
import {
  firstInSight,
  laneGeometry,
  storyLayout,
} from '../../../../../web/src/elements/story/rows/story-layout';

describe('a score scrolls', () => {
  const count = 13;
  /** The columns in sight: a page does not scroll past its last column. */
  const shown = (columns: number[], inSight: number) => {
    const first = Math.min(firstInSight(columns, inSight), count - inSight);
    return Array.from({ length: inSight }, (_, i) => first + i);
  };

  it('to the middle for a single chosen word', () => {
    expect(firstInSight([6], 5)).toBe(4);
  });

  it('to show all words if they fit', () => {
    expect(shown([8, 11, 1], 11)).toEqual(expect.arrayContaining([1, 8, 11]));
  });

  it('to show the first ones that fit, and always the chosen word', () => {
    const wrong: string[] = [];
    for (const inSight of [1, 2, 3, 5, 8, 11])
      for (let place = 0; place < count ** 3; place++) {
        const [chosen, near, far] = [0, 1, 2].map((i) => Math.floor(place / count ** i) % count);
        const columns = shown([chosen!, near!, far!], inSight);
        const fits = Math.abs(near! - chosen!) < inSight;
        if (!columns.includes(chosen!) || (fits && !columns.includes(near!)))
          wrong.push(`${chosen} ${near} ${far}: ${inSight} in sight`);
      }
    expect(wrong).toEqual([]);
  });
});

it('whole columns fill the space, whether or not all are visible', () => {
  for (let width = 300; width < 1500; width += 7)
    for (const count of [4, 13, 16, 40]) {
      const { pitch, label, inSight, room, hasMargin } = storyLayout(width, count, 60);
      const free = width - (hasMargin ? 288 : 0) - label;
      expect(room - label).toBe(inSight * pitch);
      expect(inSight * pitch).toBeLessThanOrEqual(free);
      // The columns use all of the width, except for less than a pixel each.
      expect(inSight * pitch).toBeGreaterThan(free - inSight);
    }
});

it('a line of one word is as wide as the visible columns, if it fits', () => {
  const line = { key: 'concat', kind: 'wide', slots: 4, width: 1 } as never;
  expect(laneGeometry(line, { n: 13, pitch: 60, inSight: 6 }).pitch).toBe(90);
  // Its numbers would not fit.
  expect(laneGeometry(line, { n: 13, pitch: 60, inSight: 3 }).pitch).toBe(195);
});

it('while presenting, names move above their lines if all columns fit only then', () => {
  const longest = 66;
  const at = (width: number) => storyLayout(width, 13, longest, true);
  // 13 columns of 83 pixels beside a label of 310.
  expect(at(1500)).toMatchObject({ label: 310, isNarrow: false });
  expect(at(1312)).toMatchObject({ label: 0, isNarrow: true });
  expect(13 * at(1312).pitch).toBeLessThanOrEqual(1312);
  // The columns fit nowhere.
  expect(at(900)).toMatchObject({ label: 310, isNarrow: false });
});
