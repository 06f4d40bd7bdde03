/**
 * Browser tests in Chromium of the built site (dist/), served with its production headers.
 * Run `npx playwright test -c tests/browser/playwright.config.ts` after `npm run build`.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './launch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

if (!existsSync(`${root}/dist/index.html`))
  throw new Error('Expected the built site in dist/, found none. Build it first: npm run build');

export default defineConfig({
  testDir: '.',
  outputDir: `${root}/build/browser`,
  fullyParallel: true,
  // A test spends time waiting for frames and polling the page. The third worker uses that time.
  workers: 3,
  retries: 0,
  // These end tests that hang, not tests on a busy machine: speed is for tests/bench.
  timeout: 900_000,
  expect: { timeout: 150_000 },
  reporter: 'list',
  use: {
    // The server prints its free port; Playwright stores it in the environment (see `wait` below).
    ...(process.env['ATTENTION_SITE'] ? { baseURL: process.env['ATTENTION_SITE'] } : {}),
    viewport: { width: 1280, height: 800 },
    // kept-site.spec.ts tests the service worker.
    serviceWorkers: 'block',
    trace: 'off',
    launchOptions,
  },
  webServer: {
    command: 'node_modules/.bin/vite preview --config web/vite.config.ts --port 0 --strictPort',
    cwd: root,
    env: { NO_COLOR: '1', FORCE_COLOR: '0' },
    wait: { stdout: /Local:\s+(?<attention_site>http:\S+)/ },
  },
});
