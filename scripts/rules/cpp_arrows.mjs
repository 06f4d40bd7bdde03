// The arrows of core/README.md and wasm/README.md: which other parts a part of core/ or wasm/ may include.
import { posix } from 'node:path';
import { matchingLines } from './violations.mjs';

const upToAttention = ['base', 'kernels', 'ops', 'attention'];
const mayInclude = {
  base: ['base'],
  kernels: ['base', 'kernels'],
  ops: ['base', 'kernels', 'ops'],
  attention: upToAttention,
  efficient: [...upToAttention, 'efficient'],
  layers: [...upToAttention, 'layers'],
  models: [...upToAttention, 'layers', 'models'],
  training: [...upToAttention, 'layers', 'models', 'training'],
  analysis: [...upToAttention, 'layers', 'models', 'analysis'],
  pytorch: ['base', 'pytorch'],
  io: ['base', 'io'],
  hub: [...upToAttention, 'layers', 'models', 'io', 'hub'],
  operations: [
    ...[...upToAttention, 'efficient', 'layers', 'models', 'training', 'analysis', 'pytorch'],
    'operations',
  ],
};
// All but io and hub, which are in no module.
const core = mayInclude.operations;
const mayIncludeInWasm = {
  messages: [...core, 'messages'],
  verbs: [...core, 'messages', 'verbs'],
  modules: [...core, 'messages', 'verbs', 'modules'],
  speed: [...core, 'speed'],
};

const directive = /^\s*#\s*include\s*([<"])([^>"]+)[>"]/;

export const cppArrows = {
  name: 'C++ includes point down only',
  remedy:
    'Move what both need into a part below both. The arrows in core/README.md and wasm/README.md show which are below.',
  covers: (path) => /^(core|wasm)\/.*\.(h|cpp)$/.test(path),
  check({ path, text }) {
    const [top, from] = path.split('/');
    const arrows = top === 'core' ? mayInclude : mayIncludeInWasm;
    if (!(from in arrows)) {
      return [{ line: 1, problem: `${top}/${from} is not a part with arrows` }];
    }
    return matchingLines(text, directive, ([, quote, name]) =>
      objection(path, arrows[from], quote, name),
    ).filter(({ problem }) => problem !== null);
  },
};

function objection(path, lower, quote, name) {
  const [top, from] = path.split('/');
  if (top === 'core' && /^emscripten(\/|\.h)/.test(name))
    return `core includes ${name}: it must not depend on a browser`;
  if (quote === '<' && !isOurs(name)) return null;
  if (lower.includes(partOf(path, name))) return null;
  return `${from} includes "${name}", which is not below it`;
}

// <base/matrix.h> compiles as "base/matrix.h" does, because core/ is on the include path.
function isOurs(name) {
  const [first] = name.replace(/^core\//, '').split('/');
  return first === '..' || first in mayInclude || first in mayIncludeInWasm;
}

// Includes are written from core/ ("base/matrix.h") or from wasm/ ("verbs/verbs.h"); a bare name or ../ is relative to
// the file's own folder.
function partOf(path, name) {
  const own = posix.dirname(path);
  const relative = !name.includes('/') || name.startsWith('.');
  const target = relative ? posix.join(own, name) : posix.join('core', name.replace(/^core\//, ''));
  const [top, part] = target.split('/');
  return top === 'core' || top === own.split('/')[0] ? part : target;
}
