// The arrows of web/README.md: which folder of web/src may import from which.
import { posix } from 'node:path';
import { importsOf } from './typescript_imports.mjs';

// 'shared' are the files directly in web/src, such as tensor.ts; 'wasm' is the compiled module and its types, which
// the shared files, proof/ and measure/ may import, so that a value has the same type everywhere.
const mayImport = {
  shared: ['shared', 'words'],
  words: ['words', 'shared'],
  files: ['files', 'words', 'shared'],
  embed: ['embed', 'words', 'shared'],
  draw: ['draw', 'shared'],
  proof: ['proof', 'shared'],
  speed: ['speed', 'shared'],
  engine: ['engine', 'shared', 'wasm'],
  measure: ['measure', 'speed', 'engine', 'shared'],
  elements: ['elements', 'draw', 'embed', 'files', 'words', 'proof', 'speed', 'shared'],
};

// Packages that only some may use: drawing is pure, and the engine also runs in Node and in a worker.
const libraries = [
  { package: /^(lit|@lit)(\/|$)/, users: ['elements'] },
  { package: /^chart\.js(\/|$)/, users: ['elements'] },
  { package: /^fflate(\/|$)/, users: ['files'] },
];

export const webArrows = {
  name: 'TypeScript imports point down only',
  remedy:
    'elements -> draw, embed, files, words, proof, speed, web/src/*.ts, types of engine; embed, files -> words; draw, proof, speed -> web/src/*.ts; ' +
    'measure -> speed, engine, web/src/*.ts; engine -> web/src/*.ts, wasm; pages and lessons -> anything: ' +
    'pass data by property and event instead, or move what both need down.',
  covers: (path) => /^web\/src\/.*\.(ts|mjs|js)$/.test(path),
  check(file) {
    const from = placeOf(file.path);
    if (from === 'pages' || from === 'lessons') return [];
    if (!(from in mayImport)) {
      return [{ line: 1, problem: `web/src/${from} is no folder that the arrows know` }];
    }
    return importsOf(file).flatMap((imported) => {
      const problem = objection(file.path, from, imported);
      return problem ? [{ line: imported.line, problem }] : [];
    });
  },
};

function objection(path, from, { specifier, typeOnly }) {
  if (!/^[.#]/.test(specifier)) {
    const library = libraries.find((known) => known.package.test(specifier));
    return library && !library.users.includes(from)
      ? `${from} imports '${specifier}', which is for ${library.users.join(', ')} only`
      : null;
  }
  const to = specifier.startsWith('#wasm/') ? 'wasm' : placeOf(targetOf(path, specifier));
  if (typeOnly && ['shared', 'proof', 'measure'].includes(from) && to === 'wasm') return null;
  if (typeOnly && from === 'elements' && to === 'engine') return null;
  return mayImport[from].includes(to)
    ? null
    : `${from} imports '${specifier}', which belongs to ${to}`;
}

function targetOf(path, specifier) {
  return posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''));
}

function placeOf(path) {
  const inSource = path.match(/^web\/src\/(?:([^/]+)\/)?/);
  if (inSource) return inSource[1] ?? 'shared';
  return /^(build\/)?wasm\//.test(path) ? 'wasm' : path;
}
