/**
 * Serves dist/attention-lab.html, and the one with MiniLM, without the site's policy header. The file has its own policy in
 * a <meta>, which allows its inline script by hash; the site's policy would block that script.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { contentSecurityPolicy } from './csp.ts';

const pathOf = (request: IncomingMessage) => new URL(request.url!, 'http://localhost').pathname;
const isOfflineFile = (path: string) => /^\/attention-lab(-minilm)?\.html$/.test(path);

export function offlineFile(): Plugin {
  return {
    name: 'offline-file',
    // In the built site, send the policy header with every other file.
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!isOfflineFile(pathOf(request)))
          response.setHeader('Content-Security-Policy', contentSecurityPolicy);
        next();
      });
    },
    // In the development server, serve the last build of the file.
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = pathOf(request);
        if (!isOfflineFile(path)) return next();
        const file = fileURLToPath(new URL(`../../dist${path}`, import.meta.url));
        const isBuilt = existsSync(file);
        response.statusCode = isBuilt ? 200 : 404;
        response.setHeader('Content-Type', `text/${isBuilt ? 'html' : 'plain'}; charset=utf-8`);
        response.end(isBuilt ? readFileSync(file) : 'Not built yet: run npm run build.');
      });
    },
  };
}
