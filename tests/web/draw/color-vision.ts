/**
 * Lightness, difference and contrast of colors under color vision deficiencies, implemented from the
 * literature, independent of web/src.
 */

export type Bytes = readonly [number, number, number];

type Triple = [number, number, number];
type Rows = readonly [Triple, Triple, Triple];

/**
 * Machado, Oliveira and Fernandes 2009, "A physiologically-based model for simulation of color vision
 * deficiency", severity 1.0. For linear RGB.
 */
const machado: Record<string, Rows> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

export const visions = ['full color vision', ...Object.keys(machado)];

/** CIE L*a*b* (D65) of an sRGB color under `vision`. L* ranges from 0 to 100. */
function labSeenWith(vision: string, color: Bytes): Triple {
  const linear = color.map(linearOf) as Triple;
  const rows = machado[vision];
  const seen = rows
    ? product(rows, linear).map((value) => Math.min(1, Math.max(0, value)))
    : linear;
  const [x, y, z] = product(xyz, seen as Triple);
  const [fx, fy, fz] = [cubeRoot(x / 0.95047), cubeRoot(y), cubeRoot(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

export function lightnessSeenWith(vision: string, color: Bytes): number {
  return labSeenWith(vision, color)[0];
}

/** CIE 1976 color difference. About 2 is just noticeable side by side. */
export function differenceSeenWith(vision: string, one: Bytes, other: Bytes): number {
  const [a, b] = [labSeenWith(vision, one), labSeenWith(vision, other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: Bytes, other: Bytes): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function bytesOf(hex: string): Bytes {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

// IEC 61966-2-1.
const xyz: Rows = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
];

function linearOf(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function luminanceOf(color: Bytes): number {
  return product(xyz, color.map(linearOf) as Triple)[1];
}

function product(rows: Rows, [x, y, z]: Triple): Triple {
  return rows.map(([a, b, c]) => a * x + b * y + c * z) as Triple;
}

function cubeRoot(t: number): number {
  return t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29;
}
