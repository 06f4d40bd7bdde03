/** Where the built modules are, and how Vite loads the other libraries, in Node and in the page. */
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const pageConfig: InlineConfig = {
  configFile: false,
  root: at('tests/bench/peers'),
  base: './',
  logLevel: 'error',
  resolve: {
    alias: { '#wasm': at('build/wasm/wasm') },
  },
  worker: { format: 'es' },
  build: {
    outDir: at('build/peers/site'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1e5,
    modulePreload: false,
    rolldownOptions: {
      input: {
        page: at('tests/bench/peers/page.html'),
        empty: at('tests/bench/peers/empty.html'),
        first_ours: at('tests/bench/peers/first/ours.ts'),
        first_onnx: at('tests/bench/peers/first/onnx.ts'),
        first_tensorflow: at('tests/bench/peers/first/tensorflow.ts'),
      },
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: '[name].js',
        // The first chunk of our engine as one file, as on the site (web/vite.config.ts).
        codeSplitting: {
          groups: [
            {
              name: 'first_ours',
              test: /preload-helper|first\/ours\.ts|src\/engine\/(?!(message|module|result|shown|shared|[a-z-]*(host|worker))\.ts)[a-z-]+\.ts|attention\.wasm/,
            },
          ],
        },
      },
    },
  },
  preview: { host: '127.0.0.1', port: 0, strictPort: true },
};
