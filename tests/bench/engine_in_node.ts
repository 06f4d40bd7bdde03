/** The built modules, for Node. */
import { readFileSync } from 'node:fs';
import createAttentionModule from '#wasm/attention.mjs';
import createFamilyModule from '#wasm/family.mjs';
import createProductsModule from '#wasm/products.mjs';
import type { Engine } from '../../web/src/measure/run.ts';

/** A built module's bytes, by its name. */
export function wasmOf(name: string): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = readFileSync(`build/wasm/wasm/${name}.wasm`);
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}

export function engineInNode(): Engine {
  return {
    open: async () => ({
      attention: await createAttentionModule({ wasmBinary: wasmOf('attention') }),
      family: await createFamilyModule({ wasmBinary: wasmOf('family') }),
      products: await createProductsModule({ wasmBinary: wasmOf('products') }),
      simd: 'SIMD',
    }),
    limit: wasmOf('limit'),
  };
}
