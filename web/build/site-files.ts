/**
 * Files of the site that are not in public/: for the proof page PyTorch's numbers as
 * proof/pytorch.safetensors and those of transformers, with small checkpoints, and copies of the core's headers, such as
 * core/attention/multi_head.h.txt; for training, images of digits as models/digit_images.npz.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { digitsFile, kSiteDigits } from './digits.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = 'tests/golden/pytorch.safetensors';
const kDigits = 'models/digit_images.npz';
const kCheckpoints = ['bert', 'distilbert', 'roberta'];
const kCheckpointFiles = [
  'config.json',
  'model.safetensors',
  'reference.safetensors',
  'words.safetensors',
  'gradients.safetensors',
  'word_gradients.safetensors',
];

const golden = (path: string) => () => readFileSync(`${root}/tests/golden/${path}`);

/** Maps each path on the site to a function that reads the file. */
function files(): Map<string, () => Uint8Array> {
  const found = new Map<string, () => Uint8Array>([
    ['proof/pytorch.safetensors', () => readFileSync(`${root}/${fixtures}`)],
    ['proof/minilm.safetensors', golden('minilm/reference.safetensors')],
    ...kCheckpoints.flatMap((name) =>
      kCheckpointFiles.map(
        (file) =>
          [`proof/checkpoints/${name}/${file}`, golden(`checkpoints/${name}/${file}`)] as const,
      ),
    ),
    // All three share a tokenizer.
    ...kCheckpoints.map(
      (name) =>
        [
          `proof/checkpoints/${name}/tokenizer.json`,
          golden('checkpoints/bert/tokenizer.json'),
        ] as const,
    ),
    [kDigits, () => digitsFile(kSiteDigits)],
  ]);
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

/** Also resolves `#models/digit_images.npz?url`, because scripts of the site run on other pages too. */
export function siteFiles(): Plugin {
  return {
    name: 'site-files',
    enforce: 'pre',
    resolveId: (id) => (id === `#${kDigits}?url` ? `\0${kDigits}` : null),
    load(id) {
      if (id !== `\0${kDigits}`) return null;
      if (this.environment.mode !== 'build') return `export default '/${kDigits}';`;
      const source = digitsFile(kSiteDigits);
      const file = this.emitFile({ type: 'asset', fileName: kDigits, source });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
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
      for (const [fileName, read] of files()) {
        if (fileName === kDigits) continue;
        this.emitFile({ type: 'asset', fileName, source: read() });
      }
    },
  };
}
