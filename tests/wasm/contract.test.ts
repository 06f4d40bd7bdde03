import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Session, Tensor } from '../../wasm/engine';
import { seeded } from '../web/seeded';
import { boundArguments } from './bound-arguments';
import { randomTensor } from './inputs';
import { newSession } from './module';

const read = (name: string) => readFileSync(new URL(`../../wasm/${name}`, import.meta.url), 'utf8');
const types = read('engine.d.ts');
const bindings = read('bindings.cpp');

interface Field {
  name: string;
  optional: boolean;
  /** The axes in the comment behind it; the last ones, when it names several. */
  axes: string[][];
}

/** The fields of an interface of engine.d.ts, in their order. */
function fieldsOf(name: string): Field[] {
  const body = types.match(new RegExp(`export interface ${name}\\b[^{]*{\\n(.*?)\\n}`, 's'))![1]!;
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)(\??)(?:\(.*?\))?: .*?;(.*)$/gm)].map(
    ([, field, mark, comment]) => ({
      name: field!,
      optional: mark === '?',
      axes: [...comment!.matchAll(/\[([^\]]*)\]/g)].map(([, list]) =>
        list === '' ? [] : list!.split(', '),
      ),
    }),
  );
}
const namesOf = (name: string) => fieldsOf(name).map((field) => field.name);
const axesOf = (record: object) =>
  Object.fromEntries(
    Object.entries(record as Record<string, Tensor>).map(([name, { axes }]) => [name, axes]),
  );
const documentedAxes = (name: string, which: (axes: string[][]) => string[] | undefined) =>
  Object.fromEntries(fieldsOf(name).map((field) => [field.name, which(field.axes)]));

const extents: Record<string, number> = {
  batch: 2,
  head: 3,
  query: 4,
  key: 5,
  d_head: 2,
  d_model: 6,
  rank: 3,
};

/** A whole tensor: its axes are named once each, its data fill its shape. */
function expectTensor(tensor: Tensor): void {
  expect(Object.keys(tensor).sort()).toEqual(namesOf('Tensor').sort());
  expect(tensor.data).toBeInstanceOf(Float32Array);
  expect(tensor.data).toHaveLength(tensor.shape.reduce((size, extent) => size * extent, 1));
  expect(tensor.data.byteOffset).toBe(0);
  expect(tensor.data.buffer.byteLength).toBe(tensor.data.byteLength); // owned, not a view of the heap
  expect(tensor.axes).toHaveLength(tensor.shape.length);
}

function expectExtents(tensor: Tensor): void {
  expectTensor(tensor);
  expect(tensor.shape).toEqual(tensor.axes.map((axis) => extents[axis]));
}

let session: Session;
beforeAll(async () => {
  session = await newSession();
});

function tracedLayer(): number {
  const random = seeded(1);
  const layer = session.createMultiHead({ d_model: 6, num_heads: 3, seed: 1, bias: true });
  const [query, key] = [randomTensor(random, 2, 4, 6), randomTensor(random, 2, 5, 6)];
  session.trace(layer, { query, key, value: key, mask: 'none' });
  return layer;
}

describe('engine.d.ts', () => {
  it('names every function of the module, and no other', () => {
    const bound = [...bindings.matchAll(/^ {2}function\("(\w+)"/gm)].map(([, name]) => name!);
    expect(bound).toEqual(namesOf('Session'));
    for (const name of bound) expect(session).toHaveProperty(name, expect.any(Function));
  });

  it('names every method with as many arguments as the module takes', () => {
    const body = types.match(/export interface Session {\n(.*?)\n}/s)![1]!;
    const named = [...body.matchAll(/^ {2}(\w+)\((.*?)\):/gm)].map(([, method, given]) => [
      method,
      given === '' ? 0 : given!.split(',').length,
    ]);
    expect(named).toEqual(boundArguments(bindings));
  });

  it('names the fields of what embed gives', () => {
    const request = { tokens: ['a', 'b', 'c', 'd'], d_model: 6, seed: 1 };
    const embedded = session.embed({ ...request, positions: 'none' });
    expect(Object.keys(embedded)).toEqual(namesOf('Embedded'));
    for (const tensor of Object.values(embedded)) {
      expect(tensor.axes).toEqual(['query', 'd_model']);
      expectExtents(tensor);
    }
  });

  it('names the fields of a trace, in the order of the formula, with their axes', () => {
    const random = seeded(2);
    const layer = session.createMultiHead({ d_model: 6, num_heads: 3, seed: 1 });
    const [query, key] = [randomTensor(random, 2, 4, 6), randomTensor(random, 2, 5, 6)];
    const trace = session.trace(layer, { query, key, value: key, mask: 'causal' });
    expect(Object.keys(trace)).toEqual(namesOf('AttentionTrace'));
    expect(axesOf(trace)).toEqual(documentedAxes('AttentionTrace', (axes) => axes[0]));
    for (const tensor of Object.values(trace)) expectExtents(tensor);
    session.release(layer);
  });

  it('names the fields of one head’s row, with their axes', () => {
    const layer = tracedLayer();
    const detail = session.rowDetail(layer, { batch: 1, head: 2, query: 3, most: 3 });
    expect(Object.keys(detail)).toEqual(namesOf('RowDetail'));
    expect(axesOf(detail)).toEqual(documentedAxes('RowDetail', (axes) => axes[0]));
    for (const tensor of Object.values(detail)) expectExtents(tensor);
    session.release(layer);
  });

  it('marks the fields that the mean of heads does not have, and has the others right', () => {
    const layer = tracedLayer();
    const detail = session.rowDetail(layer, { batch: 1, head: null, query: 3, most: 3 });
    const sure = fieldsOf('RowDetail').filter((field) => !field.optional);
    expect(Object.keys(detail)).toEqual(sure.map((field) => field.name));
    const last = documentedAxes('RowDetail', (axes) => axes.at(-1));
    expect(axesOf(detail)).toEqual(Object.fromEntries(sure.map(({ name }) => [name, last[name]])));
    for (const tensor of Object.values(detail)) expectExtents(tensor);
    session.release(layer);
  });

  it('lists the fields that have heads, and only these can be averaged', () => {
    const layer = tracedLayer();
    const listed = [...types.match(/type HeadField = (.*?);/s)![1]!.matchAll(/'(\w+)'/g)];
    const fields = listed.map(([, field]) => field!);
    const withHeads = fieldsOf('AttentionTrace').filter(({ axes }) => axes[0]!.length === 4);
    expect(fields).toEqual(withHeads.map(({ name }) => name));
    for (const field of fields) {
      const mean = session.average(layer, field as 'q');
      const [batch, , ...rest] = withHeads.find(({ name }) => name === field)!.axes[0]!;
      expect(mean.axes).toEqual([batch, ...rest]);
      expectExtents(mean);
    }
    session.release(layer);
  });

  it.each([true, false])('names the parameters, with their shapes (bias: %s)', (bias) => {
    const layer = session.createMultiHead({ d_model: 6, num_heads: 3, seed: 1, bias });
    const parameters = session.parameters(layer);
    const expected = fieldsOf('MultiHeadParameters').filter(({ optional }) => bias || !optional);
    expect(Object.keys(parameters).sort()).toEqual(expected.map(({ name }) => name).sort());
    for (const [name, tensor] of Object.entries(parameters)) {
      expectTensor(tensor as Tensor);
      expect((tensor as Tensor).shape, name).toEqual(name.startsWith('w') ? [6, 6] : [6]);
    }
    session.release(layer);
  });

  it('names what memory tells', () => {
    const layer = tracedLayer();
    const memory = session.memory();
    session.release(layer);
    expect(Object.keys(memory)).toEqual(namesOf('Memory'));
    expect(memory.heap_bytes).toBeGreaterThan(memory.used_bytes);
    expect(memory.used_bytes).toBeGreaterThan(0);
  });

  it('gives the output the shape and the axes of the query', () => {
    const layer = session.createMultiHead({ d_model: 6, num_heads: 3, seed: 1 });
    const x = randomTensor(seeded(3), 4, 6);
    const unbatched = session.forward(layer, { query: x, key: x, value: x, mask: 'none' });
    expect(unbatched.axes).toEqual(['query', 'd_model']);
    expectExtents(unbatched);
    const xs = randomTensor(seeded(3), 2, 4, 6);
    const batched = session.forward(layer, { query: xs, key: xs, value: xs, mask: 'none' });
    expect(batched.axes).toEqual(['batch', 'query', 'd_model']);
    expectExtents(batched);
    session.release(layer);
  });
});
