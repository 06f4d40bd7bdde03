/**
 * How our servers treat dist/attention-lab.html. The file brings its own policy in a <meta>, which allows its inline
 * script by a hash; the site's policy as a header would refuse that script.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { contentSecurityPolicy } from './csp.ts';

const file = fileURLToPath(new URL('../dist/attention-lab.html', import.meta.url));
const isFor = (request: IncomingMessage) =>
  new URL(request.url!, 'http://localhost').pathname === '/attention-lab.html';

export function offlineFile(): Plugin {
  return {
    name: 'offline-file',
    // The built site: the policy as a header of everything else.
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!isFor(request)) response.setHeader('Content-Security-Policy', contentSecurityPolicy);
        next();
      });
    },
    // The sources: the file as it was last built.
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!isFor(request)) return next();
        const isBuilt = existsSync(file);
        response.statusCode = isBuilt ? 200 : 404;
        response.setHeader('Content-Type', `text/${isBuilt ? 'html' : 'plain'}; charset=utf-8`);
        response.end(isBuilt ? readFileSync(file) : 'Not built yet: run npm run build.');
      });
    },
  };
}
