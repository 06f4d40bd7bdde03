/** Walks every path in one browser. No page may request anything from other sites or report an error. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { host } from '../browser/support/hosts.ts';
import { serve, type OurServer } from '../browser/package/our-servers.ts';
import { firstPage } from './first-page.ts';
import { maskedWords } from './masked-words.ts';
import { type MainPath, paths } from './paths.ts';
import type { Tab } from './tab.ts';
import { sameBits } from './trained-bits.ts';

export function walkPaths(openBrowser: () => Promise<Tab>, more: MainPath[] = []): void {
  let server: OurServer;
  let tab: Tab;
  beforeAll(async () => {
    [server, tab] = await Promise.all([serve('serve.mjs'), openBrowser()]);
  });
  afterAll(async () => {
    await tab?.close();
    await server?.stop();
  });

  test('requests to other sites and errors are recorded', async () => {
    const script = `console.error('noticed'); new Image().src = 'http://elsewhere.invalid/a.png'`;
    const page = await host({
      '/': `<!doctype html><head><link rel="icon" href="data:," /><script>${script}</script></head>`,
    });
    await tab.open(page.origin);
    const asked = () => tab.requests();
    await expect.poll(asked).toContain('http://elsewhere.invalid/a.png');
    await expect.poll(() => tab.errors()).toContain('error: noticed');
    await page.close();
  });

  test('a request canceled by leaving the page is no error', async () => {
    const script = `addEventListener('load', () => setTimeout(() => fetch('/never').catch(() => {})))`;
    const slow = createServer((request, response) => {
      if (request.url === '/never') return;
      response.setHeader('content-type', 'text/html');
      response.end(`<head><link rel="icon" href="data:," /><script>${script}</script></head>`);
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as AddressInfo;
    await tab.errors();
    await tab.open(`http://127.0.0.1:${port}/`);
    const asked = () => tab.requests();
    await expect.poll(asked).toContain(`http://127.0.0.1:${port}/never`);
    await tab.open('about:blank');
    expect(await tab.errors()).toEqual([]);
    slow.close();
    slow.closeAllConnections();
  });

  for (const { name, walk } of [...paths, firstPage, maskedWords, sameBits, ...more])
    test(name, async () => {
      await tab.open('about:blank'); // leaves the previous test's page
      await tab.requests();
      await tab.errors();
      await walk(tab, server.origin);
      expect(await tab.errors()).toEqual([]);
      const others = (await tab.requests()).filter(
        (url) => !url.startsWith(`${server.origin}/`) && !url.startsWith('file:'),
      );
      expect(others).toEqual([]);
    });
}
