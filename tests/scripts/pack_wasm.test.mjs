import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ordersOfTheAlike, withSomeMoved } from '../../scripts/order_functions.mjs';
import { withoutStackResets } from '../../scripts/stack_resets.mjs';

const script = new URL('../../scripts/pack_wasm.mjs', import.meta.url).pathname;

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

function packed(wasm) {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  const path = join(folder, 'some.wasm');
  writeFileSync(path, wasm);
  const said = execFileSync('node', [script, path], { encoding: 'utf8' });
  const written = readFileSync(path);
  rmSync(folder, { recursive: true });
  return { written, said };
}

it('puts functions beside those that they are like', () => {
  const bodies = [sum(5), body(0x10, 3), body(0x41, 9), sum(6), sum(7)].map(Buffer.from);
  const [asTheyAre, ...others] = ordersOfTheAlike(bodies);
  expect(asTheyAre).toEqual([0, 1, 2, 3, 4]);
  for (const order of others) {
    expect(order.toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(order.slice(0, 3).toSorted()).toEqual([0, 3, 4]);
  }
});

it('moves some functions, and loses none', () => {
  const order = [3, 0, 4, 1, 2];
  const orders = Array.from({ length: 50 }, (_, i) => withSomeMoved(order, i));
  for (const moved of orders) expect(moved.toSorted()).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(orders.map(String)).size).toBeGreaterThan(5);
  expect(withSomeMoved(order, 7)).toEqual(orders[7]);
});

it('makes no module larger for gzip, and every call finds what it called', () => {
  const wasm = moduleWith(0x41, 9);
  const { written } = packed(wasm);
  expect(gzipSync(written).length).toBeLessThanOrEqual(gzipSync(wasm).length);
  const { a, b, c } = new WebAssembly.Instance(new WebAssembly.Module(written)).exports;
  expect([a(), b(), c()]).toEqual([42, 42, 16]);
});

describe('of cleanups', () => {
  const reset = [0x20, 0x00, 0x24, 0x00]; // global.set 0 (local.get 0)
  const [callIt, throwOn] = [
    [0x10, 0x01],
    [0x09, 0x00],
  ];
  const cleanup = (...code) => [0x06, 0x40, 0x10, 0x00, 0x19, ...code, 0x0b];
  const functionOf = (...code) => Buffer.from([1, 1, 0x7f, ...code, 0x0b]);
  const same = (given) => expect([...withoutStackResets(given)]).toEqual([...given]);

  it('the resets of the stack go, in nested ones too', () => {
    const inner = (...first) => cleanup(...first, ...callIt, ...throwOn);
    const nested = (...first) => [
      ...[0x06, 0x40, ...inner(...first), 0x19, ...first, ...inner(...first), ...throwOn, 0x0b],
    ];
    expect([...withoutStackResets(functionOf(...nested(...reset)))]).toEqual([
      ...functionOf(...nested()),
    ]);
  });

  it('those stay of what does not throw on, or may leave in between', () => {
    same(functionOf(...cleanup(...reset, ...callIt)));
    same(functionOf(...cleanup(...reset, 0x0c, 0x01, ...throwOn)));
    same(functionOf(...cleanup(...reset, 0x02, 0x40, 0x41, 0, 0x0d, 0x02, 0x0b, ...throwOn)));
    same(functionOf(...cleanup(...reset, 0x0f, ...throwOn)));
  });

  it('another variable that is set first stays', () => {
    same(functionOf(...cleanup(0x20, 0x00, 0x24, 0x01, ...callIt, ...throwOn)));
    same(functionOf(...cleanup(0x41, 0x00, 0x24, 0x00, ...callIt, ...throwOn)));
  });
});

it('leaves a module with an unknown instruction as it is, and says so', () => {
  const wasm = moduleWith(0xff);
  const { written, said } = packed(wasm);
  expect(written.equals(wasm)).toBe(true);
  expect(said).toContain('instruction 0xff');
});

it('leaves a module alone whose functions are named elsewhere too', () => {
  const global = Buffer.from([...section(6, 1, 0x70, 0, 0xd2, 3, 0x0b)]);
  const changing = Buffer.from([
    ...section(6, 2, ...[0x7f, 1, 0x41, 0, 0x0b], ...[0x7f, 1, 0x41, 0, 0x0b]),
  ]);
  const custom = Buffer.from([...section(0, 4, 0x6e, 0x61, 0x6d, 0x65)]);
  for (const [more, reason] of [
    [global, 'a global that is a function'],
    [changing, 'more than one global that changes'],
    [custom, 'a section that may name functions'],
  ]) {
    const wasm = Buffer.concat([moduleWith(0x41, 9), more]);
    const { written, said } = packed(wasm);
    expect(written.equals(wasm)).toBe(true);
    expect(said).toContain(reason);
  }
});
