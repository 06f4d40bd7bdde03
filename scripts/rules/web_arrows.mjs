// The arrows of web/README.md: which folder of web/src may import from which.
import { posix } from 'node:path';
import { importsOf } from './typescript_imports.mjs';

// 'wasm' stands for the compiled module and its types, 'engine' for all its folders.
const data = ['tensors', 'text', 'geometry'];
const mayImport = {
  words: ['words'],
  text: ['text', 'words'],
  geometry: ['geometry'],
  tensors: ['tensors', 'text', 'words'],
  settings: ['settings', 'words', ...data],
  files: ['files', 'settings', 'words', ...data],
  embed: ['embed', 'settings', 'words', ...data],
  draw: ['draw', ...data],
  proof: ['proof', ...data],
  speed: ['speed', ...data],
  model: ['model', 'files', 'settings', 'words', ...data, 'engine/checks'],
  training: ['training', 'model', 'files', 'settings', 'words', ...data],
  'engine/checks': ['engine/checks', ...data],
  'engine/transport': ['engine/transport', 'engine/checks', ...data],
  'engine/module': ['engine/module', 'engine/checks', ...data, 'wasm'],
  'engine/host': ['engine/host', 'engine/module', 'engine/transport', 'engine/checks', 'wasm'],
  'engine/places': ['engine/places', 'engine/host', 'engine/transport', 'wasm'],
  'engine/client': ['engine/client', 'engine/places', 'engine/transport', 'engine/checks', ...data],
  measure: ['measure', 'speed', 'engine', ...data],
  elements: [
    'elements',
    'draw',
    'embed',
    'files',
    'words',
    'proof',
    'speed',
    'training',
    'model',
    'settings',
    ...data,
  ],
};
const mayImportTypes = {
  tensors: 'wasm',
  settings: 'wasm',
  'engine/checks': 'wasm',
  'engine/client': 'wasm',
  proof: 'wasm',
  measure: 'wasm',
  training: 'wasm',
  model: 'wasm',
  elements: 'engine',
};

// Packages for one folder only: drawing is pure, and the engine also runs in Node and in a worker.
const libraries = [
  { package: /^(lit|@lit|chart\.js)(\/|$)/, user: 'elements' },
  { package: /^fflate(\/|$)/, user: 'files' },
];

export const webArrows = {
  name: 'TypeScript imports point down only',
  remedy:
    'web/README.md lists the allowed imports. Pass data by property and event instead, or move what both need down.',
  covers: (path) => /^web\/src\/.*\.(ts|mjs|js)$/.test(path),
  check(file) {
    const from = folderOf(file.path);
    if (from === 'pages') return [];
    if (!(from in mayImport)) {
      return [{ line: 1, problem: `web/src/${from} is not a folder with arrows` }];
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
    return library && library.user !== from
      ? `${from} imports '${specifier}', which is for ${library.user} only`
      : null;
  }
  const target = posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''));
  const to = specifier.startsWith('#wasm/') ? 'wasm' : folderOf(target);
  const isOf = (place) => place === to || to.startsWith(`${place}/`);
  if (mayImport[from].some(isOf) || (typeOnly && isOf(mayImportTypes[from]))) return null;
  return `${from} imports '${specifier}', which belongs to ${to}`;
}

function folderOf(path) {
  const inSource = path.match(/^web\/src\/(?:(engine\/[^/.]+|[^/]+)\/)?/);
  if (inSource) return inSource[1] ?? '';
  return /^(build\/)?wasm\//.test(path) ? 'wasm' : path;
}
