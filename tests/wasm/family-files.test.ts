import { beforeAll, describe, expect, it } from 'vitest';
import type { NamedTensors } from '../../wasm/family';
import type { FilesModule } from '../../wasm/files';
import { seeded } from '../web/seeded';
import { newFamilyModule, newFilesModule } from './family-module';
import { randomTensor } from './inputs';

let module: FilesModule;
beforeAll(async () => {
  module = await newFilesModule();
});

const random = seeded(40);
const tensors = {
  'layers.0.w_q': randomTensor(random, 3, 4),
  'größe ✓': randomTensor(random, 2, 1, 5),
  scalar: { shape: [], data: Float32Array.of(0.1) },
};
/** Without the axes, which files do not keep. */
const bare = (named: NamedTensors) =>
  Object.fromEntries(
    Object.entries(named).map(([name, { shape, data }]) => [name, { shape, data }]),
  );

/** A safetensors file with this header and these bytes behind it. */
function safetensors(header: object | string, data: Uint8Array = new Uint8Array()): Uint8Array {
  const text = typeof header === 'string' ? header : JSON.stringify(header);
  const json = new TextEncoder().encode(text);
  const file = new Uint8Array(8 + json.length + data.length);
  new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
  file.set(json, 8);
  file.set(data, 8 + json.length);
  return file;
}

describe('safetensors', () => {
  it('come back as they were written, with the metadata', () => {
    const metadata = { made_by: 'a test', note: '“quoted”\n' };
    const file = module.writeSafetensors(tensors, metadata);
    expect(file).toBeInstanceOf(Uint8Array);
    expect(file.byteLength).toBe(file.buffer.byteLength);
    const read = module.readSafetensors(file);
    expect(bare(read.tensors)).toEqual(tensors);
    expect(read.metadata).toEqual(metadata);
    expect(read.tensors['layers.0.w_q']!.axes).toHaveLength(2);
  });

  it('have the form that others read', () => {
    const file = module.writeSafetensors({ a: { shape: [2], data: Float32Array.of(1, 2) } }, {});
    const length = Number(new DataView(file.buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
    expect(header.a).toEqual({ dtype: 'F32', shape: [2], data_offsets: [0, 8] });
    expect(new Float32Array(file.buffer.slice(8 + length))).toEqual(Float32Array.of(1, 2));
  });

  it('of other types are read as floats', () => {
    const i64 = new Uint8Array(new BigInt64Array([-3n, 7n]).buffer);
    const header = { ids: { dtype: 'I64', shape: [2], data_offsets: [0, 16] } };
    const { ids } = module.readSafetensors(safetensors(header, i64)).tensors;
    expect([...ids!.data]).toEqual([-3, 7]);
  });

  it('may name a tensor whatever they like', () => {
    const names = ['__proto__', 'constructor', 'data', '0', ''];
    const header = names.map((name, i) => {
      const entry = { dtype: 'F32', shape: [1], data_offsets: [4 * i, 4 * i + 4] };
      return `${JSON.stringify(name)}:${JSON.stringify(entry)}`;
    });
    const data = new Uint8Array(Float32Array.of(1, 2, 3, 4, 5).buffer);
    const { tensors } = module.readSafetensors(safetensors(`{${header.join(',')}}`, data));
    expect(Object.keys(tensors).sort()).toEqual(names.sort());
    expect(Object.getPrototypeOf(tensors)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['shape']).toBeUndefined();
    const again = module.readSafetensors(module.writeSafetensors(tensors, {}));
    expect(bare(again.tensors)).toEqual(bare(tensors));
  });

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['seven bytes', new Uint8Array(7)],
    ['a header longer than the file', new Uint8Array(8).fill(255)],
    ['no JSON', safetensors('{')],
    ['an offset outside', safetensors({ a: { dtype: 'F32', shape: [1], data_offsets: [0, 4] } })],
    ['another type', safetensors({ a: { dtype: 'X9', shape: [0], data_offsets: [0, 0] } })],
  ])('that are %s are refused with a reason', (_, file) => {
    expect(() => module.readSafetensors(file)).toThrow(/^expected |^.*got /);
    try {
      module.readSafetensors(file);
    } catch (error) {
      expect((error as Error).constructor).toBe(Error);
    }
  });
});

describe('npz', () => {
  it('come back as they were written', () => {
    const { scalar: _, ...named } = tensors;
    const file = module.writeNpz(named);
    expect(String.fromCharCode(...file.subarray(0, 2))).toBe('PK');
    expect(bare(module.readNpz(file))).toEqual(named);
  });

  it('that are none are refused with a reason', () => {
    for (const file of [
      new Uint8Array(),
      new Uint8Array(100),
      module.writeNpz(tensors).subarray(5),
    ])
      expect(() => module.readNpz(file)).toThrow(/expected/);
  });
});

describe('PyTorch’s layouts', () => {
  it('go over and back', async () => {
    const config = { d_model: 8, num_heads: 2, d_ff: 16 };
    const ours = (await newFamilyModule()).randomParameters('encoder_layer', config, 1);
    const theirs = module.toPyTorch('TransformerEncoderLayer', ours);
    expect(Object.keys(theirs)).toContain('self_attn.in_proj_weight');
    expect(theirs['linear1.weight']!.shape).toEqual([16, 8]);
    expect(bare(module.fromPyTorch('TransformerEncoderLayer', theirs))).toEqual(bare(ours));
  });

  it('transpose what is a matrix', () => {
    const w = randomTensor(random, 2, 2);
    const parameters = { w_q: w, w_k: w, w_v: w, w_o: w };
    const theirs = module.toPyTorch('MultiheadAttention', parameters);
    const [a, b, c, d] = w.data;
    expect([...theirs['out_proj.weight']!.data]).toEqual([a, c, b, d]);
  });

  it('of an unknown module, or with tensors that are not its own, are refused', () => {
    expect(() => module.fromPyTorch('LSTM', {})).toThrow('got "LSTM"');
    const w = randomTensor(random, 2, 2);
    expect(() => module.fromPyTorch('MultiheadAttention', { w })).toThrow(/expected/);
  });
});
