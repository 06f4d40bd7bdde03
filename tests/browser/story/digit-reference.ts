/** An independent reference for the patches that the model of digits reads. */
import { digitImages, kSiteDigits } from '../../../web/build/digits.mjs';
import { taskRow } from '../../../web/src/model/examples/tasks.ts';
import type { Matrix } from '../support/reference.ts';

const kSide = 28;
const kAcross = 4;

/** All images of the site, with the mean and the deviation of their pixels. */
let known: { images: Uint8Array; mean: number; deviation: number } | undefined;

function site() {
  if (known) return known;
  const { images } = digitImages(kSiteDigits);
  const mean = images.reduce((sum, pixel) => sum + pixel, 0) / images.length;
  const variance = images.reduce((sum, pixel) => sum + (pixel - mean) ** 2, 0) / images.length;
  return (known = { images, mean, deviation: Math.sqrt(variance) });
}

/** The pixels of a pinned example. */
export function pinnedImage(example: 0 | 1): ArrayLike<number> {
  const first = taskRow('digits').images![example] * kSide ** 2;
  return site().images.slice(first, first + kSide ** 2);
}

/** An image of 28 × 28 pixels in patches, as (pixel - mean) / deviation over all images of the site. */
export function patches(image: ArrayLike<number>): Matrix {
  const { mean, deviation } = site();
  const side = kSide / kAcross;
  return Array.from({ length: kAcross ** 2 }, (_, patch) =>
    Array.from({ length: side ** 2 }, (_, i) => {
      const y = Math.floor(patch / kAcross) * side + Math.floor(i / side);
      const x = (patch % kAcross) * side + (i % side);
      return (image[y * kSide + x]! - mean) / deviation;
    }),
  );
}
