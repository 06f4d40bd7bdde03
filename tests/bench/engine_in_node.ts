/** The built modules, for Node. */
import { existsSync, readFileSync } from 'node:fs';
import createAttentionModule from '#wasm/attention.mjs';
import createFamilyModule from '#wasm/family.mjs';
import createProductsModule from '#wasm/products.mjs';
import type { Engine } from '../../web/src/measure/run.ts';

/** As web/src/engine/relaxed.ts chooses in a page: relaxed SIMD where it was built and can be run. */
function familyWasm(): { binary: ArrayBuffer; simd: string } {
  if (existsSync('build/wasm/wasm/family.relaxed.wasm')) {
    const binary = wasmOf('family.relaxed');
    if (WebAssembly.validate(binary)) return { binary, simd: 'relaxed SIMD' };
  }
  return { binary: wasmOf('family'), simd: 'SIMD' };
}

/** A built module's bytes, by its name. */
export function wasmOf(name: string): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = readFileSync(`build/wasm/wasm/${name}.wasm`);
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}

export function engineInNode(): Engine {
  const { binary, simd } = familyWasm();
  return {
    open: async () => ({
      attention: await createAttentionModule({ wasmBinary: wasmOf('attention') }),
      family: await createFamilyModule({ wasmBinary: binary }),
      products: await createProductsModule({ wasmBinary: wasmOf('products') }),
      simd,
    }),
    limit: wasmOf('limit'),
  };
}
