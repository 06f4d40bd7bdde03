import { describe, expect, it } from 'vitest';
import {
  cssColor,
  contrastingInk,
  luminance,
  mixColors,
  type Rgb,
} from '../../../web/src/draw/color';
import {
  colorAt,
  colorIndex,
  colorTable,
  type ColorScale,
} from '../../../web/src/draw/color-scales';
import { maskedColor, notFiniteColor } from '../../../web/src/draw/matrix/raster';
import { bytesOf, contrast, differenceSeenWith, lightnessSeenWith, visions } from './color-vision';

const colorsOf = (scale: ColorScale, dark: boolean): Rgb[] =>
  Array.from({ length: 256 }, (_, index) => colorAt(colorTable(scale, dark), index));
const themes = [
  ['light', false],
  ['dark', true],
] as const;
const cases = visions.flatMap((vision) =>
  themes.map(([theme, dark]) => ({ vision, theme, dark }) as const),
);
const rising = (values: number[]) => values.every((value, i) => i === 0 || value > values[i - 1]!);

const scales: ColorScale[] = ['sequential', 'diverging', 'sequential-grey', 'diverging-grey'];

describe('the sequential colors', () => {
  it.each(themes)('change lightness monotonically (%s)', (_, dark) => {
    const lightness = colorsOf('sequential', dark).map((c) => lightnessSeenWith('', c));
    const upwards = dark ? lightness : lightness.toReversed();
    // Rounding may make adjacent colors equal, but never colors two steps apart.
    for (const parity of [0, 1])
      expect(rising(upwards.filter((_, i) => i % 2 === parity))).toBe(true);
    expect(upwards.every((value, i) => i === 0 || value > upwards[i - 1]! - 0.01)).toBe(true);
    expect(upwards.at(-1)! - upwards[0]!).toBeGreaterThan(60);
  });

  it.each(themes)('change by even steps (%s)', (_, dark) => {
    const colors = colorsOf('sequential', dark);
    const steps = [0, 32, 64, 96, 128, 160, 192, 223].map((from) =>
      differenceSeenWith('', colors[from]!, colors[from + 32]!),
    );
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(2);
  });

  it.each(cases)('keep their order of lightness with $vision ($theme)', ({ vision, dark }) => {
    const colors = colorsOf('sequential', dark).filter((_, index) => index % 5 === 0);
    const lightness = colors.map((color) => lightnessSeenWith(vision, color));
    expect(rising(dark ? lightness : lightness.toReversed())).toBe(true);
  });
});

describe('the colors in ink, pencil and gray', () => {
  const both = (['ink', 'pencil', 'sequential-grey'] as const).flatMap((scale) =>
    cases.map((one) => ({ scale, ...one })),
  );

  it.each(both)('$scale keeps its order of lightness with $vision ($theme)', (testCase) => {
    const { scale, vision, dark } = testCase;
    const colors = colorsOf(scale, dark).filter((_, index) => index % 5 === 0);
    const lightness = colors.map((color) => lightnessSeenWith(vision, color));
    expect(rising(dark ? lightness : lightness.toReversed())).toBe(true);
  });

  it.each(themes)('shows small weights: a tenth differs from 0 (%s)', (_, dark) => {
    for (const scale of ['ink', 'pencil'] as const) {
      const colors = colorsOf(scale, dark);
      expect(differenceSeenWith('', colors[0]!, colors[26]!)).toBeGreaterThan(dark ? 10 : 4);
    }
  });

  it.each(themes)('are gray for random parameters, and tell the signs apart (%s)', (_, dark) => {
    const colors = colorsOf('diverging-grey', dark);
    for (const color of colors)
      expect(Math.max(...color) - Math.min(...color)).toBeLessThanOrEqual(30);
    for (const inwards of [0, 32, 64])
      expect(
        differenceSeenWith('', colors[inwards]!, colors[255 - inwards]!),
        `${inwards} steps from the ends`,
      ).toBeGreaterThan(8);
  });
});

describe('mixed colors', () => {
  it('lie between the two, whatever their notation', () => {
    expect(mixColors('#000000', 'rgb(100, 200, 255)', 0.5)).toBe('rgb(50, 100, 128)');
    expect(mixColors('rgb(10, 20, 30)', '#ffffff', 0)).toBe('rgb(10, 20, 30)');
    expect(mixColors('rgb(10, 20, 30)', '#ffffff', 1)).toBe('rgb(255, 255, 255)');
  });

  it('are the nearer color if one of them cannot be parsed', () => {
    expect(mixColors('oklch(0.5 0.1 20)', '#ffffff', 0.4)).toBe('oklch(0.5 0.1 20)');
    expect(mixColors('#000000', 'rgba(1, 2, 3, 0.5)', 0.6)).toBe('rgba(1, 2, 3, 0.5)');
  });
});

describe('the diverging colors', () => {
  const both = (['diverging', 'diverging-grey'] as const).flatMap((scale) =>
    cases.map((one) => ({ scale, ...one })),
  );
  it.each(both)(
    '$scale changes lightness monotonically from the middle to both ends with $vision ($theme)',
    (testCase) => {
      const { scale, vision, dark } = testCase;
      const away = colorsOf(scale, dark)
        .map((color) => lightnessSeenWith(vision, color))
        .map((lightness) => (dark ? lightness : -lightness));
      // Every fifth color from each end to the middle: 0, 5 .. 125 and 255, 250 .. 130.
      const arms = [0, 255].map((end) =>
        Array.from({ length: 26 }, (_, step) => away[Math.abs(end - step * 5)]!),
      );
      for (const arm of arms) expect(rising(arm.toReversed())).toBe(true);
    },
  );

  it.each(themes)('have similar lightness at mirrored positions (%s)', (_, dark) => {
    const colors = colorsOf('diverging', dark);
    for (const inwards of [0, 32, 64, 96, 127]) {
      const [one, other] = [colors[inwards]!, colors[255 - inwards]!];
      expect(Math.abs(lightnessSeenWith('', one) - lightnessSeenWith('', other))).toBeLessThan(10);
    }
  });

  it.each(cases)('distinguish positive from negative with $vision ($theme)', ({ vision, dark }) => {
    const colors = colorsOf('diverging', dark);
    for (const inwards of [0, 16, 32, 48, 64])
      expect(
        differenceSeenWith(vision, colors[inwards]!, colors[255 - inwards]!),
        `${inwards} steps from the ends`,
      ).toBeGreaterThan(25);
  });
});

describe('cells without a value', () => {
  it.each(cases)(
    'have a color distinct from every value if NaN or infinite, with $vision ($theme)',
    (testCase) => {
      const { vision, dark } = testCase;
      const differences = scales
        .flatMap((scale) => colorsOf(scale, dark))
        .map((color) => differenceSeenWith(vision, color, notFiniteColor(dark)));
      expect(Math.min(...differences)).toBeGreaterThan(10);
    },
  );

  it.each(themes)('have a color distinct from 0 if masked (%s)', (_, dark) => {
    for (const scale of scales) {
      const zero = colorAt(colorTable(scale, dark), colorIndex(scale, 0, 1));
      expect(differenceSeenWith('', zero, maskedColor(dark))).toBeGreaterThan(7);
    }
  });
});

describe('the contrasting ink', () => {
  it.each(themes)('has a contrast of at least 4.5 to every color (%s)', (_, dark) => {
    for (const scale of [...scales, 'ink', 'pencil'] as const)
      for (const [index, color] of colorsOf(scale, dark).entries())
        expect(
          contrast(color, bytesOf(contrastingInk(color))),
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

describe('the table index of a value', () => {
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
    ['diverging-grey', 0, 3, 128],
    ['diverging-grey', -3, 3, 0],
    ['sequential-grey', 0, 3, 0],
  ] as const)('%s: %f of %f is %i', (scale, value, reach, index) => {
    expect(colorIndex(scale, value, reach)).toBe(index);
  });
});

describe('a color table', () => {
  it('starts and ends at its anchors, with the middle anchor half-way', () => {
    const light = colorTable('sequential', false);
    expect(cssColor(colorAt(light, 0))).toBe('rgb(244, 242, 236)'); // #f4f2ec
    expect(cssColor(colorAt(light, 255))).toBe('rgb(11, 47, 102)'); // #0b2f66
    const middle = colorAt(colorTable('diverging', true), 128);
    expect(differenceSeenWith('', middle, bytesOf('#1e2228'))).toBeLessThan(1);
  });

  it('is cached', () => {
    expect(colorTable('diverging', true)).toBe(colorTable('diverging', true));
    expect(colorTable('diverging', true)).not.toBe(colorTable('diverging', false));
  });
});
