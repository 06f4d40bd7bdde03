/**
 * The visitor's own digit: the pen, the image that the model sees, and its text in the address. Expected images are
 * drawn by hand.
 */
import { describe, expect, it } from 'vitest';
import {
  drawingText,
  emptyDrawing,
  imageOf,
  isEmpty,
  parseDrawing,
} from '../../../../web/src/model/examples/drawing';
import { withLine } from '../../../../web/src/model/examples/pen';

/** Cells from rows of text, at a place: a space is blank, # is full ink, a digit means that many fifteenths. */
function cells(left: number, top: number, rows: readonly string[]): Uint8Array {
  const drawing = new Uint8Array(784);
  rows.forEach((row, y) =>
    [...row].forEach((c, x) => {
      drawing[(top + y) * 28 + left + x] = c === ' ' ? 0 : c === '#' ? 15 : Number(c);
    }),
  );
  return drawing;
}

/** The rectangle of an image that has ink: its position, and its rows of gray values. */
function inked(image: readonly number[]) {
  const painted = image.flatMap((gray, i) => (gray > 0 ? [i] : []));
  const [xs, ys] = [painted.map((i) => i % 28), painted.map((i) => Math.floor(i / 28))];
  const [left, top, right, bottom] = [
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs),
    Math.max(...ys),
  ];
  return { left, top, width: right + 1 - left, height: bottom + 1 - top };
}

describe('the image of a drawing', () => {
  it('has the size and place of MNIST: a box of 20 in the middle', () => {
    // 10 x 5 cells become 20 x 10 pixels; the center of mass, here the middle, moves to (14, 14).
    const image = imageOf(cells(1, 20, Array(5).fill('#'.repeat(10))));
    expect(inked(image)).toEqual({ left: 4, top: 9, width: 20, height: 10 });
    expect(new Set(image)).toEqual(new Set([0, 255]));
    expect(image.filter((gray) => gray === 255)).toHaveLength(200);
  });

  it('is centered by mass, not by its box', () => {
    // A bar of 2 x 20 at the left end of a foot of 20 x 1: mass 40 at x = 1, and 18 at x = 11.
    const l = [...Array<string>(19).fill('##'), '#'.repeat(20)];
    const image = imageOf(cells(5, 3, l));
    // (40 * 1 + 18 * 11) / 58 = 4.1, and 14 - 4.1 = 9.9; but the box of width 20 must end at 28, hence 8.
    expect(inked(image)).toMatchObject({ left: 8, width: 20, height: 20 });
    // Rows: 19 rows of 2 at their middles 0.5 .. 18.5, and one of 20 at 19.5: (38 * 9.5 + 20 * 19.5) / 58 = 12.9.
    expect(inked(image).top).toBe(1);
    // A narrower foot leaves room: (40 * 1 + 8 * 6) / 48 = 1.8, hence 12.
    const j = [...Array<string>(19).fill('##'), '#'.repeat(10)];
    expect(inked(imageOf(cells(0, 0, j))).left).toBe(12);
  });

  it('is antialiased by area: a cell adds to each pixel that it overlaps', () => {
    // 28 cells in a row become 20 pixels: each covers 1.4 cells.
    const image = imageOf(cells(0, 0, ['#' + ' '.repeat(26) + '#']));
    const row = image.slice(14 * 28, 15 * 28);
    // The first pixel covers the full cell and 0.4 of the empty one: 255 / 1.4 = 182.
    expect(row[4]).toBe(182);
    expect(row[23]).toBe(182);
    expect(row.slice(5, 23)).toEqual(Array(18).fill(0));
  });

  it('keeps gray levels, and is empty without a stroke', () => {
    expect(new Set(imageOf(cells(9, 9, ['33', '33'])))).toEqual(new Set([0, 51]));
    expect(new Set(imageOf(emptyDrawing))).toEqual(new Set([0]));
  });

  it('does not depend on where it was drawn', () => {
    const rows = ['  ##', ' 9##', '##  ', '#   '];
    expect(imageOf(cells(0, 0, rows))).toEqual(imageOf(cells(20, 17, rows)));
  });
});

describe('the pen', () => {
  it('paints a disc that fades at its edge', () => {
    const dot = withLine(emptyDrawing, { x: 10.5, y: 10.5 }, { x: 10.5, y: 10.5 });
    const at = (x: number, y: number) => dot[y * 28 + x];
    // Ink is full up to 0.7 from the center and zero from 1.7 on: 0.7 of 15 at distance 1, 0.29 of 15 at 1.41.
    expect([at(10, 10), at(11, 10), at(11, 11), at(12, 10)]).toEqual([15, 11, 4, 0]);
    expect(isEmpty(emptyDrawing)).toBe(true);
  });

  it('draws a line between points, over existing strokes', () => {
    const line = withLine(emptyDrawing, { x: 3.5, y: 5.5 }, { x: 20.5, y: 5.5 });
    for (let x = 3; x <= 20; x++) expect(line[5 * 28 + x]).toBe(15);
    expect([line[5 * 28 + 1], line[5 * 28 + 22]]).toEqual([0, 0]);
    const cross = withLine(line, { x: 10.5, y: 1.5 }, { x: 10.5, y: 9.5 });
    line.forEach((cell, i) => expect(cross[i]).toBeGreaterThanOrEqual(cell));
    expect(cross[2 * 28 + 10]).toBe(15);
  });
});

describe('its text', () => {
  it('is short, safe in an address, and gives the same cells', () => {
    const drawing = Uint8Array.from({ length: 784 }, (_, i) => (i * 7) % 16);
    const text = drawingText(drawing);
    expect(text).toMatch(/^[\w-]{523}$/);
    expect(parseDrawing(text)).toEqual(drawing);
    // Two cells a byte, the first in the upper half: 0 7 14 5 are 0x07 0xe5.
    expect(Buffer.from(text, 'base64url').subarray(0, 2).toString('hex')).toBe('07e5');
    expect(drawingText(emptyDrawing)).toBe('');
    expect(parseDrawing('')).toEqual(emptyDrawing);
  });

  it.each(['AAAA', 'A'.repeat(522), `${'A'.repeat(522)}!`])('%.6s is refused', (text) => {
    expect(() => parseDrawing(text)).toThrow('drawing must look like');
  });
});
