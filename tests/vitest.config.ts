import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('..'),
  cacheDir: at('../build/vitest'),
  resolve: { alias: { '#wasm': at('../build/wasm/wasm') } },
  test: {
    include: ['tests/{web,wasm,scripts}/**/*.test.{ts,mjs}'],
    environment: 'node',
    restoreMocks: true,
    testTimeout: 30_000,
    // Each file has a thread of its own: sooner there than a process.
    pool: 'threads',
    maxWorkers: 2,
  },
});
