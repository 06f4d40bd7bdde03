// Serves dist/ with the production Content-Security-Policy of web/vite.config.ts.
import { preview } from 'vite';
import { address, announce } from './address.mjs';

try {
  const server = await preview({ configFile: 'web/vite.config.ts', preview: address(4173) });
  announce('Attention Lab', server);
} catch (error) {
  console.error(`The site cannot be served: ${error.message}`);
  process.exit(1);
}
