/** The site over a slow network: its playground page arrives in two pieces, split inside a formula. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { MainPath } from './paths.ts';

export const inTwoPieces: MainPath = {
  name: 'playground: a page that arrives in two pieces, split inside a formula, shows every formula',
  async walk(tab, site) {
    const slow = await openSlowSite(site);
    await tab.open(slow.origin);
    const widths = await tab.run(() =>
      // Hidden texts in other languages are left out.
      [...document.querySelectorAll('math')]
        .filter((math) => math.parentElement!.checkVisibility())
        .map((math) => math.getBoundingClientRect().width),
    );
    expect(widths.length).toBeGreaterThan(10);
    expect(Math.min(...widths)).toBeGreaterThan(0);
    await tab.requests(); // discards the requests to the slow site
    slow.close();
  },
};

/** Runs in the first piece. Requests the rest after the half formula has been laid out for two frames. */
function askForTheRest(): void {
  const look = () => {
    if (document.querySelector('msub')?.childElementCount !== 1) requestAnimationFrame(look);
    else requestAnimationFrame(() => requestAnimationFrame(() => void fetch('./rest')));
  };
  look();
}

async function openSlowSite(site: string) {
  const page = await (await fetch(`${site}/playground.html`)).text();
  const split = page.indexOf('</mi>', page.indexOf('<msub>')) + '</mi>'.length;
  const first = page.slice(0, split).replace('</head>', '<script src="./ask.js"></script></head>');
  let rest = () => {};
  const server = createServer(async (request, response) => {
    if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(first);
      rest = () => response.end(page.slice(split));
    } else if (request.url === '/ask.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`(${askForTheRest})();`);
    } else if (request.url === '/rest') {
      response.writeHead(204).end();
      rest();
    } else {
      const file = await fetch(`${site}${request.url}`);
      response.writeHead(file.status, { 'content-type': file.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await file.arrayBuffer()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
