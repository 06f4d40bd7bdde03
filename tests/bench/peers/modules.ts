/** Where the built modules are, and how Vite takes the rivals in: for Node and for the page alike. */
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const pageConfig: InlineConfig = {
  configFile: false,
  root: at('tests/bench/peers'),
  base: './',
  logLevel: 'error',
  resolve: {
    alias: { '#wasm': at('build/wasm/wasm'), '#products': at('build/wasm/tests/bench/products') },
  },
  build: {
    outDir: at('build/peers/site'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1e5,
    modulePreload: false,
    rolldownOptions: { input: at('tests/bench/peers/page.html') },
  },
  preview: { host: '127.0.0.1', port: 0, strictPort: true },
};
