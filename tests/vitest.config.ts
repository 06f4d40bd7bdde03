import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// These tests replace modules, leave a timer behind, or check what nothing has loaded yet. Each file gets its own copy of
// the modules, in a thread that ends with it.
const apart = [
  'tests/wasm/**/*.test.ts',
  'tests/web/engine/**/*.test.ts',
  'tests/web/words/catalogues.test.ts',
];

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('..'),
  cacheDir: at('../build/vitest'),
  resolve: { alias: { '#wasm': at('../build/wasm/wasm') } },
  test: {
    environment: 'node',
    restoreMocks: true,
    // These end tests that hang, and must pass on a machine with other work: speed is for tests/bench.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Threads start faster than processes. Loading the modules only once for all files of a thread takes three fifths
    // of the processor time.
    pool: 'threads',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['tests/{bench,scripts,web}/**/*.test.{ts,mjs}'],
          exclude: apart,
          isolate: false,
          setupFiles: at('web/support/unstub-globals.ts'),
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
});
