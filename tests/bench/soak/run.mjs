// Runs soak.ts through Vite, because Node 20 cannot run TypeScript.
import { runnerImport } from 'vite';

await runnerImport('./tests/bench/soak/soak.ts', { configFile: false });
