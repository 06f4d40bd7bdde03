/** The modules that are measured, as this browser can run them. */
import createAttentionModule from '#wasm/attention.mjs';
import attentionUrl from '#wasm/attention.wasm?url';
import createFamilyModule from '#wasm/family.mjs';
import limitUrl from '#wasm/limit.wasm?url';
import createProductsModule from '#wasm/products.mjs';
import productsUrl from '#wasm/products.wasm?url';
import { fetchWasm } from '../engine/load';
import { familyWasm } from '../engine/relaxed';
import type { Engine } from '../measure/run';

// They are there where the family's is (scripts/build_wasm.sh).
const [relaxedLimitUrl] = Object.values(
  import.meta.glob<string>('#wasm/limit.relaxed.wasm', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
const [relaxedProductsUrl] = Object.values(
  import.meta.glob<string>('#wasm/products.relaxed.wasm', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

export async function loadEngine(): Promise<Engine> {
  const { url: familyUrl, simd } = familyWasm();
  const isRelaxed = simd === 'relaxed SIMD';
  const productsPlace = isRelaxed ? relaxedProductsUrl! : productsUrl;
  const urls = [attentionUrl, familyUrl, productsPlace, limitUrl];
  if (isRelaxed) urls.push(relaxedLimitUrl!);
  const [attention, family, products, limit, relaxedLimit] = (await Promise.all(
    urls.map(fetchWasm),
  )) as [ArrayBuffer, ArrayBuffer, ArrayBuffer, ArrayBuffer, ArrayBuffer?];
  return {
    open: async () => ({
      attention: await createAttentionModule({ wasm: attention }),
      family: await createFamilyModule({ wasm: family }),
      products: await createProductsModule({ wasm: products }),
      simd,
    }),
    limits: { SIMD: limit, ...(relaxedLimit && { 'relaxed SIMD': relaxedLimit }) },
  };
}
