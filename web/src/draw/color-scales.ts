/** Perceptually uniform color tables: 256 steps between a few anchors, interpolated in OKLab. */
import { bytesOf, toLinear, type Rgb } from './color';

/**
 * Sequential scales go from 0 to reach: one in color, one in ink for heads with a skill, one in pencil for other
 * heads. Diverging scales go from -reach over 0 to reach. Gray scales are for random parameters; the diverging one has
 * a different gray for each sign.
 */
export type ColorScale =
  'sequential' | 'ink' | 'pencil' | 'diverging' | 'sequential-grey' | 'diverging-grey';

/** Whether 0 is in the middle of the scale. */
export const isDiverging = (scale: ColorScale) => scale.startsWith('diverging');

// Blue differs from the query's orange, and purple from green, under every color vision deficiency.
// Lightness alone already orders the values.
const anchors: Record<ColorScale, Record<'light' | 'dark', readonly string[]>> = {
  sequential: {
    light: ['#f4f2ec', '#b9d3e6', '#5c9cc9', '#1f62a5', '#0b2f66'],
    dark: ['#1e2228', '#1d4668', '#2f7cb4', '#7fbfe8', '#e6f5ff'],
  },
  ink: {
    light: ['#f1eee6', '#d5e1e6', '#9dbfcc', '#4f8aa3', '#1b4a66'],
    dark: ['#232221', '#2c4c5c', '#3a6a81', '#5f9fba', '#c4e6f2'],
  },
  pencil: {
    light: ['#f1eee6', '#e0dcd1', '#c2bcaf', '#958e80', '#5e584d'],
    dark: ['#232221', '#44413c', '#605c55', '#8a857b', '#c4beb2'],
  },
  diverging: {
    light: ['#4f2379', '#a588c4', '#f4f2ec', '#85b894', '#14582f'],
    dark: ['#d3b3f5', '#71539a', '#1e2228', '#3f7d57', '#a4e6b8'],
  },
  'sequential-grey': {
    light: ['#f4f2ec', '#cac4b8', '#a19a8d', '#79736a', '#403c36'],
    dark: ['#232221', '#45423e', '#6a6660', '#98928a', '#d8d3c8'],
  },
  'diverging-grey': {
    light: ['#4a4058', '#a69eb1', '#f4f2ec', '#a3ad9f', '#3d5141'],
    dark: ['#d2c8de', '#6e667a', '#232221', '#667062', '#c2d2c3'],
  },
};

/** The positions of a scale's anchors. In ink and in pencil they are closer near 0, so that small weights differ more. */
const evenly = [0, 0.25, 0.5, 0.75, 1];
const towardsZero = [0, 0.1, 0.35, 0.7, 1];

const kSteps = 256;
const tables = new Map<string, Uint8ClampedArray>();

/** RGB bytes, `[256 * 3]`. */
export function colorTable(scale: ColorScale, dark: boolean): Uint8ClampedArray {
  const key = `${scale} ${dark}`;
  let table = tables.get(key);
  if (!table) tables.set(key, (table = makeTable(scale, dark)));
  return table;
}

/** The table index of `value`, which is clamped to [0, reach] (sequential) or [-reach, reach] (diverging). */
export function colorIndex(scale: ColorScale, value: number, reach: number): number {
  const share = reach > 0 ? value / reach : 0;
  const place = isDiverging(scale) ? (share + 1) / 2 : share;
  return Math.round(Math.min(1, Math.max(0, place)) * (kSteps - 1));
}

export function colorAt(table: Uint8ClampedArray, index: number): Rgb {
  return [table[index * 3]!, table[index * 3 + 1]!, table[index * 3 + 2]!];
}

function makeTable(scale: ColorScale, dark: boolean): Uint8ClampedArray {
  const stops = anchors[scale][dark ? 'dark' : 'light'].map((color) => toOklab(bytesOf(color)!));
  const places = scale === 'ink' || scale === 'pencil' ? towardsZero : evenly;
  const table = new Uint8ClampedArray(kSteps * 3);
  for (let step = 0; step < kSteps; step++) {
    const place = step / (kSteps - 1);
    const left = Math.max(
      0,
      places.slice(0, -1).findLastIndex((from) => from <= place),
    );
    const share = (place - places[left]!) / (places[left + 1]! - places[left]!);
    const mixed = stops[left]!.map((from, i) => from + (stops[left + 1]![i]! - from) * share);
    table.set(fromOklab(mixed as [number, number, number]), step * 3);
  }
  return table;
}

function fromLinear(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * Math.max(value, 0) ** (1 / 2.4) - 0.055;
}

// Ottosson 2020, "A perceptual color space for image processing".
function toOklab(rgb: Rgb): [number, number, number] {
  const [r, g, b] = rgb.map((byte) => toLinear(byte / 255)) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: [number, number, number]): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    255 * fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    255 * fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    255 * fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
