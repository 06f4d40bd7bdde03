/** Arcs are read back from their paths and compared with the curve's formula. */
import { describe, expect, it } from 'vitest';
import {
  arcColor,
  arcHeight,
  arcShapes,
  easedShare,
  figure,
  fitWords,
  ribbon,
  weightsAt,
  type ArcFrame,
} from '../../../../web/src/draw/pictures/arcs';
import { sceneOf } from '../../../../web/src/draw/pictures/picture';
import { outside, shapes, sheet, texts } from '../sheet';

type Point = readonly [number, number];

const middles = [20, 90, 200, 330, 400];
const above: ArcFrame = { middles, base: 100, side: -1, room: 72, upright: false };

/** The control points of the outer and the inner curve, from the query word. */
function edgesOf(d: string): [Point[], Point[]] {
  const numbers = d.match(/-?\d+(\.\d+)?/g)!.map(Number);
  const points = Array.from(
    { length: 8 },
    (_, i) => [numbers[2 * i]!, numbers[2 * i + 1]!] as const,
  );
  return [points.slice(0, 4), points.slice(4).reverse()];
}

function at([a, b, c, d]: Point[], t: number): Point {
  const u = 1 - t;
  const of = (i: 0 | 1) =>
    u ** 3 * a![i] + 3 * u * u * t * b![i] + 3 * u * t * t * c![i] + t ** 3 * d![i];
  return [of(0), of(1)];
}

/** The width of the ribbon perpendicular to its direction. */
function widthAt(d: string, t: number): number {
  const edges = edgesOf(d);
  const [outer, inner] = edges.map((edge) => at(edge, t));
  const middle = (time: number) => edges.map((edge) => at(edge, time)).reduce(sum);
  const [before, after] = [middle(Math.max(0, t - 1e-3)), middle(Math.min(1, t + 1e-3))];
  const [x, y] = [after[0] - before[0], after[1] - before[1]];
  return Math.abs((outer![0] - inner![0]) * y - (outer![1] - inner![1]) * x) / Math.hypot(x, y);
}

const sum = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];

const share = Array.from({ length: 21 }, (_, i) => i / 20);

describe('an arc', () => {
  it.each([
    [330, 90, 1],
    [90, 330, 0.5],
    [20, 400, 0.25],
  ])(
    'from %i to %i with weight %f widens from a hairline to 13 px times its weight',
    (from, to, weight) => {
      const d = ribbon({ from, to, weight }, above);
      const widths = share.map((t) => widthAt(d, t));
      expect(widths[0]).toBeCloseTo(1.2, 1);
      expect(widths.at(-1)).toBeCloseTo(13 * weight, 1);
      expect(widths[10]).toBeCloseTo((1.2 + 13 * weight) / 2, 0);
      widths.slice(1).forEach((width, i) => expect(width).toBeGreaterThan(widths[i]! - 0.15));
      const [outer, inner] = edgesOf(d);
      const middle = (t: number) => (at(outer, t)[0] + at(inner, t)[0]) / 2;
      expect(middle(0)).toBeCloseTo(from, 1);
      expect(middle(1)).toBeCloseTo(to, 1);
    },
  );

  it('rises from the line to its height, and stays within the space above or below', () => {
    for (const side of [-1, 1] as const)
      for (const weight of [0.01, 0.5, 1])
        for (const to of [90, 200, 400]) {
          const [outer] = edgesOf(ribbon({ from: 20, to, weight }, { ...above, side }));
          const rises = share.map((t) => side * (at(outer, t)[1] - 100));
          expect(rises[0]).toBeCloseTo(0, 9);
          expect(rises.at(-1)).toBeCloseTo(0, 9);
          const height = arcHeight(to - 20, 380);
          expect(Math.max(...rises) / height).toBeGreaterThan(0.9);
          expect(Math.max(...rises)).toBeLessThanOrEqual(72 * 1.03);
          expect(Math.min(...rises)).toBeCloseTo(0, 9);
        }
  });

  it('is higher over a longer distance, up to the whole space', () => {
    const heights = [0, 50, 100, 200, 300, 400].map((distance) => arcHeight(distance, 400));
    expect(heights[0]).toBe(20);
    expect(heights.at(-1)).toBe(72);
    // For a quarter of 62% of the sentence: 20 + 52 / 4^0.75.
    expect(arcHeight(62, 400)).toBeCloseTo(38.3848, 3);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  });

  it('from a word to itself is a loop around its middle', () => {
    const [outer, inner] = edgesOf(ribbon({ from: 200, to: 200, weight: 0.1 }, above));
    expect(at(outer, 0)[0] + at(outer, 1)[0]).toBeCloseTo(400, 0);
    expect(Math.abs(at(inner, 0)[0] - at(inner, 1)[0])).toBeGreaterThan(14);
    expect(at(outer, 0.5)[1]).toBeLessThan(85);
  });

  it('of an upright sentence has x and y exchanged', () => {
    const one = edgesOf(ribbon({ from: 330, to: 90, weight: 1 }, above)).flat();
    const other = edgesOf(ribbon({ from: 330, to: 90, weight: 1 }, { ...above, upright: true }));
    expect(other.flat()).toEqual(one.map(([x, y]) => [y, x]));
  });
});

describe('the arcs of a word', () => {
  const row = Float32Array.of(0.3, 0.003, 0.015, 0.5, 0.1);
  const word = { word: 2, seenBy: false };
  const drawn = arcShapes(row, word, above, '#000000', '#ffffff');

  it('omit weights below 0.4%, and are ordered from small to large', () => {
    expect(drawn).toHaveLength(4);
    const ends = drawn.map(({ d }) => edgesOf(d).map((edge) => at(edge, 1)[0]));
    expect(ends.map(([a, b]) => (a! + b!) / 2).map(Math.round)).toEqual([209, 400, 20, 330]);
  });

  it('are pale below 2%', () => {
    expect(drawn.map(({ fill }) => fill)).toEqual([
      'rgb(128, 128, 128)',
      ...Array(3).fill('#000000'),
    ]);
  });

  it('start at the query words when they show which words look at it', () => {
    const seen = arcShapes(row, { word: 2, seenBy: true }, above, '#000000', '#ffffff');
    const [outer, inner] = edgesOf(seen.at(-1)!.d);
    expect((at(outer, 0)[0] + at(inner, 0)[0]) / 2).toBeCloseTo(330, 1);
    expect((at(outer, 1)[0] + at(inner, 1)[0]) / 2).toBeCloseTo(200, 1);
  });

  it('take a row or a column of the weights', () => {
    const weights = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
    expect([...weightsAt(weights, 3, 1, false)]).toEqual([4, 5, 6]);
    expect([...weightsAt(weights, 3, 1, true)]).toEqual([2, 5, 8]);
  });

  it('are gray until the head has learned', () => {
    const colors = { arc: '#1b4a66', pencil: '#8a8478', paper: '#ffffff' };
    expect(arcColor(-1, colors)).toBe('rgb(138, 132, 120)');
    expect(arcColor(0.5, colors)).toBe('rgb(83, 103, 111)');
    expect(arcColor(2, colors)).toBe('rgb(27, 74, 102)');
  });
});

describe('figures', () => {
  it.each([
    [0, '·'],
    [0.0099, '·'],
    [0.01, '1'],
    [0.475, '48'],
    [1, '100'],
  ])('%f is %s', (weight, text) => expect(figure(weight)).toBe(text));
});

describe('easing', () => {
  it('ends within 150 ms at any frame rate', () => {
    expect(easedShare(0)).toBe(0);
    expect(easedShare(150)).toBeGreaterThan(0.94);
    const left = (times: number[]) =>
      times.reduce((rest, time) => rest * (1 - easedShare(time)), 1);
    expect(left([10, 40, 20])).toBeCloseTo(left([70]), 9);
  });
});

describe('the font size of a sentence', () => {
  const evenly = (widths: readonly number[]) => (size: number) =>
    widths.map((width) => width * size);
  const widths = evenly([2, 3, 1, 2.5]);
  const total = (size: number, gap: number) => 8.5 * size + 3 * gap;

  it('is the largest that fits, and the words fill the width', () => {
    for (const room of [200, 250, 300, 340]) {
      const { size, gap } = fitWords(widths, room);
      expect(total(size, gap)).toBeLessThanOrEqual(room + 1e-9);
      const larger = { 18: 24, 24: 36 }[size];
      expect(larger === undefined || total(larger, 0.25 * larger) > room).toBe(true);
    }
    expect(total(...(Object.values(fitWords(widths, 350)) as [number, number]))).toBeCloseTo(
      350,
      9,
    );
  });

  it('fits letters that are wider in proportion in small type', () => {
    const wider = (size: number) => widths(size).map((width) => (size < 24 ? 1.1 * width : width));
    const { size, gap } = fitWords(wider, 190);
    expect(size).toBe(18);
    expect(1.1 * 8.5 * 18 + 3 * gap).toBeCloseTo(190, 9);
  });

  it('leaves 4 px between the pieces of a word', () => {
    const pieces = evenly([2, 2, 2, 2]);
    const { size, gap } = fitWords(pieces, 310, 2);
    expect(4 * 2 * size + 2 * 4 + gap).toBeCloseTo(310, 9);
    expect(size).toBeGreaterThan(fitWords(pieces, 310).size);
  });

  it('leaves at most one font size between words', () => {
    expect(fitWords(widths, 2000)).toEqual({ size: 36, gap: 36 });
  });

  it('is 18 px where nothing fits: the sentence scrolls', () => {
    expect(fitWords(widths, 50)).toEqual({ size: 18, gap: 0.25 * 18 });
    expect(fitWords(evenly([]), 100).size).toBe(36);
  });
});

describe('a saved picture of arcs', () => {
  const picture = {
    kind: 'arcs',
    title: 'What “it” looks at',
    tokens: ['The', 'animal', '<b>it</b>', 'tired'],
    joined: [],
    chosen: 2,
    changed: [3],
    seenBy: false,
    layers: [
      { title: 'layer 1', ink: 1, row: Float32Array.of(0.2, 0.001, 0.099, 0.7) },
      { title: 'layer 2', ink: 0, row: Float32Array.of(0, 1, 0, 0) },
    ],
  } as const;
  const scene = sceneOf(picture, sheet);

  it('has the words, the figures and an arc for each of them', () => {
    expect(texts(scene)).toEqual(
      expect.arrayContaining([...picture.tokens, 'layer 1', 'layer 2', '20', '10', '70', '100']),
    );
    const fills = shapes(scene, 'path').map(({ fill }) => fill);
    expect(fills).toEqual([...Array(3).fill('rgb(27, 74, 102)'), 'rgb(138, 132, 120)']);
    expect(outside(scene)).toEqual([]);
  });

  it('underlines the chosen word and the changed one', () => {
    const lines = shapes(scene, 'rect').map(({ fill, height }) => [fill, height]);
    expect(lines).toEqual([
      ['#b83a06', 2],
      ['#8a8478', 1],
    ]);
  });

  it('has the pieces of a word beside each other, with thin joints, and leaves room for a figure over a word', () => {
    const tokens = ['a', 'dro', '·p', '·p', '·ed', 'b'];
    const row = new Float32Array(6);
    const layers = [{ title: 'layer 1', ink: 1, row }];
    const scene = sceneOf({ ...picture, tokens, joined: [2, 3, 4], changed: [], layers }, sheet);
    const words = ['a', 'dro', 'p', 'p', 'ed', 'b'];
    const ends = shapes(scene, 'text')
      .filter(({ text, family }) => family === 'serif' && words.includes(text))
      .map(({ text, x, size }) => {
        const half = sheet.measure(text, { size, family: 'serif' }) / 2;
        return { text, start: x - half, end: x + half };
      });
    expect(ends.map(({ text }) => text)).toEqual(words);
    const gaps = ends.slice(1).map(({ start }, i) => start - ends[i]!.end);
    for (const gap of gaps.slice(1, 4)) expect(gap).toBeCloseTo(4, 9);
    const joints = shapes(scene, 'rect').filter(({ width }) => width === 1);
    expect(joints.map(({ x }) => x + 0.5)).toEqual(
      [1, 2, 3].map((i) => expect.closeTo((ends[i]!.end + ends[i + 1]!.start) / 2, 9)),
    );
    // A word of one letter has a column of 26 px, with a gap beside it.
    for (const gap of [gaps[0]!, gaps[4]!]) expect(gap).toBeGreaterThan(18);
  });

  it('fits 40 words, and words of thousands of letters', () => {
    const tokens = Array.from({ length: 40 }, (_, i) => (i === 7 ? 'x'.repeat(5000) : `word${i}`));
    const row = new Float32Array(40).fill(1 / 40);
    const layers = [{ title: 'layer 1', ink: 1, row }];
    expect(outside(sceneOf({ ...picture, tokens, layers }, sheet))).toEqual([]);
  });
});
