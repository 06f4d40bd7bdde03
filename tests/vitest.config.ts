import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// These replace modules, or leave a timer behind: each file has its own copy of the modules, in a thread that ends with it.
const apart = ['tests/wasm/**/*.test.ts', 'tests/web/engine/**/*.test.ts'];

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('..'),
  cacheDir: at('../build/vitest'),
  resolve: { alias: { '#wasm': at('../build/wasm/wasm') } },
  test: {
    environment: 'node',
    restoreMocks: true,
    testTimeout: 30_000,
    // Threads start sooner than processes. Where the modules are loaded once for all files of a thread, the tests take
    // three fifths of the processor time.
    pool: 'threads',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['tests/{web,scripts}/**/*.test.{ts,mjs}'],
          exclude: apart,
          isolate: false,
          unstubGlobals: true,
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
});
