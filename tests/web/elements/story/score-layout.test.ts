import { describe, expect, it } from 'vitest';
import { scoreLayout, scrollTo } from '../../../../web/src/elements/story/score-layout';

/** The columns that are wholly in sight. */
function inSight(left: number, pitch: number, room: number, count: number): number[] {
  const most = Math.max(0, count * pitch - room);
  const from = Math.min(most, Math.max(0, left));
  return Array.from({ length: count }, (_, i) => i).filter(
    (i) => i * pitch >= from && (i + 1) * pitch <= from + room,
  );
}

describe('a score scrolls', () => {
  const [count, pitch] = [13, 61];

  it('to a chosen word alone: it is in the middle', () => {
    expect(scrollTo([6], pitch, 5 * pitch)).toBe(4 * pitch);
  });

  it('to all words, where they fit', () => {
    const shown = inSight(scrollTo([8, 11, 1], pitch, 686), pitch, 686, count);
    expect(shown).toEqual(expect.arrayContaining([1, 8, 11]));
  });

  it('to the first of them that fit, and never away from the chosen word', () => {
    const wrong: string[] = [];
    for (const room of [70, 130, 200, 328, 500, 686])
      for (let place = 0; place < count ** 3; place++) {
        const [chosen, near, far] = [0, 1, 2].map((i) => Math.floor(place / count ** i) % count);
        const left = scrollTo([chosen!, near!, far!], pitch, room);
        const shown = inSight(left, pitch, room, count);
        const fits = (Math.abs(near! - chosen!) + 1) * pitch <= room;
        if (!shown.includes(chosen!) || (fits && !shown.includes(near!)))
          wrong.push(`${chosen} ${near} ${far} in ${room} pixels`);
      }
    expect(wrong).toEqual([]);
  });
});

it('while presenting, names stand above their lines where only then all columns fit', () => {
  const longest = 66;
  const at = (width: number) => scoreLayout(width, 13, longest, true);
  // 13 columns of 83 pixels beside 310.
  expect(at(1500)).toMatchObject({ label: 310, isNarrow: false });
  expect(at(1312)).toMatchObject({ label: 0, isNarrow: true });
  expect(13 * at(1312).pitch).toBeLessThanOrEqual(1312);
  // They fit nowhere.
  expect(at(900)).toMatchObject({ label: 310, isNarrow: false });
});
