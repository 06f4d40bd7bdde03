import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as engineExports from '../../web/src/pages/exports/engine';
import { newModule } from './module';

vi.mock('../../web/src/engine/places/operation-places', () => import('./places'));

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const blocksOf = (text: string) =>
  [...text.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code!);

const operationsText = textOf('wasm/OPERATIONS.md');
const blocks = blocksOf(operationsText);
const readmeBlocks = blocksOf(textOf('README.md'));
const modelBlocks = blocksOf(textOf('wasm/README.md'));

/** Serves the model files of the site, and a small BERT. */
async function fetch(url: string | URL): Promise<Response> {
  const path = new URL(url).pathname;
  const file = path.startsWith('/models/bert/')
    ? path.replace('/models/', '../golden/checkpoints/')
    : `../../web/public${path}`;
  return new Response(readFileSync(new URL(file, import.meta.url)));
}

/** Formats a value as the comments after console.log do. */
function shown(value: unknown): string {
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as Iterable<unknown>, shown).join(' ');
  return typeof value === 'number' ? `${Number(value.toPrecision(6))}` : String(value);
}

describe('the examples of the engine', () => {
  beforeAll(() => {
    expect(blocks.length).toBeGreaterThan(6);
    expect(readmeBlocks.length).toBe(1);
    expect(modelBlocks.length).toBe(1);
  });

  it.each([
    ['wasm/OPERATIONS.md', blocks, 9],
    ['README.md', readmeBlocks, 2],
    ['wasm/README.md', modelBlocks, 4],
  ])('%s runs as it is and prints what its comments say', async (_, examples, minPrinted) => {
    const imports = /^import \{([^}]*)\} from '.\/dist\/engine.js';$/m;
    const joined = examples.join('\n');
    const code = joined.replace(imports, '');
    const imported = imports.exec(joined)![1]!.match(/\w+/g)!;
    const documented = [...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(
      ([, words]) => words,
    );
    vi.stubGlobal('fetch', fetch);
    const printed: string[] = [];
    const console = { log: (...values: unknown[]) => printed.push(values.map(shown).join(' ')) };
    const opened: engineExports.Engine[] = [];
    const createEngine = async () => {
      const engine = await engineExports.createEngine({ worker: false });
      opened.push(engine);
      return engine;
    };
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
    const given: Record<string, unknown> = { ...engineExports, createEngine };
    await new AsyncFunction(...imported, 'fetch', 'console', code)(
      ...imported.map((name) => given[name]),
      fetch,
      console,
    );
    expect(printed).toEqual(documented);
    expect(printed.length).toBeGreaterThanOrEqual(minPrinted);
    await expect(opened[0]!.operations()).rejects.toThrow('closed');
  });

  it('shows every operation', async () => {
    const { operations } = await newModule();
    const absent = operations().filter(({ name }) => !blocks.join('').includes(`'${name}'`));
    expect(absent).toEqual([]);
  });

  it('links to files that exist', () => {
    const guides = ['README.md', 'wasm/README.md', 'wasm/OPERATIONS.md', 'web/README.md'];
    guides.push('web/EMBEDDING.md', 'core/README.md', 'core/models/checkpoints/README.md');
    guides.push('core/training/README.md', 'tests/README.md', 'tests/bench/README.md');
    guides.push('tests/bench/FIGURES.md', 'scripts/README.md', '.github/CONTRIBUTING.md');
    for (const guide of guides) {
      const links = [...textOf(guide).matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)].map(
        ([, path]) => path!,
      );
      for (const path of links)
        expect(existsSync(new URL(path, new URL(`../../${guide}`, import.meta.url))), path).toBe(
          true,
        );
    }
  });
});
