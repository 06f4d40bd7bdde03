/** Chooses the build of the module: with relaxed SIMD, which is faster, if this machine can run it. */

export interface WasmUrls {
  wasmUrl: string;
  /** Undefined if the compiler was too old for relaxed SIMD (scripts/build_wasm.sh). */
  relaxedUrl: string | undefined;
}

/** A module of one function: v128 a -> f32x4.relaxed_madd(a, a, a). */
const relaxedMadd = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x06, 0x01, 0x60, 0x01, 0x7b, 0x01, 0x7b],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x0d, 0x01, 0x0b, 0x00, 0x20, 0x00, 0x20, 0x00, 0x20, 0x00, 0xfd, 0x85, 0x02, 0x0b],
);

export interface WasmBuild {
  url: string;
  simd: 'SIMD' | 'relaxed SIMD';
}

/** With relaxed SIMD a b + c is rounded only once, so the results of the two builds differ in the last digits. */
export function buildFor({ wasmUrl, relaxedUrl }: WasmUrls): WasmBuild {
  return relaxedUrl && WebAssembly.validate(relaxedMadd)
    ? { url: relaxedUrl, simd: 'relaxed SIMD' }
    : { url: wasmUrl, simd: 'SIMD' };
}
