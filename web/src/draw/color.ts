/** Colors in bytes: their texts, their mixture, their luminance. */

export type Rgb = readonly [number, number, number];

export function cssColor([r, g, b]: Rgb): string {
  return `rgb(${r}, ${g}, ${b})`;
}

/** Mixes two colors, each `#rrggbb` or `rgb(..)`. If it cannot parse them, it returns the nearer one. */
export function mixColors(from: string, to: string, share: number): string {
  const [a, b] = [from, to].map(bytesOf);
  if (!a || !b) return share < 0.5 ? from : to;
  return cssColor(mixRgb(a, b, share));
}

export const mixRgb = (from: Rgb, to: Rgb, share: number) =>
  from.map((byte, i) => Math.round(byte + (to[i]! - byte) * share)) as unknown as Rgb;

/** Null for a color that is neither `#rrggbb` nor `rgb(..)`. */
export function bytesOf(color: string): Rgb | null {
  if (/^#[\da-f]{6}$/i.test(color)) return parse(color);
  const numbers = /^rgb\(/.test(color) ? color.match(/[\d.]+/g) : null;
  return numbers?.length === 3 ? (numbers.map(Number) as unknown as Rgb) : null;
}

/** WCAG 2 relative luminance, 0 to 1. */
export function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((byte) => toLinear(byte / 255)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, with a contrast of at least 4.5 to the background. */
export function contrastingInk(rgb: Rgb): string {
  return luminance(rgb) > 0.18 ? '#000000' : '#ffffff';
}

function parse(hex: string): Rgb {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb;
}

/** A channel in sRGB, 0 to 1, in linear light. */
export function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
