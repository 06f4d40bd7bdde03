// No file imports itself through others: C++ includes below core/ and wasm/, imports of TypeScript and JavaScript.
// Imports of types count as well.
import { posix } from 'node:path';
import { importsOf } from './typescript_imports.mjs';
import { lineAt } from './violations.mjs';

const cpp = /^(core|wasm)\/.*\.(h|cpp)$/;
const script =
  /^(web\/src|tests|scripts)\/.*\.(ts|mts|mjs|js)$|^web\/[^/]+\.(ts|mjs)$|^wasm\/.*\.ts$/;
const include = /^[ \t]*#[ \t]*include[ \t]*[<"]([^">]+)[">]/gm;
const extensions = ['', '.ts', '.d.ts', '.mts', '.mjs', '.js', '/index.ts'];

export const importCycles = {
  name: 'no file imports itself through others',
  remedy: 'Move what both need into a file of its own, below both.',
  covers: (path) => cpp.test(path) || script.test(path),
  checkTogether(files) {
    const paths = new Set(files.map(({ path }) => path));
    const graph = new Map(files.map((file) => [file.path, edgesOf(file, paths)]));
    // Report each file in one cycle only: breaking that one often breaks its other cycles.
    const reported = new Set();
    return [...paths].sort().flatMap((path) => {
      const cycle = shortestCycle(graph, path, reported);
      if (!cycle) return [];
      for (const member of cycle) reported.add(member);
      const { line } = graph.get(path).find(({ to }) => to === cycle[1]);
      return [{ path, line, problem: `an import cycle: ${cycle.join(' -> ')}` }];
    });
  },
};

/** [{to, line}]: what a file imports among `paths`. */
export function edgesOf(file, paths) {
  const own = posix.dirname(file.path);
  if (cpp.test(file.path)) {
    return [...file.text.matchAll(include)].flatMap(({ 1: name, index }) => {
      const places = [posix.join(own, name), `core/${name}`, `wasm/${name}`, name];
      const to = places.find((path) => paths.has(path));
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

/** From a file or folder back to itself, by a breadth-first search that skips those in `skipped`; null if there is none. */
export function shortestCycle(graph, start, skipped) {
  if (skipped.has(start)) return null;
  const seen = new Set(skipped);
  const ways = [[start]];
  for (const way of ways) {
    for (const { to } of graph.get(way.at(-1))) {
      if (to === start) return [...way, start];
      if (!seen.has(to)) ways.push([...way, to]);
      seen.add(to);
    }
  }
  return null;
}
