import { expect, it } from 'vitest';
import { curvesParts } from '../../../../web/src/draw/pictures/curves';
import { headsParts } from '../../../../web/src/draw/pictures/heads';
import { sheet } from '../sheet';

const matrix = { rows: 2, columns: 2, data: Float32Array.of(0.5, 0.5, 1, 0) };
const coloring = { scale: 'ink', reach: 1, masks: null } as const;
const heads = Array.from({ length: 24 }, (_, i) => ({
  ...{ matrix, coloring, shown: false },
  label: `decoder layer ${i + 1}, head ${i + 1}`,
  note: 'noun → the same noun before 1.00',
}));

it('the labels of heads side by side do not overlap', () => {
  const [panels] = headsParts({ title: '', oneScale: '', heads, perRow: 12 }, sheet);
  const texts = panels!.shapes.flatMap((shape) =>
    shape.kind === 'text' && shape.text !== '' ? [shape] : [],
  );
  expect(texts).toHaveLength(48);
  const heights = [...new Set(texts.map(({ y }) => y))];
  const lines = heights.map((y) => texts.filter((text) => text.y === y));
  // Two rows, each with a line of labels and one of notes.
  expect(lines).toHaveLength(4);
  for (const line of lines) {
    const ends = line.map((text) => {
      const half = sheet.measure(text.text, text) / 2;
      return [text.x - half, text.x + half] as const;
    });
    ends.slice(1).forEach(([left], i) => expect(left).toBeGreaterThan(ends[i]![1]));
  }
});

it('a head that is switched off is pale and hatched, and no other', () => {
  const drawn = (off: boolean) =>
    headsParts({ title: '', oneScale: '', heads: [heads[0]!, { ...heads[1]!, off }] }, sheet)[0]!
      .shapes;
  const rasters = (off: boolean) =>
    drawn(off).flatMap((shape) => (shape.kind === 'raster' ? [shape] : []));
  const hatched = (off: boolean) =>
    drawn(off).flatMap((shape) => (shape.kind === 'path' ? [shape] : []));
  expect(hatched(false)).toEqual([]);
  const [, map] = rasters(true);
  const [lines, ...more] = hatched(true);
  expect(more).toEqual([]);
  const xs = [...lines!.d.matchAll(/[ML]([\d.]+)/g)].map(([, x]) => lines!.x + Number(x));
  expect(Math.min(...xs)).toBeGreaterThanOrEqual(map!.x);
  expect(Math.max(...xs)).toBeLessThanOrEqual(map!.x + map!.width);
  const red = (off: boolean) => rasters(off).map(({ raster }) => raster.pixels[8]!);
  const [chosen, on] = red(false);
  const [still, pale] = red(true);
  expect(still).toBe(chosen);
  expect(pale).toBeGreaterThan(on! + 100);
});

it('masked cells that are large enough are hatched, as in the legend', () => {
  const hatched = (size: number) => {
    const data = Float32Array.from({ length: size * size }, (_, i) =>
      i % size > Math.floor(i / size) ? -Infinity : 0,
    );
    const square = { rows: size, columns: size, data };
    const head = {
      ...{ matrix: { ...square, data: data.map(() => 0.5) }, label: '', shown: false },
      coloring: { ...coloring, masks: square },
    };
    const [panels] = headsParts({ title: '', oneScale: '', heads: [head] }, sheet);
    const map = panels!.shapes.find(({ kind }) => kind === 'raster')!;
    const lines = panels!.shapes.flatMap((shape) => (shape.kind === 'path' ? [shape] : []));
    return lines.map(({ x, y, d }) => {
      expect([x, y]).toEqual([map.x, map.y]);
      return [...d.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    });
  };
  const cell = 64;
  const [points, ...more] = hatched(2);
  expect(more).toEqual([]);
  expect(points!.length).toBeGreaterThan(4);
  // Of two places, the first does not see the second.
  for (const [x, y] of points!) {
    expect(x).toBeGreaterThanOrEqual(cell);
    expect(x).toBeLessThanOrEqual(2 * cell);
    expect(y).toBeLessThanOrEqual(cell);
  }
  expect(hatched(16)).toHaveLength(1);
  // Cells of 4 pixels, and of 3.
  expect(hatched(32)).toHaveLength(1);
  expect(hatched(33)).toEqual([]);
});

it('the note below heads side by side is complete, however long', () => {
  const oneScale = `One scale for all maps. ${'Gray until a head has a name. '.repeat(6)}`.trim();
  const [, legend] = headsParts(
    { title: '', oneScale, heads: heads.slice(0, 2), perRow: 2 },
    sheet,
  );
  const texts = legend!.shapes.flatMap((shape) => (shape.kind === 'text' ? [shape] : []));
  expect(texts.map(({ text }) => text).join(' ')).toContain(oneScale);
  for (const text of texts) expect(sheet.measure(text.text, text)).toBeLessThanOrEqual(640);
});

it('curves begin at the lower end of their axis, and can be told apart without color', () => {
  const points = [
    { x: 0, y: 0.5 },
    { x: 1, y: 1 },
  ];
  const line = { label: '', color: 'red', width: 1, points };
  const picture = { title: '', ticks: [], lines: [line, { ...line, dashed: true }] };
  const drawn = (lowest?: number) =>
    curvesParts({ ...picture, ...(lowest !== undefined && { lowest }) }, sheet)[1]!.shapes.flatMap(
      (shape) => (shape.kind === 'path' && shape.stroke === 'red' ? [shape.d] : []),
    );
  expect(drawn()[0]).toBe('M0 130L720 0');
  const [whole, dashed] = drawn(0.5);
  expect(whole).toBe('M0 260L720 0');
  expect(dashed!.split('M').length).toBeGreaterThan(20);
});
