// Runs bench.ts: Node 20 does not read TypeScript by itself, Vite does.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const at = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
await runnerImport('./tests/bench/peers/bench.ts', {
  configFile: false,
  resolve: {
    alias: { '#wasm': at('build/wasm/wasm'), '#products': at('build/wasm/tests/bench/products') },
  },
});
