/**
 * The size of all files that the first page and the playground load until they have drawn, and of the offline
 * file, each compressed by gzip -9.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from '@playwright/test';
import { inKb, report } from './figures.ts';

export async function measureWeight(browser: Browser, site: string): Promise<void> {
  await measurePage(browser, `${site}`, 'attention-arcs canvas', 300_000);
  const files = await measurePage(
    browser,
    new URL('playground.html', site).href,
    'attention-bars canvas',
    270_000,
  );
  const worker = files.find(({ name }) => /worker/.test(name));
  const wasm = readdirSync('dist/assets').find((name) => /^attention-.*\.wasm$/.test(name));
  if (!worker || !wasm)
    throw new Error(`expected attention.wasm and a worker, got ${wasm} and ${worker?.name}`);
  const engine = compressed(readFileSync(`dist/assets/${wasm}`)) + worker.bytes;
  report({
    name: 'the engine with all operations, wasm and its glue (the worker)',
    target: '<= 150 kB',
    measured: inKb(engine),
    reached: engine <= 150_000,
  });
  const offline = compressed(readFileSync('dist/attention-lab.html'));
  report({
    name: 'offline file, gzipped',
    target: '<= 380 kB',
    measured: inKb(offline),
    reached: offline <= 380_000,
  });
}

interface File {
  readonly name: string;
  readonly bytes: number;
}

const sum = (files: readonly File[]) => files.reduce((total, file) => total + file.bytes, 0);

/** `drawn`: selects an element that exists once the page has drawn. */
async function measurePage(browser: Browser, url: string, drawn: string, limit: number) {
  const page = await browser.newPage();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(drawn).first().waitFor();
  const files: File[] = await Promise.all(
    responses.map(async (response) => ({
      name: new URL(response.url()).pathname.slice(1) || 'index.html',
      // Fetched again, because the browser keeps no copy of what the page read as a Blob.
      bytes: compressed(new Uint8Array(await (await fetch(response.url())).arrayBuffer())),
    })),
  );
  await page.close();
  const each = files.map(({ name, bytes }) => `${name.replace('assets/', '')} ${inKb(bytes)}`);
  report({
    name: `${files[0]!.name}, gzipped`,
    target: `<= ${limit / 1000} kB`,
    measured: `${inKb(sum(files))}  (${each.join(', ')})`,
    reached: sum(files) <= limit,
  });
  return files;
}

const compressed = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length;
