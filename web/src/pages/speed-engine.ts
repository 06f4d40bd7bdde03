/** The modules to measure, in the builds that this browser can run. */
import limitUrl from '#wasm/limit.wasm?url';
import createProductsModule from '#wasm/products.mjs';
import productsUrl from '#wasm/products.wasm?url';
import { fetchWasm } from '../engine/transport/wasm-file';
import { openModule } from '../engine/module/module';
import { buildFor } from '../engine/places/simd';
import { wasmUrls } from '../engine/places/site-wasm-urls';
import type { MeasuredModules } from '../measure/run';

// Present where the engine's relaxed build is (scripts/build_wasm.sh).
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

export async function loadEngine(): Promise<MeasuredModules> {
  const { url: engineUrl, simd } = buildFor(wasmUrls);
  const isRelaxed = simd === 'relaxed SIMD';
  const productsPlace = isRelaxed ? relaxedProductsUrl! : productsUrl;
  const urls = [engineUrl, productsPlace, limitUrl];
  if (isRelaxed) urls.push(relaxedLimitUrl!);
  const [engine, products, limit, relaxedLimit] = (await Promise.all(
    urls.map((url) => fetchWasm(url)),
  )) as [ArrayBuffer, ArrayBuffer, ArrayBuffer, ArrayBuffer?];
  return {
    open: async () => ({
      engine: await openModule(engine),
      products: await createProductsModule({ wasmBinary: products }),
      simd,
    }),
    limits: { SIMD: limit, ...(relaxedLimit && { 'relaxed SIMD': relaxedLimit }) },
  };
}
