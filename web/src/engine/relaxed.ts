/** Which build of the family's module this machine can run: relaxed SIMD, which is faster, or SIMD. */
import { familyPlaces } from './family-places';

/** What a build says of where the family is. */
export interface FamilyPlaces {
  wasmUrl: string;
  /** Only where the compiler was new enough for it. */
  relaxedUrl: string | undefined;
  worker(): Worker;
  workerUrl: string;
  /** Reading and writing files, which relaxed SIMD would not speed up. */
  filesUrl: string;
  filesWorker(): Worker;
}

/** A module of one function: v128 a -> f32x4.relaxed_madd(a, a, a). */
const multipliesAndAddsAtOnce = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x06, 0x01, 0x60, 0x01, 0x7b, 0x01, 0x7b],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x0d, 0x01, 0x0b, 0x00, 0x20, 0x00, 0x20, 0x00, 0x20, 0x00, 0xfd, 0x85, 0x02, 0x0b],
);

export interface FamilyWasm {
  url: string;
  /** The instructions that it is made of. */
  simd: 'SIMD' | 'relaxed SIMD';
}

/** In relaxed SIMD a b + c is rounded once, so its numbers differ from the other's in the last digits. */
export function familyWasm(): FamilyWasm {
  const { wasmUrl, relaxedUrl } = familyPlaces;
  return relaxedUrl && WebAssembly.validate(multipliesAndAddsAtOnce)
    ? { url: relaxedUrl, simd: 'relaxed SIMD' }
    : { url: wasmUrl, simd: 'SIMD' };
}
