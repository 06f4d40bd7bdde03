/** Compares the fields of real results with those that wasm/types/tensors.d.ts and operations.d.ts document. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NamedTensors, Tensor } from '../../wasm/engine';
import { seeded } from '../support/seeded';
import { randomTensor } from './inputs';
import { newCalls, type Calls } from './module';

const types = readFileSync(new URL('../../wasm/types/tensors.d.ts', import.meta.url), 'utf8');

interface Field {
  name: string;
  optional: boolean;
  /** Undefined if the comment names no axes. */
  axes: string[] | undefined;
}

function fieldsOf(name: string): Field[] {
  const body = types.match(new RegExp(`^export interface ${name}\\b.*? {\\n(.*?)^}`, 'ms'))![1]!;
  const fields = body.matchAll(/^ {2}(\w+)(\??): (?:Tensor|T);(?: \/\/ \[(.*?)\])?/gm);
  return [...fields].map(([, field, mark, axes]) => ({
    name: field!,
    optional: mark === '?',
    axes: axes?.split(', ').filter((axis) => axis !== ''),
  }));
}

/** Expects the interface's fields in order, with their axes, except those with the given names. */
function expectFields(result: NamedTensors, name: string, without: readonly string[] = []): void {
  const fields = fieldsOf(name).filter((field) => !without.includes(field.name));
  expect(Object.keys(result)).toEqual(fields.map((field) => field.name));
  for (const { name, axes } of fields) if (axes) expect(result[name]!.axes, name).toEqual(axes);
}

const optionalOf = (name: string) =>
  fieldsOf(name).flatMap((field) => (field.optional ? [field.name] : []));

let calls: Calls;
beforeAll(async () => {
  calls = await newCalls();
});

const random = seeded(60);
const tensor = (...shape: number[]): Omit<Tensor, 'axes'> => randomTensor(random, ...shape);
const config = { d_model: 8, num_heads: 4, num_kv_heads: 2, d_v: 3 };
const layer = { config, inputs: { query: tensor(2, 5, 8) } };
const heads = { q: tensor(1, 4, 5, 3), k: tensor(1, 2, 5, 3), v: tensor(1, 2, 5, 6) };
const dropout = { dropout: 0.5, dropout_seed: 1 };

describe('AttentionTrace', () => {
  it('names every field of a layer’s trace, and its axes', () => {
    const dropping = { ...layer, config: { ...config, ...dropout } };
    expectFields(calls.traced('multi_head', dropping).trace, 'AttentionTrace');
  });

  it('marks the fields as optional that only dropout adds', () => {
    const { trace } = calls.traced('multi_head', layer);
    expectFields(trace, 'AttentionTrace', optionalOf('AttentionTrace'));
  });

  it('names every field of an inspected scaled_dot_product, which has no layer’s output', () => {
    const { trace } = calls.module.inspect('scaled_dot_product', dropout, {}, heads, {});
    expectFields(trace, 'AttentionTrace', ['concat', 'output']);
  });
});

describe('RowDetail', () => {
  const rowOf = (head?: number) => {
    const options = { query: 1, ...(head !== undefined && { head }) };
    return calls.module.inspect('multi_head', config, 1, layer.inputs, options).rows[0]!;
  };

  it('names every field of one head’s row, and its axes', () => {
    expectFields(rowOf(1), 'RowDetail');
  });

  it('marks the fields as optional that a mean of heads does not have', () => {
    const names = fieldsOf('RowDetail').filter((field) => !field.optional);
    expect(Object.keys(rowOf())).toEqual(names.map(({ name }) => name));
  });
});

describe('MultiHeadParameters', () => {
  it('names every parameter of a layer', () => {
    const parameters = calls.parameters('multi_head', {
      config: { ...config, attention_positions: 'relative_buckets' },
    } as never);
    const names = fieldsOf('MultiHeadParameters').map(({ name }) => name);
    expect(Object.keys(parameters).sort()).toEqual(names.sort());
  });

  it('marks as optional what a layer without biases and buckets does not have', () => {
    const parameters = calls.parameters('multi_head', {
      config: { ...config, bias: false },
    } as never);
    const names = fieldsOf('MultiHeadParameters').filter((field) => !field.optional);
    expect(Object.keys(parameters).sort()).toEqual(names.map(({ name }) => name).sort());
  });
});

it('multi_head returns no weights if need_weights is false', () => {
  const outputs = calls.run('multi_head', { ...layer, config: { ...config, need_weights: false } });
  // Compiles only if the type marks weights as optional.
  const onlyOutput: typeof outputs = { output: outputs.output };
  expect(outputs).toEqual(onlyOutput);
});
