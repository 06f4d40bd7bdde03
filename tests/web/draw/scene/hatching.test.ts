import { describe, expect, it } from 'vitest';
import { hatching } from '../../../../web/src/draw/scene/hatching';

describe('the hatching', () => {
  it('stays inside its areas, on lines that all areas share', () => {
    const areas = [
      { x: 10, y: 3, width: 31, height: 12 },
      { x: 100, y: 50, width: 5, height: 40 },
    ];
    const ends = [...hatching(areas, false).d.matchAll(/[ML](\S+?) (\S+?)(?=[ML]|$)/g)];
    expect(ends.length).toBeGreaterThan(20);
    for (const [, x, y] of ends.map((end) => end.map(Number))) {
      expect((x! + y!) % 6).toBeCloseTo(0, 6);
      const inside = areas.some(
        (area) =>
          x! >= area.x && x! <= area.x + area.width && y! >= area.y && y! <= area.y + area.height,
      );
      expect(inside, `${x}, ${y}`).toBe(true);
    }
  });
});

describe('the hatching of adjacent areas', () => {
  it('has lines that cross the common edge, and keeps the total length', () => {
    const upper = { x: 7, y: 0, width: 40, height: 11.3 };
    const lower = { x: 7, y: 11.3, width: 40, height: 11.3 };
    const linesOf = (areas: (typeof upper)[]) =>
      Array.from(hatching(areas, false).d.matchAll(/M(\S+) \S+?L(\S+) /g), ([, from, to]) => [
        Number(from),
        Number(to),
      ]);
    const length = (lines: number[][]) => lines.reduce((sum, [from, to]) => sum + (from! - to!), 0);
    const joined = linesOf([upper, lower]);
    const single = linesOf([{ ...upper, height: 22.6 }]);
    expect(joined).toHaveLength(single.length);
    expect(joined.flat().sort()).toEqual(single.flat().sort());
    expect(length(joined)).toBeCloseTo(length(linesOf([upper])) + length(linesOf([lower])), 1);
  });
});
