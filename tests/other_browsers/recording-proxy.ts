/**
 * An HTTP proxy through which a browser reaches only 127.0.0.1. It records every request, including those of
 * workers, and inserts a script into each page that records errors.
 */
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordingProxy {
  readonly address: string;
  readonly requests: string[];
  /** Responses with status 400 or above. */
  readonly refused: string[];
  close(): void;
}

const recorderPath = '/recorder-of-errors.js';

/** Runs in the page, before its own scripts. */
function recordErrors(): void {
  const errors: string[] = ((globalThis as unknown as { errors: string[] }).errors = []);
  addEventListener('error', (event) => errors.push(`error: ${event.message}`));
  addEventListener('unhandledrejection', (event) => errors.push(`rejection: ${event.reason}`));
  addEventListener('securitypolicyviolation', (event) =>
    errors.push(`${event.violatedDirective} refused ${event.blockedURI}`),
  );
  for (const kind of ['error', 'warn', 'assert'] as const) {
    const log = console[kind];
    console[kind] = (...values: unknown[]) => {
      if (kind !== 'assert' || !values[0]) errors.push(`${kind}: ${values.join(' ')}`);
      log.apply(console, values as never);
    };
  }
}

export async function openProxy(): Promise<RecordingProxy> {
  const requests: string[] = [];
  const refused: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!);
    if (url.pathname === recorderPath)
      return response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(`(${recordErrors})();`);
    requests.push(url.href);
    if (url.hostname !== '127.0.0.1') return response.writeHead(403).end();
    return forward(url, request, response, refused);
  });
  server.on('connect', (request, socket) => {
    requests.push(request.url!);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refused,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(url: URL, from: IncomingMessage, to: ServerResponse, refused: string[]): void {
  // Request complete and uncompressed responses, since pages are modified here.
  const headers = { ...from.headers };
  for (const name of ['accept-encoding', 'if-none-match', 'range']) delete headers[name];
  const forwarded = sendRequest(url, { method: from.method!, headers }, async (answer) => {
    if (answer.statusCode! >= 400) refused.push(`${answer.statusCode}: ${url}`);
    const isPage = answer.headers['content-type']?.startsWith('text/html') ?? false;
    if (!isPage) {
      to.writeHead(answer.statusCode!, answer.headers);
      return answer.pipe(to);
    }
    const { 'content-length': _, ...kept } = answer.headers;
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk;
    to.writeHead(answer.statusCode!, kept);
    return to.end(text.replace('<head>', () => `<head><script src="${recorderPath}"></script>`));
  });
  forwarded.on('error', (error) => {
    refused.push(`${error.message}: ${url}`);
    to.destroy();
  });
  from.pipe(forwarded);
}
