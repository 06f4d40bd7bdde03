/** An image as patches: shades by weight on one scale, strokes over them. */
import { describe, expect, it } from 'vitest';
import { kPlaces, patchAt, placeOfPixel } from '../../../../web/src/geometry/digit-image';
import { luminance, type Rgb } from '../../../../web/src/draw/color';
import { patchesRaster, shadeOf } from '../../../../web/src/draw/pictures/patches';

const pixelOf = ({ pixels }: ReturnType<typeof patchesRaster>, x: number, y: number) =>
  Array.from(pixels.subarray((y * 28 + x) * 4, (y * 28 + x) * 4 + 3)) as unknown as Rgb;
const blank = new Uint8Array(784);
const row = Float32Array.from({ length: kPlaces }, (_, place) => place / 16);

describe('the places of an image', () => {
  it('are the class token and 4 x 4 patches of 7 x 7 pixels, row by row', () => {
    expect(placeOfPixel(0)).toBe(1);
    expect(placeOfPixel(6)).toBe(1);
    expect(placeOfPixel(7)).toBe(2);
    expect(placeOfPixel(7 * 28)).toBe(5);
    expect(placeOfPixel(783)).toBe(16);
    const counts = Array.from({ length: 784 }, (_, i) => placeOfPixel(i));
    for (let place = 1; place < kPlaces; place++)
      expect(counts.filter((count) => count === place)).toHaveLength(49);
    expect(patchAt(0)).toBeNull();
    expect(patchAt(1)).toEqual({ row: 1, column: 1 });
    expect(patchAt(7)).toEqual({ row: 2, column: 3 });
    expect(patchAt(16)).toEqual({ row: 4, column: 4 });
  });
});

describe.each([false, true])('patches, dark %s', (dark) => {
  it('are shaded by their own weight', () => {
    const raster = patchesRaster(blank, row, 1, dark);
    expect(pixelOf(raster, 3, 3)).toEqual(shadeOf(1 / 16, 1, dark));
    expect(pixelOf(raster, 27, 0)).toEqual(shadeOf(4 / 16, 1, dark));
    expect(pixelOf(raster, 0, 27)).toEqual(shadeOf(13 / 16, 1, dark));
    expect(pixelOf(raster, 27, 27)).toEqual(shadeOf(1, 1, dark));
  });

  it('are gray where the model is untrained, and between gray and blue as it learns', () => {
    const spread = (rgb: Rgb) => Math.max(...rgb) - Math.min(...rgb);
    const [pencil, half, ink] = [0, 0.5, 1].map((share) => spread(shadeOf(0.6, share, dark)));
    expect(pencil).toBeLessThan(30);
    expect(half).toBeGreaterThan(pencil!);
    expect(ink).toBeGreaterThan(half!);
  });

  it('have strokes that are visible on every shade', () => {
    const strokes = new Uint8Array(784).fill(255);
    const drawn = patchesRaster(strokes, row, 1, dark);
    const bare = patchesRaster(blank, row, 1, dark);
    for (let place = 1; place < kPlaces; place++) {
      const [x, y] = [((place - 1) % 4) * 7, Math.floor((place - 1) / 4) * 7];
      const [a, b] = [luminance(pixelOf(drawn, x, y)), luminance(pixelOf(bare, x, y))];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      expect(contrast).toBeGreaterThan(3);
    }
  });
});
