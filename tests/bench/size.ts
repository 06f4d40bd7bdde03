/**
 * The module's size by source folder: each folder's share of the code, and how much smaller the gzipped code
 * would be without it.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bodiesOf, namesOf } from './wasm-functions.ts';
import { shortName } from './short-name.ts';

const kBuilt = 'build/profile';
const kLargest = 12;
/** The linker's suffix for equal names in several files. */
const kLinkersSuffix = / \((\.\d+|\.llvm\.\d+)+\)$/;

export function printSize(wasm: Uint8Array<ArrayBuffer>): void {
  const folders = foldersByName();
  const names = namesOf(wasm);
  const bodies = bodiesOf(wasm);
  const sourcesOf = new Map<number, string>();
  const nameOf = (index: number) => (names.get(index) ?? '').replace(kLinkersSuffix, '');
  for (const index of bodies.keys()) {
    const found = [...(folders.get(nameOf(index)) ?? ['C and C++ libraries'])];
    sourcesOf.set(index, found.length === 1 ? found[0]! : 'in several folders');
  }

  const without = (leftOut: (index: number) => boolean) =>
    Buffer.concat([...bodies].flatMap(([index, body]) => (leftOut(index) ? [] : [body])));
  const code = without(() => false);
  const whole = compressed(code);
  const line = (name: string, leftOut: (index: number) => boolean) => {
    const rest = without(leftOut);
    return {
      share: 1 - rest.length / code.length,
      text: `${kB(whole - compressed(rest)).padStart(8)}  ${name.slice(0, 60)}`,
    };
  };
  const shipped = readFileSync('build/wasm/wasm/attention.wasm');
  console.log(
    `\nattention.wasm: ${kB(shipped.length)}, ${kB(compressed(shipped))} gzipped; ` +
      `${kB(code.length)} of code in ${bodies.size} functions\n` +
      'share of the code, and what would go without it, gzipped:',
  );
  const print = (lines: { share: number; text: string }[]) => {
    for (const { share, text } of lines.sort((one, other) => other.share - one.share))
      console.log(`${(100 * share).toFixed(1).padStart(6)} %${text}`);
  };
  print(
    [...new Set(sourcesOf.values())].map((folder) =>
      line(folder, (index) => sourcesOf.get(index) === folder),
    ),
  );
  console.log('its largest functions');
  const largest = [...bodies].sort(([, one], [, other]) => other.length - one.length);
  print(
    largest
      .slice(0, kLargest)
      .map(([index]) => line(shortName(nameOf(index)), (one) => one === index)),
  );
}

const compressed = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length;
const kB = (length: number) => `${(length / 1e3).toFixed(length < 1e4 ? 1 : 0)} kB`;

/** The part of the core that defines a function; an instance of a template belongs to the part that uses it. */
function foldersByName(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const part of ['core', 'wasm']) {
    for (const entry of readdirSync(join(kBuilt, part), { recursive: true, encoding: 'utf8' })) {
      if (!entry.endsWith('.o')) continue;
      const folder =
        part === 'wasm' ? 'wasm (bindings)' : `core/${entry.split('.dir/')[1]?.split('/')[0]}`;
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
