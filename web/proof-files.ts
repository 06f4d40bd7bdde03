/**
 * Repository files that the proof page links to: PyTorch's numbers as proof/pytorch.safetensors, and
 * copies of the core's headers, such as core/attention/multi_head.h.txt.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const fixtures = 'tests/golden/pytorch.safetensors';

/** Maps each path on the site to a function that reads the file. */
function files(): Map<string, () => Uint8Array> {
  const found = new Map([['proof/pytorch.safetensors', () => readFileSync(`${root}/${fixtures}`)]]);
  for (const path of readdirSync(`${root}/core`, { recursive: true, encoding: 'utf8' })) {
    const name = `core/${path.replaceAll('\\', '/')}`;
    if (name.endsWith('.h'))
      found.set(`${name}.txt`, () => asText(readFileSync(`${root}/${name}`)));
  }
  return found;
}

/** Adds a UTF-8 byte order mark, because many servers send text without a charset. */
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
        this.error(`expected ${fixtures}, got none: run tests/golden/pytorch.py`);
    },
    generateBundle() {
      for (const [fileName, read] of files())
        this.emitFile({ type: 'asset', fileName, source: read() });
    },
  };
}
