/** Third-party hosts: small static servers, each on its own origin with configurable headers. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/**
 * The markup of a page, or `{ folder }` to serve all files under a path that ends with a slash (index.html at the path
 * itself).
 */
export type Served = string | { folder: string };

export interface Host {
  readonly origin: string;
  /** The paths that were requested. */
  readonly requestedPaths: string[];
  close(): Promise<void>;
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Serves pages by path on a free port of 127.0.0.1, with `headers` on every response. */
export async function host(
  served: Record<string, Served>,
  headers: Record<string, string> = {},
): Promise<Host> {
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://host');
    requestedPaths.push(pathname);
    contentOf(served, pathname).then(
      ({ body, type }) => response.writeHead(200, { ...headers, 'content-type': type }).end(body),
      () => response.writeHead(404, { ...headers, 'content-type': 'text/plain' }).end('not found'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedPaths,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function contentOf(served: Record<string, Served>, pathname: string) {
  const own = served[pathname];
  if (typeof own === 'string') return { body: own, type: types['.html']! };
  const under = Object.keys(served).find((path) => path.endsWith('/') && pathname.startsWith(path));
  const place = under === undefined ? undefined : served[under];
  if (typeof place !== 'object') throw new Error(`nothing is served at ${pathname}`);
  // Normalizing it as an absolute path keeps it inside the folder.
  const file = join(place.folder, normalize(`/${pathname.slice(under!.length) || 'index.html'}`));
  return { body: await readFile(file), type: types[extname(file)] ?? 'application/octet-stream' };
}
