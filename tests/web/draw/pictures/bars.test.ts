import { describe, expect, it } from 'vitest';
import type { PictureBar } from '../../../../web/src/draw/pictures/bars';
import { ticks } from '../../../../web/src/draw/pictures/ticks';
import type { VectorPicture } from '../../../../web/src/draw/pictures/vector';
import { seeded } from '../../../support/seeded';
import { numberOf, outside, shapes, sheet, texts } from '../sheet';
import { sceneOf } from '../../../../web/src/draw/pictures/picture';

const bars: PictureBar[] = [
  { label: 'The', weight: 0.5, share: '50.0%', role: 'key' },
  { label: 'cat', weight: 0.2, share: '20.0%', role: 'query' },
  { label: 'sat', weight: 0, share: 'masked', role: 'masked' },
  { label: '9 other tokens', weight: 0.3, share: '30.0%', role: 'rest' },
];

describe('a picture of weights as bars', () => {
  const scene = sceneOf({ kind: 'bars', title: 'Weights of cat', bars }, sheet);

  it('has bars proportional to the weights, and none for masked keys', () => {
    const widths = shapes(scene, 'rect').map(({ width }) => width);
    expect(widths).toHaveLength(3);
    expect(widths[1]! / widths[0]!).toBeCloseTo(0.4, 9);
    expect(widths[2]! / widths[0]!).toBeCloseTo(0.6, 9);
  });

  it('has shares that sum to 100 %, each in the row of its token', () => {
    const all = shapes(scene, 'text');
    const shares = all.map(({ text }) => text).filter((text) => text.endsWith('%'));
    expect(shares.reduce((sum, share) => sum + numberOf(share), 0)).toBeCloseTo(100, 9);
    for (const { label, share } of bars) {
      const [name, value] = [label, share].map((text) => all.find((shape) => shape.text === text)!);
      expect(value!.y).toBe(name!.y);
    }
    expect(all.find(({ text }) => text === 'cat')).toMatchObject({ bold: true, fill: '#b83a06' });
    expect(outside(scene)).toEqual([]);
  });

  it('shows a row of zeros and a row of NaN without bars', () => {
    for (const weight of [0, NaN]) {
      const row = bars.map((bar) => ({ ...bar, weight }));
      const empty = sceneOf({ kind: 'bars', title: 'Weights', bars: row }, sheet);
      expect(shapes(empty, 'rect').map(({ width }) => width)).toEqual([1, 1, 1]);
    }
  });
});

function vector(count: number, size: number): VectorPicture {
  const { normal } = seeded(count + size);
  const parts = Array.from({ length: count }, (_, i) => ({
    label: `token${i}`,
    color: `rgb(${i}, 0, 0)`,
    values: Float32Array.from({ length: size }, normal),
    weight: 1 / count,
  }));
  const sum = Float32Array.from({ length: size }, (_, i) =>
    parts.reduce((total, { values }) => total + values[i]!, 0),
  );
  return { title: 'Context', parts, sum };
}

describe('a picture of a vector as stacks', () => {
  const picture = vector(5, 4);
  const scene = sceneOf({ kind: 'vector', ...picture }, sheet);
  const rects = shapes(scene, 'rect');
  const stacks = picture.parts.map(({ color }) =>
    rects.filter(({ fill, width }) => fill === color && width !== 12),
  );
  // Read the pixels per unit and the position of 0 from the chart's own axis labels.
  const axis = shapes(scene, 'text').filter(({ text, anchor }) => anchor === 'end' && text !== '');
  const [first, last] = [axis[0]!, axis.at(-1)!];
  const unit = (first.y - last.y) / (numberOf(last.text) - numberOf(first.text));
  const zero = first.y - 14 * 0.35 + numberOf(first.text) * unit;

  it('has a bar for each part, proportional to its value', () => {
    picture.parts.forEach(({ values }, part) => {
      expect(stacks[part]).toHaveLength(4);
      stacks[part]!.forEach(({ height }, i) =>
        expect(height / unit).toBeCloseTo(Math.abs(values[i]!), 4),
      );
    });
  });

  it('stacks positive values up from 0 and negative ones down, without gaps', () => {
    for (let i = 0; i < 4; i++)
      for (const sign of [1, -1]) {
        const column = picture.parts
          .map(({ values }, part) => ({ value: values[i]!, bar: stacks[part]![i]! }))
          .filter(({ value }) => Math.sign(value) === sign);
        let end = zero;
        for (const { bar } of column) {
          expect(sign > 0 ? bar.y + bar.height : bar.y).toBeCloseTo(end, 4);
          end -= sign * bar.height;
        }
      }
  });

  it('marks the sums and shows them as numbers', () => {
    const marks = rects.filter(
      ({ fill, height, x }) => fill === '#111111' && height === 2.5 && x > 60,
    );
    const levels = marks.slice(-4).map(({ y }) => (zero - (y + 1.25)) / unit);
    levels.forEach((level, i) => expect(level).toBeCloseTo(picture.sum[i]!, 4));
    const written = shapes(scene, 'text').filter(({ halo }) => halo);
    written.forEach(({ text }, i) =>
      expect(Math.abs(numberOf(text) - picture.sum[i]!)).toBeLessThanOrEqual(0.005 + 1e-6),
    );
    expect(written).toHaveLength(4);
  });

  it('names the parts with their weights and stays in bounds for any number of them', () => {
    for (const { label } of picture.parts) expect(texts(scene)).toContain(label);
    expect(texts(scene).filter((text) => text === '× 0.200')).toHaveLength(5);
    for (const size of [1, 16, 256, 2048])
      expect(outside(sceneOf({ kind: 'vector', ...vector(7, size) }, sheet))).toEqual([]);
  });

  it('writes the name of a part into its bars where there is room, beside the mark of the sum', () => {
    const named = shapes(scene, 'text').filter(
      ({ text, anchor }) => text.startsWith('token') && anchor === 'middle',
    );
    expect(named.length).toBeGreaterThan(4);
    for (const { text, x, y } of named) {
      const part = picture.parts.findIndex(({ label }) => label.startsWith(text.replace('…', '')));
      const middle = y - 14 * 0.35;
      const bar = stacks[part]!.find(
        (one) =>
          Math.abs(one.x + one.width / 2 - x) < 1 &&
          one.y <= middle &&
          middle <= one.y + one.height,
      )!;
      expect(middle - 7).toBeGreaterThanOrEqual(bar.y);
      expect(middle + 7).toBeLessThanOrEqual(bar.y + bar.height);
    }
  });

  it('has an axis for all-zero values', () => {
    const zeros = { title: 'Context', parts: [], sum: new Float32Array(3) };
    expect(texts(sceneOf({ kind: 'vector', ...zeros }, sheet))).toContain('0.00');
  });
});

describe('ticks', () => {
  it.each([
    [-0.81, 0.26],
    [-3e-5, 7e-4],
    [0, 1],
    [-12345, 2],
    [-1e-30, 0],
  ])('from %d to %d: few, evenly spaced, include 0, cover the range', (min, max) => {
    const levels = ticks(min, max, 4);
    const step = levels[1]! - levels[0]!;
    expect(levels.length).toBeGreaterThanOrEqual(3);
    expect(levels.length).toBeLessThanOrEqual(7);
    expect(levels[0]!).toBeLessThanOrEqual(min);
    expect(levels.at(-1)!).toBeGreaterThanOrEqual(max);
    expect(levels).toContain(0);
    const lead = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
    expect(
      [1, 2, 5].some((one) => Math.abs(lead - one) < 1e-6),
      `${lead}`,
    ).toBe(true);
  });
});
