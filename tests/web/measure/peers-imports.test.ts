import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

// Their packages (0.5 GB) are not installed for the tests, so tsc cannot check these files there.
const folder = resolve(import.meta.dirname, '../../bench/peers');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.includes('node_modules'),
);

/** The values that a file imports from web/src, each with the path of its module. */
function importedValues(file: string): [name: string, path: string][] {
  const source = readFileSync(`${folder}/${file}`, 'utf8');
  const imports = [...source.matchAll(/^import \{([^}]*)\} from '(\.[^']*web\/src[^']*)'/gm)];
  return imports.flatMap(([, names, path]) =>
    names!
      .split(',')
      .map((name) => name.trim().split(' as ')[0]!)
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name): [string, string] => [name, resolve(folder, dirname(file), path!)]),
  );
}

test('the comparisons with other libraries import only what the page exports', async () => {
  const values = files.flatMap(importedValues);
  expect(values.length).toBeGreaterThan(30);
  for (const [name, path] of values) expect(await import(path), path).toHaveProperty(name);
});
