/** An image of a digit as the vision model reads it: 28 x 28 pixels, which are 16 patches after the class token. */
export const kSide = 28;
export const kPatchSide = 7;
export const kPatchesAcross = kSide / kPatchSide;
/** The class token, then the patches row by row. */
export const kPlaces = 1 + kPatchesAcross ** 2;

/**
 * A name for each place, the same in every language: the class token, then row and column of each patch. In brackets,
 * because spreadsheets read `1,1` as a number.
 */
export const placeSigns: readonly string[] = Array.from({ length: kPlaces }, (_, place) => {
  const patch = patchAt(place);
  return patch ? `[${patch.row},${patch.column}]` : '[CLS]';
});

/** The place of the patch that has this pixel. */
export function placeOfPixel(pixel: number): number {
  const [y, x] = [Math.floor(pixel / kSide), pixel % kSide];
  return 1 + Math.floor(y / kPatchSide) * kPatchesAcross + Math.floor(x / kPatchSide);
}

/** The row and the column of a patch, counted from 1; null for the class token. */
export function patchAt(place: number): { row: number; column: number } | null {
  const patch = place - 1;
  return patch < 0
    ? null
    : { row: Math.floor(patch / kPatchesAcross) + 1, column: (patch % kPatchesAcross) + 1 };
}
