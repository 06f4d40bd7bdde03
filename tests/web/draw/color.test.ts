import { describe, expect, it } from 'vitest';
import {
  colorAt,
  colorIndex,
  colorTable,
  cssColor,
  inkUpon,
  luminance,
  type ColorScale,
  type Rgb,
} from '../../../web/src/draw/color';
import { maskedColor, notFiniteColor } from '../../../web/src/draw/matrix/raster';
import { bytesOf, contrast, differenceSeenWith, lightnessSeenWith, visions } from './color-vision';

const colorsOf = (scale: ColorScale, dark: boolean): Rgb[] =>
  Array.from({ length: 256 }, (_, index) => colorAt(colorTable(scale, dark), index));
const themes = [
  ['light', false],
  ['dark', true],
] as const;
const seen = visions.flatMap((vision) =>
  themes.map(([theme, dark]) => ({ vision, theme, dark }) as const),
);
const rising = (values: number[]) => values.every((value, i) => i === 0 || value > values[i - 1]!);

describe('the sequential colours', () => {
  it.each(themes)('differ in lightness from one to the next, all the way (%s)', (_, dark) => {
    const lightness = colorsOf('sequential', dark).map((c) => lightnessSeenWith('', c));
    const upwards = dark ? lightness : lightness.toReversed();
    // Neighbours may be the same three bytes; what is two apart never is.
    for (const parity of [0, 1])
      expect(rising(upwards.filter((_, i) => i % 2 === parity))).toBe(true);
    expect(upwards.every((value, i) => i === 0 || value > upwards[i - 1]! - 0.01)).toBe(true);
    expect(upwards.at(-1)! - upwards[0]!).toBeGreaterThan(60);
  });

  it.each(themes)('grow by even steps, so that no value stands out (%s)', (_, dark) => {
    const colors = colorsOf('sequential', dark);
    const steps = [0, 32, 64, 96, 128, 160, 192, 223].map((from) =>
      differenceSeenWith('', colors[from]!, colors[from + 32]!),
    );
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(2);
  });

  it.each(seen)('are in the same order for $vision ($theme)', ({ vision, dark }) => {
    const colors = colorsOf('sequential', dark).filter((_, index) => index % 5 === 0);
    const lightness = colors.map((color) => lightnessSeenWith(vision, color));
    expect(rising(dark ? lightness : lightness.toReversed())).toBe(true);
  });
});

describe('the diverging colours', () => {
  it.each(seen)('leave the middle steadily, both ways, for $vision ($theme)', (seenBy) => {
    const { vision, dark } = seenBy;
    const away = colorsOf('diverging', dark)
      .map((color) => lightnessSeenWith(vision, color))
      .map((lightness) => (dark ? lightness : -lightness));
    // Every fifth, both sides counted from the end inwards: 0, 5 .. 125 and 255, 250 .. 130.
    const arms = [0, 255].map((end) =>
      Array.from({ length: 26 }, (_, step) => away[Math.abs(end - step * 5)]!),
    );
    for (const arm of arms) expect(rising(arm.toReversed())).toBe(true);
  });

  it.each(themes)('are as light at the one end as at the other (%s)', (_, dark) => {
    const colors = colorsOf('diverging', dark);
    for (const inwards of [0, 32, 64, 96, 127]) {
      const [one, other] = [colors[inwards]!, colors[255 - inwards]!];
      expect(Math.abs(lightnessSeenWith('', one) - lightnessSeenWith('', other))).toBeLessThan(10);
    }
  });

  it.each(seen)('tell plus from minus for $vision ($theme)', ({ vision, dark }) => {
    const colors = colorsOf('diverging', dark);
    for (const inwards of [0, 16, 32, 48, 64])
      expect(
        differenceSeenWith(vision, colors[inwards]!, colors[255 - inwards]!),
        `${inwards} steps from the ends`,
      ).toBeGreaterThan(25);
  });
});

describe('what has no value', () => {
  const scales: ColorScale[] = ['sequential', 'diverging'];

  it.each(seen)('is told from every value when it is no number, for $vision ($theme)', (seenBy) => {
    const { vision, dark } = seenBy;
    const least = scales
      .flatMap((scale) => colorsOf(scale, dark))
      .map((color) => differenceSeenWith(vision, color, notFiniteColor(dark)));
    expect(Math.min(...least)).toBeGreaterThan(10);
  });

  it.each(themes)('is told from 0 when it is masked (%s)', (_, dark) => {
    for (const scale of scales) {
      const zero = colorAt(colorTable(scale, dark), colorIndex(scale, 0, 1));
      expect(differenceSeenWith('', zero, maskedColor(dark))).toBeGreaterThan(7);
    }
  });
});

describe('ink', () => {
  it.each(themes)('can be read upon every colour: contrast 4.5 (%s)', (_, dark) => {
    for (const scale of ['sequential', 'diverging'] as const)
      for (const [index, color] of colorsOf(scale, dark).entries())
        expect(
          contrast(color, bytesOf(inkUpon(color))),
          `${scale} ${index}, ${color}`,
        ).toBeGreaterThanOrEqual(4.5);
  });
});

describe('luminance', () => {
  it.each([
    [[255, 255, 255], 1],
    [[0, 0, 0], 0],
    [[255, 0, 0], 0.2126],
    [[0, 255, 0], 0.7152],
    [[0, 0, 255], 0.0722],
    [[119, 119, 119], 0.1845],
  ] as const)('of %j is %f', (rgb, value) => expect(luminance(rgb)).toBeCloseTo(value, 4));
});

describe('the place of a value on a table', () => {
  it.each([
    ['sequential', 0, 2, 0],
    ['sequential', 1, 2, 128],
    ['sequential', 2, 2, 255],
    ['sequential', -1, 2, 0],
    ['sequential', 5, 2, 255],
    ['sequential', 0, 0, 0],
    ['diverging', 0, 3, 128],
    ['diverging', -3, 3, 0],
    ['diverging', 3, 3, 255],
    ['diverging', -99, 3, 0],
    ['diverging', 0, 0, 128],
  ] as const)('%s: %f of %f is %i', (scale, value, reach, index) => {
    expect(colorIndex(scale, value, reach)).toBe(index);
  });
});

describe('a colour table', () => {
  it('begins and ends on its anchors, and has its middle one half-way', () => {
    const light = colorTable('sequential', false);
    expect(cssColor(colorAt(light, 0))).toBe('rgb(244, 242, 236)'); // #f4f2ec
    expect(cssColor(colorAt(light, 255))).toBe('rgb(11, 47, 102)'); // #0b2f66
    const middle = colorAt(colorTable('diverging', true), 128);
    expect(differenceSeenWith('', middle, bytesOf('#1e2228'))).toBeLessThan(1);
  });

  it('is made once', () => {
    expect(colorTable('diverging', true)).toBe(colorTable('diverging', true));
    expect(colorTable('diverging', true)).not.toBe(colorTable('diverging', false));
  });
});
