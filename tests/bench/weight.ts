/**
 * The size of all files that the page loads until it has drawn, and of the offline file, each compressed by
 * gzip -9.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from '@playwright/test';
import { inKb, report } from './figures.ts';

export async function measureWeight(browser: Browser, site: string): Promise<void> {
  const page = await browser.newPage();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(site, { waitUntil: 'networkidle' });
  await page.locator('attention-bars canvas').waitFor();
  const files = await Promise.all(
    responses.map(async (response) => ({
      name: new URL(response.url()).pathname.slice(1) || 'index.html',
      bytes: compressed(await response.body()),
    })),
  );
  await page.close();
  const sum = (some: typeof files) => some.reduce((total, file) => total + file.bytes, 0);
  const engine = files.filter(({ name }) => /\.wasm$|worker/.test(name));
  if (engine.length !== 2) throw new Error(`Expected a .wasm and its worker, got ${engine.length}`);
  const each = files.map(({ name, bytes }) => `${name.replace('assets/', '')} ${inKb(bytes)}`);
  report({
    name: 'page, gzipped',
    target: '<= 270 kB',
    measured: `${inKb(sum(files))}  (${each.join(', ')})`,
    reached: sum(files) <= 270_000,
  });
  report({
    name: 'of it wasm and its glue (the worker)',
    target: '<= 150 kB',
    measured: inKb(sum(engine)),
    reached: sum(engine) <= 150_000,
  });
  const offline = compressed(readFileSync('dist/attention-lab.html'));
  report({
    name: 'offline file, gzipped',
    target: '<= 380 kB',
    measured: inKb(offline),
    reached: offline <= 380_000,
  });
}

const compressed = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length;
