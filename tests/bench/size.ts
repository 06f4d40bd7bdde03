/** What the family's module is made of: its functions' bytes by the folder of the sources that they come from. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bodiesOf, namesOf } from './wasm_functions.ts';
import { shortName } from './short_name.ts';

const kBuilt = 'build/profile';
const kLargest = 12;
/** The linker tells apart what has the same name in several files. */
const kLinkersSuffix = / \((\.\d+|\.llvm\.\d+)+\)$/;

export function printSize(wasm: Uint8Array<ArrayBuffer>): void {
  const folders = foldersByName();
  const bytes = new Map<string, number>();
  const functions: [string, number][] = [];
  const names = namesOf(wasm);
  const bodies = bodiesOf(wasm);
  for (const [index, length] of bodies) {
    const name = (names.get(index) ?? '').replace(kLinkersSuffix, '');
    const found = [...(folders.get(name) ?? ['C and C++ libraries'])];
    const folder = found.length === 1 ? found[0]! : 'in several folders';
    bytes.set(folder, (bytes.get(folder) ?? 0) + length);
    functions.push([shortName(name), length]);
  }
  const shipped = readFileSync('build/wasm/wasm/family.wasm');
  const total = [...bytes.values()].reduce((a, b) => a + b);
  console.log(
    `\nfamily.wasm: ${kB(shipped.length)}, ${kB(gzipSync(shipped, { level: 9 }).length)} gzipped; ` +
      `${kB(total)} of code in ${bodies.size} functions`,
  );
  const largestFirst = (list: [string, number][]) => list.sort((a, b) => b[1] - a[1]);
  const line = ([name, length]: [string, number]) =>
    console.log(`${((100 * length) / total).toFixed(1).padStart(6)} %  ${name.slice(0, 60)}`);
  largestFirst([...bytes]).forEach(line);
  console.log('its largest functions');
  largestFirst(functions).slice(0, kLargest).forEach(line);
}

const kB = (length: number) => `${(length / 1e3).toFixed(0)} kB`;

/** Who defines a function: a template's, whoever uses it. */
function foldersByName(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const part of ['core', 'wasm']) {
    for (const entry of readdirSync(join(kBuilt, part), { recursive: true, encoding: 'utf8' })) {
      if (!entry.endsWith('.o')) continue;
      const folder = part === 'wasm' ? 'wasm (bindings)' : `core/${basename(dirname(entry))}`;
      const object = join(kBuilt, part, entry);
      const symbols = execFileSync('emnm', ['--defined-only', '-C', object], { encoding: 'utf8' });
      for (const [, name] of symbols.matchAll(/^\S+ [TtWw] (.+)$/gm)) {
        if (!folders.has(name!)) folders.set(name!, new Set());
        folders.get(name!)!.add(folder);
      }
    }
  }
  return folders;
}
