/**
 * What the proof's page reads from the repository: PyTorch's numbers as proof/pytorch.safetensors, and
 * copies of the core's headers, core/attention/multi_head.h.txt, to read what has been checked.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const fixtures = 'tests/golden/pytorch.safetensors';

/** The names below the site, each with how to get what is in it. */
function files(): Map<string, () => Uint8Array> {
  const found = new Map([['proof/pytorch.safetensors', () => readFileSync(`${root}/${fixtures}`)]]);
  for (const path of readdirSync(`${root}/core`, { recursive: true, encoding: 'utf8' })) {
    const name = `core/${path.replaceAll('\\', '/')}`;
    if (name.endsWith('.h'))
      found.set(`${name}.txt`, () => asText(readFileSync(`${root}/${name}`)));
  }
  return found;
}

/** With the mark that says UTF-8: many a server sends text without saying so. */
function asText(header: Buffer): Buffer {
  return Buffer.concat([Buffer.from('\ufeff'), header]);
}

export function proofFiles(): Plugin {
  return {
    name: 'proof-files',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const read = files().get(new URL(request.url!, 'http://localhost').pathname.slice(1));
        if (!read) return next();
        response.setHeader('Content-Type', 'text/plain; charset=utf-8');
        response.end(read());
      });
    },
    buildStart() {
      if (this.environment.mode === 'build' && !existsSync(`${root}/${fixtures}`))
        this.error(`expected ${fixtures}, got none: tests/golden/pytorch.py makes it`);
    },
    generateBundle() {
      for (const [fileName, read] of files())
        this.emitFile({ type: 'asset', fileName, source: read() });
    },
  };
}
