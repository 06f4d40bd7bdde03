// No file imports itself through others: C++ includes below core/ and wasm/, imports of TypeScript and JavaScript.
// Imports of types count as well: two files that need each other's types cannot be read one after the other.
import { posix } from 'node:path';
import { importsOf } from './typescript_imports.mjs';
import { lineAt } from './violations.mjs';

const cpp = /^(core|wasm)\/.*\.(h|cpp)$/;
const script =
  /^(web\/src|tests|scripts)\/.*\.(ts|mts|mjs|js)$|^web\/[^/]+\.(ts|mjs)$|^wasm\/.*\.ts$/;
const include = /^[ \t]*#[ \t]*include[ \t]*"([^"]+)"/gm;
const extensions = ['', '.ts', '.d.ts', '.mts', '.mjs', '.js', '/index.ts'];

export const importCycles = {
  name: 'no file imports itself through others',
  remedy: 'Move what both need into a file of its own, below both.',
  covers: (path) => cpp.test(path) || script.test(path),
  checkTogether(files) {
    const paths = new Set(files.map(({ path }) => path));
    const graph = new Map(files.map((file) => [file.path, edgesOf(file, paths)]));
    return components(graph).map((members) => {
      const cycle = shortestCycle(graph, members);
      const { line } = graph.get(cycle[0]).find(({ to }) => to === cycle[1]);
      return { path: cycle[0], line, problem: `an import cycle: ${cycle.join(' -> ')}` };
    });
  },
};

/** [{to, line}]: what a file imports among `paths`. */
function edgesOf(file, paths) {
  const own = posix.dirname(file.path);
  if (cpp.test(file.path)) {
    return [...file.text.matchAll(include)].flatMap(({ 1: name, index }) => {
      const to = [posix.join(own, name), `core/${name}`, name].find((path) => paths.has(path));
      return to ? [{ to, line: lineAt(file.text, index) }] : [];
    });
  }
  return importsOf(file).flatMap(({ specifier, line }) => {
    if (!specifier.startsWith('.')) return [];
    const target = posix.join(own, specifier.replace(/\?.*$/, ''));
    const to = extensions.map((extension) => target + extension).find((path) => paths.has(path));
    return to ? [{ to, line }] : [];
  });
}

/** Sets of files that all reach each other (Tarjan), without files that reach no cycle. */
function components(graph) {
  const found = [];
  const order = new Map();
  const low = new Map();
  const stack = [];
  const visit = (from) => {
    order.set(from, order.size);
    low.set(from, order.get(from));
    stack.push(from);
    for (const { to } of graph.get(from)) {
      if (!order.has(to)) {
        visit(to);
        low.set(from, Math.min(low.get(from), low.get(to)));
      } else if (stack.includes(to)) {
        low.set(from, Math.min(low.get(from), order.get(to)));
      }
    }
    if (low.get(from) < order.get(from)) return;
    const members = new Set(stack.splice(stack.indexOf(from)));
    if (members.size > 1 || graph.get(from).some(({ to }) => to === from)) found.push(members);
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return found;
}

/** From the first member by name back to it, by a breadth-first search. */
function shortestCycle(graph, members) {
  const [start] = [...members].sort();
  const reached = [[start]];
  for (const path of reached) {
    for (const { to } of graph.get(path.at(-1))) {
      if (to === start) return [...path, start];
      if (members.delete(to)) reached.push([...path, to]);
    }
  }
  throw new Error(`expected a cycle through ${start}, got none`);
}
