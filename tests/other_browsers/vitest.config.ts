/** The main paths in Firefox and WebKit, against the built site: one browser a worker, both at a time. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../build/vitest', import.meta.url)),
  test: {
    include: ['tests/other_browsers/*.test.ts'],
    environment: 'node',
    testTimeout: 180_000,
    maxWorkers: 2,
  },
});
