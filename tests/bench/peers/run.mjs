// Runs bench.ts: Node 20 does not read TypeScript by itself, Vite does.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./tests/bench/peers/modules.ts', { configFile: false });
const { configFile, resolve } = module.pageConfig;
await runnerImport('./tests/bench/peers/bench.ts', { configFile, resolve });
