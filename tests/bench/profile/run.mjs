// Runs profile.ts: Node 20 does not read TypeScript by itself, Vite does.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const wasm = fileURLToPath(new URL('../../../build/wasm/wasm', import.meta.url));
await runnerImport('./tests/bench/profile/profile.ts', {
  configFile: false,
  resolve: { alias: { '#wasm': wasm } },
});
