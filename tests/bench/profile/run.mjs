// Runs profile.ts through Vite, because Node 20 cannot run TypeScript.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const wasm = fileURLToPath(new URL('../../../build/wasm/wasm', import.meta.url));
await runnerImport('./tests/bench/profile/profile.ts', {
  configFile: false,
  resolve: { alias: { '#wasm': wasm } },
});
