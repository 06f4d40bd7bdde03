/**
 * Writes the service worker of a built site, dist/ by default: it keeps all of the site for visits without a network,
 * except files for other sites, the core's headers, and MiniLM, which its own page keeps when a visitor opens it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const kName = 'service-worker.js';
const notKept = /^(package|core|models\/minilm[^/]*)\/|^attention-lab-(host\.js|minilm\.html)$/;
/** The length of a digest in base64 digits, 72 bits. */
const kDigits = 12;

const site = resolve(process.argv[2] ?? fileURLToPath(new URL('../../dist', import.meta.url)));
const digestOf = (data) => createHash('sha256').update(data).digest('base64').slice(0, kDigits);
const files = readdirSync(site, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(site, `${parentPath}/${name}`).replaceAll(sep, '/'))
  .filter((path) => path !== kName && !notKept.test(path))
  .toSorted()
  .map((path) => [path, digestOf(readFileSync(`${site}/${path}`))]);

const worker = readFileSync(new URL(kName, import.meta.url), 'utf8');
const list = JSON.stringify(Object.fromEntries(files));
const version = JSON.stringify(digestOf(list + worker));
writeFileSync(`${site}/${kName}`, `const version = ${version};\nconst files = ${list};\n${worker}`);
