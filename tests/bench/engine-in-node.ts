/** Loads the built modules in Node. */
import { existsSync, readFileSync } from 'node:fs';
import createProductsModule from '#wasm/products.mjs';
import { openModule } from '../../web/src/engine/module/module.ts';
import type { MeasuredModules } from '../../web/src/measure/run.ts';

/** Chooses like web/src/engine/places/simd.ts in a page: relaxed SIMD if it was built and can run. */
const canRelax = () =>
  existsSync('build/wasm/wasm/limit.relaxed.wasm') && WebAssembly.validate(wasmOf('limit.relaxed'));

/** A built module's bytes, by its name. */
export function wasmOf(name: string): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = readFileSync(`build/wasm/wasm/${name}.wasm`);
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}

export function engineInNode(): MeasuredModules {
  const relaxed = canRelax();
  const fastest = (name: string) => wasmOf(relaxed ? `${name}.relaxed` : name);
  return {
    open: async () => ({
      engine: await openModule(fastest('attention')),
      products: await createProductsModule({ wasmBinary: fastest('products') }),
      simd: relaxed ? 'relaxed SIMD' : 'SIMD',
    }),
    limits: {
      SIMD: wasmOf('limit'),
      ...(relaxed && { 'relaxed SIMD': wasmOf('limit.relaxed') }),
    },
  };
}
