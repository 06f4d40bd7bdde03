/** The input of a model of digits for an image: its patches, normalized as in training. */
import type { TensorInput } from '../../../../wasm/engine';
import { kPatchesAcross, kPatchSide, kSide } from '../../geometry/digit-image';

export interface Images {
  /** [image, 28, 28], from 0 to 255 */
  readonly images: { readonly data: Float32Array | Uint8Array };
}

/** (pixel - mean) / deviation, both over all pixels of the data. */
export class DigitPatches {
  readonly #mean: number;
  readonly #deviation: number;

  constructor({ images: { data } }: Images) {
    let [sum, squares] = [0, 0];
    for (const pixel of data) {
      sum += pixel;
      squares += pixel * pixel;
    }
    this.#mean = sum / data.length;
    this.#deviation = Math.sqrt(squares / data.length - this.#mean ** 2);
  }

  /** [patch, pixel], row by row. */
  of(image: ArrayLike<number>): TensorInput {
    const pixels = kPatchSide ** 2;
    const patches = kPatchesAcross ** 2;
    const data = new Float32Array(patches * pixels);
    for (let patch = 0; patch < patches; patch++)
      for (let i = 0; i < pixels; i++) {
        const y = Math.floor(patch / kPatchesAcross) * kPatchSide + Math.floor(i / kPatchSide);
        const x = (patch % kPatchesAcross) * kPatchSide + (i % kPatchSide);
        data[patch * pixels + i] = (image[y * kSide + x]! - this.#mean) / this.#deviation;
      }
    return { shape: [patches, pixels], data };
  }
}
