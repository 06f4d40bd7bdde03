/** A digit drawn by the visitor: 28 x 28 cells, their form in the address, and the image that the model sees. */
import { kSide } from '../../geometry/digit-image';
import { excerpt } from '../../text/excerpt';
import { Refusal } from '../../words/refusal';

/** `[28, 28]`, row by row, from 0, the paper, to 15. */
export type Drawing = Uint8Array;

const kCells = kSide * kSide;
/** A cell that the pen covers. */
export const kFull = 15;
/** MNIST scales a digit into a box of this side, and moves its center of mass to the center of the image. */
const kBox = 20;

export const emptyDrawing: Drawing = new Uint8Array(kCells);
export const isEmpty = (drawing: Drawing) => drawing.every((cell) => cell === 0);

/**
 * The image of a drawing, made as those of MNIST (LeCun et al. 1998): scaled into a box of 20 x 20 with its
 * proportions kept, and moved by whole pixels until its center of mass is nearest to the center. `[28, 28]`,
 * from 0, the background, to 255. Nothing is cut off.
 */
export function imageOf(drawing: Drawing): number[] {
  const image = new Array<number>(kCells).fill(0);
  const box = boxOf(drawing);
  if (!box) return image;
  const scale = kBox / Math.max(box.width, box.height);
  const [width, height] = [box.width, box.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const scaled = Float64Array.from({ length: width * height }, (_, i) =>
    meanOver(drawing, box, i % width, Math.floor(i / width), width, height),
  );
  let [mass, x, y] = [0, 0, 0];
  scaled.forEach((value, i) => {
    mass += value;
    x += value * ((i % width) + 0.5);
    y += value * (Math.floor(i / width) + 0.5);
  });
  const left = offsetFor(x / mass, width);
  const top = offsetFor(y / mass, height);
  scaled.forEach((value, i) => {
    const pixel = (top + Math.floor(i / width)) * kSide + left + (i % width);
    image[pixel] = Math.round((255 * value) / kFull);
  });
  return image;
}

const offsetFor = (center: number, side: number) =>
  Math.min(kSide - side, Math.max(0, Math.round(kSide / 2 - center)));

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function boxOf(drawing: Drawing): Box | null {
  const [xs, ys]: [number[], number[]] = [[], []];
  drawing.forEach((cell, i) => {
    if (cell === 0) return;
    xs.push(i % kSide);
    ys.push(Math.floor(i / kSide));
  });
  if (xs.length === 0) return null;
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) + 1 - left, height: Math.max(...ys) + 1 - top };
}

/** The mean of the cells under one pixel, if `width` x `height` pixels cover the box. */
function meanOver(
  drawing: Drawing,
  box: Box,
  x: number,
  y: number,
  width: number,
  height: number,
): number {
  const across = shares(x, box.width, width);
  let sum = 0;
  for (const [row, high] of shares(y, box.height, height))
    for (const [column, wide] of across)
      sum += high * wide * drawing[(box.top + row) * kSide + box.left + column]!;
  return sum;
}

/** The cells under one of `pixels` that cover `cells`, each with its share of the pixel. */
function shares(pixel: number, cells: number, pixels: number): [cell: number, share: number][] {
  const size = cells / pixels;
  const [from, to] = [pixel * size, (pixel + 1) * size];
  const found: [number, number][] = [];
  for (let cell = Math.floor(from); cell < Math.min(to, cells); cell++) {
    const covered = Math.min(to, cell + 1) - Math.max(from, cell);
    if (covered > 1e-9) found.push([cell, covered / size]);
  }
  return found;
}

/** The cells in four bits each, as base64url; empty without a stroke. */
export function drawingText(drawing: Drawing): string {
  if (isEmpty(drawing)) return '';
  let bytes = '';
  for (let i = 0; i < kCells; i += 2)
    bytes += String.fromCharCode(16 * drawing[i]! + drawing[i + 1]!);
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const kText = Math.ceil((kCells / 2) * (8 / 6));

/** Throws a Refusal for a text that `drawingText` does not write. */
export function parseDrawing(text: string): Drawing {
  if (text === '') return emptyDrawing;
  if (text.length !== kText || !/^[\w-]*$/.test(text))
    throw new Refusal(({ refused }) => refused.suchAs('drawing', 'AAEjAA…', excerpt(text)));
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from({ length: kCells }, (_, i) => {
    const byte = bytes.charCodeAt(i >> 1);
    return i % 2 === 0 ? byte >> 4 : byte & 15;
  });
}
