// Runs in_wasm.ts: Node 20 does not read TypeScript by itself, Vite does.
import { runnerImport } from 'vite';

await runnerImport('./tests/bench/rows/in_wasm.ts', { configFile: false });
