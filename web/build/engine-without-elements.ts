/** Stops the build when `engine.js` would load a chunk with elements: it also runs in Node, which has no DOM. */
import type { Plugin } from 'vite';

/** What is read of an output chunk. */
interface Chunk {
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly moduleIds: readonly string[];
}

const isLit = (id: string) => /node_modules\/(lit|@lit)\//.test(id);

/** The chunks from the entry to the first one with Lit, on which all elements are built; null if it loads none. */
export function wayToElements(
  chunks: Readonly<Record<string, Partial<Chunk>>>,
  entry: string,
): string[] | null {
  const seen = new Set([entry]);
  const ways = [[entry]];
  for (const way of ways) {
    const { imports = [], dynamicImports = [], moduleIds = [] } = chunks[way.at(-1)!] ?? {};
    if (moduleIds.some(isLit)) return way;
    for (const next of [...imports, ...dynamicImports])
      if (!seen.has(next)) {
        seen.add(next);
        ways.push([...way, next]);
      }
  }
  return null;
}

export function engineWithoutElements(): Plugin {
  return {
    name: 'engine-without-elements',
    generateBundle(_, bundle) {
      const entry = 'engine.js';
      if (!(entry in bundle)) this.error(`expected the bundle to have ${entry}`);
      const way = wayToElements(bundle as Readonly<Record<string, Partial<Chunk>>>, entry);
      if (way)
        this.error(
          `the engine would load elements: ${way.join(' -> ')}. Move what it imports to another chunk (web/build/chunk-groups.ts).`,
        );
    },
  };
}
