// Runs bench.ts through Vite, because Node 20 cannot run TypeScript.
import { runnerImport } from 'vite';

const { module } = await runnerImport('./tests/bench/peers/modules.ts', { configFile: false });
const { configFile, resolve } = module.pageConfig;
await runnerImport('./tests/bench/peers/bench.ts', { configFile, resolve });
