/** The URLs of the module's builds on the site. */
import wasmUrl from '#wasm/attention.wasm?url';
import type { WasmUrls } from './simd';

const [relaxedUrl] = Object.values(
  import.meta.glob<string>('#wasm/attention.relaxed.wasm', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

export const wasmUrls: WasmUrls = { wasmUrl, relaxedUrl };
