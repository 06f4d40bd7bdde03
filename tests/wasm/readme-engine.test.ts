import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/client';
import * as files from '../../web/src/files/tensor-files';
import { wasmBinary, newModule } from './module';

const readme = readFileSync(
  process.env['README'] ?? new URL('../../README.md', import.meta.url),
  'utf8',
);
const heading = '\n## Use the engine from code\n';
const section = `\n${readme}`.split(heading)[1]?.split('\n## ')[0] ?? '';
const blocks = [...section.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code!);

/** As the comments behind console.log show values. */
function shown(value: unknown): string {
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as Iterable<unknown>, shown).join(' ');
  return typeof value === 'number' ? `${Number(value.toPrecision(6))}` : String(value);
}

describe('the README on the engine', () => {
  beforeAll(() => expect(blocks.length).toBeGreaterThan(6));

  it('runs as it stands, and prints what its comments say', async () => {
    const code = blocks.join('\n').replace(/^import \{[^}]*\} from '.\/dist\/engine.js';$/m, '');
    const said = [...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(
      ([, words]) => words,
    );
    const printed: string[] = [];
    const console = { log: (...values: unknown[]) => printed.push(values.map(shown).join(' ')) };
    const opened: Engine[] = [];
    const create = async () => {
      const engine = await createEngine({ wasmBinary: wasmBinary(), worker: false });
      opened.push(engine);
      return engine;
    };
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
    await new AsyncFunction('createEngine', ...Object.keys(files), 'console', code)(
      create,
      ...Object.values(files),
      console,
    );
    expect(printed).toEqual(said);
    expect(printed.length).toBeGreaterThan(8);
    await expect(opened[0]!.operations()).rejects.toThrow('closed');
  });

  it('shows every operation', async () => {
    const { operations } = await newModule();
    const absent = operations().filter(({ name }) => !blocks.join('').includes(`'${name}'`));
    expect(absent).toEqual([]);
  });

  it('links to files that exist', () => {
    const links = [...section.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path!);
    for (const path of links)
      expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true);
  });
});
