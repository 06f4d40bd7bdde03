/** The main paths in Firefox and WebKit on the built site: each browser in its own worker, both at the same time. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../build/vitest', import.meta.url)),
  test: {
    include: ['tests/other_browsers/*.test.ts'],
    environment: 'node',
    // These end tests that hang, not tests on a busy machine.
    testTimeout: 900_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 150_000, interval: 50 } },
    maxWorkers: 2,
  },
});
