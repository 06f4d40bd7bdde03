// Runs soak.ts: Node 20 does not read TypeScript by itself, Vite does.
import { runnerImport } from 'vite';

await runnerImport('./tests/bench/soak/soak.ts', { configFile: false });
