// Runs in-wasm.ts through Vite, because Node 20 cannot run TypeScript.
import { runnerImport } from 'vite';

await runnerImport('./tests/bench/rows/in-wasm.ts', { configFile: false });
