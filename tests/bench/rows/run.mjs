// Runs in_wasm.ts through Vite, because Node 20 cannot run TypeScript.
import { runnerImport } from 'vite';

await runnerImport('./tests/bench/rows/in_wasm.ts', { configFile: false });
