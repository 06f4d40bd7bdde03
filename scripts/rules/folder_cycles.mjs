// No folder of core/ or web/src imports itself through others. A folder's own files count apart from those of its
// sub-folders: they may import each other in one direction only. Imports of types count as well.
import { posix } from 'node:path';
import { edgesOf, shortestCycle } from './import_cycles.mjs';

export const folderCycles = {
  name: 'no folder of core/ or web/src imports itself through others',
  remedy: 'Move what both need into a folder below both.',
  covers: (path) => /^(core\/.*\.(h|cpp)|web\/src\/.*\.(ts|mjs|js))$/.test(path),
  checkTogether(files) {
    const paths = new Set(files.map(({ path }) => path));
    const graph = new Map();
    for (const file of files) {
      const from = posix.dirname(file.path);
      if (!graph.has(from)) graph.set(from, []);
      for (const { to: target, line } of edgesOf(file, paths)) {
        const to = posix.dirname(target);
        if (to !== from) graph.get(from).push({ to, path: file.path, line });
      }
    }
    const reported = new Set();
    return [...graph.keys()].sort().flatMap((folder) => {
      const cycle = shortestCycle(graph, folder, reported);
      if (!cycle) return [];
      for (const member of cycle) reported.add(member);
      const { path, line } = graph.get(folder).find(({ to }) => to === cycle[1]);
      return [{ path, line, problem: `a cycle of folders: ${cycle.join(' -> ')}` }];
    });
  },
};
