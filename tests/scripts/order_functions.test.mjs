import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const script = new URL('../../scripts/order_functions.mjs', import.meta.url).pathname;

const section = (id, ...content) => [id, content.length, ...content];
const body = (...code) => [code.length + 2, 0, ...code, 0x0b];
const sum = (last) => body(...[1, 2, 3, 4, last].flatMap((n) => [0x41, n]), 0x6a, 0x6a, 0x6a, 0x6a);

/** Six functions () -> i32. The last is alike to the first; two others reach number 3. */
function moduleWith(...unlike) {
  const bodies = [
    sum(5),
    body(0x10, 3), // call 3
    body(...unlike),
    body(0x41, 42), // i32.const 42
    body(0x41, 0, 0x11, 0, 0), // call the first of the table
    sum(6),
  ];
  return Buffer.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, 1, 0x60, 0, 1, 0x7f),
    ...section(3, 6, 0, 0, 0, 0, 0, 0),
    ...section(4, 1, 0x70, 0, 1),
    ...section(7, 3, 1, 0x61, 0, 1, 1, 0x62, 0, 4, 1, 0x63, 0, 5), // a, b, c
    ...section(9, 1, 0, 0x41, 0, 0x0b, 1, 3),
    ...section(10, 6, ...bodies.flat()),
  ]);
}

function ordered(wasm) {
  const folder = mkdtempSync(join(tmpdir(), 'order-'));
  const path = join(folder, 'some.wasm');
  writeFileSync(path, wasm);
  const said = execFileSync('node', [script, path], { encoding: 'utf8' });
  const written = readFileSync(path);
  rmSync(folder, { recursive: true });
  return { written, said };
}

it('puts a function beside the one that it is like, and every call finds what it called', () => {
  const wasm = moduleWith(0x41, 9);
  const { written } = ordered(wasm);
  const like = written.indexOf(Buffer.from(sum(5)));
  expect(written.indexOf(Buffer.from(sum(6)))).toBe(like + sum(5).length);
  expect(written.equals(wasm)).toBe(false);
  const { a, b, c } = new WebAssembly.Instance(new WebAssembly.Module(written)).exports;
  expect([a(), b(), c()]).toEqual([42, 42, 16]);
});

it('leaves a module with an unknown instruction as it is, and says so', () => {
  const wasm = moduleWith(0xff);
  const { written, said } = ordered(wasm);
  expect(written.equals(wasm)).toBe(true);
  expect(said).toContain('instruction 0xff');
});

it('leaves a module alone whose functions are named elsewhere too', () => {
  const global = Buffer.from([...section(6, 1, 0x70, 0, 0xd2, 3, 0x0b)]);
  const custom = Buffer.from([...section(0, 4, 0x6e, 0x61, 0x6d, 0x65)]);
  for (const [more, reason] of [
    [global, 'a global that is a function'],
    [custom, 'a section that may name functions'],
  ]) {
    const wasm = Buffer.concat([moduleWith(0x41, 9), more]);
    const { written, said } = ordered(wasm);
    expect(written.equals(wasm)).toBe(true);
    expect(said).toContain(reason);
  }
});
