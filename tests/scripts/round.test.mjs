// Compares checkpoints rounded by scripts/model/round.mjs with the core's own rounding of the float32 file.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFloats, rounded, safetensorsOf } from '../../scripts/model/round.mjs';
import { createEngine } from '../../web/src/engine/client/engine';
import { checkpoint, storedIn } from '../support/checkpoint-files';
import { wasmBinary } from '../wasm/module';

const golden = new URL('../golden/checkpoints/', import.meta.url);
const floatsOf = (name) => readFloats(readFileSync(new URL(`${name}/model.safetensors`, golden)));

let engine;
beforeAll(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary('language.wasm'), worker: false });
});
afterAll(() => engine.close());

async function traceOf(config, tensors, weights) {
  const model = await engine.checkpointModel({ config, tensors, weights });
  const { logits, trace } = await model.inspect({ ids: [2, 40, 3, 77, 259] }, { keep: 'trace' });
  return { logits, trace };
}

describe.each(['bert', 'distilbert', 'roberta'])('%s', (name) => {
  it.each(['int8', 'float16'])(
    'rounded to %s equals the float32 file in it, bit for bit',
    async (form) => {
      const { config, tensors } = checkpoint(name);
      const file = safetensorsOf(rounded(floatsOf(name), form));
      const stored = storedIn(file);
      const types = new Set(Object.values(stored).map(({ dtype }) => dtype));
      expect([...types].sort()).toEqual(form === 'int8' ? ['BF16', 'F32', 'I8'] : ['F16']);
      const got = await traceOf(config, stored, form);
      if (form === 'int8') return expect(got).toEqual(await traceOf(config, tensors, form));
      // The core keeps norms, biases and positions in float32; the file has them in float16.
      const words = Object.fromEntries(
        Object.entries(stored).map(([key, { shape, bytes }]) => [
          key,
          { dtype: 'F32', shape, bytes: widened(bytes) },
        ]),
      );
      expect(got).toEqual(await traceOf(config, words, 'float32'));
    },
  );
});

/** float16 as float32, by the format's definition. */
function widened(bytes) {
  const words = new Uint16Array(new Uint8Array(bytes).buffer);
  const floats = Float32Array.from(words, (word) => {
    const [exponent, fraction] = [(word >> 10) & 31, word & 0x3ff];
    const size =
      exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
    return word & 0x8000 ? -size : size;
  });
  return new Uint8Array(floats.buffer);
}

it('each tensor of a file begins at a multiple of the size of its numbers', () => {
  const w = { shape: [1, 3], data: Float32Array.of(1, 2, 3) };
  const b = { dtype: 'F32', shape: [1], data: Float32Array.of(4) };
  const file = safetensorsOf(rounded({ w, b }, 'int8'));
  const stored = storedIn(file);
  expect(Object.keys(stored).sort()).toEqual(['b', 'w', 'w.scales']);
  const sizes = { I8: 1, BF16: 2, F32: 4 };
  for (const { dtype, bytes } of Object.values(stored))
    expect((bytes.byteOffset - file.byteOffset) % sizes[dtype]).toBe(0);
});

describe('one number', () => {
  const half = (x) => rounded({ x: { shape: [1], data: Float32Array.of(x) } }, 'float16').x.data[0];
  it.each([
    [0, 0],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [65504, 0x7bff],
    [65519, 0x7bff],
    [2 ** -14, 0x0400],
    [2 ** -24, 1],
    [2 ** -25, 0], // a tie, to even
    [3 * 2 ** -25, 2],
    [2 ** -14 - 2 ** -26, 0x0400], // rounds up to the smallest normal number
    [1 + 2 ** -11, 0x3c00],
    [1 + 3 * 2 ** -11, 0x3c02],
  ])('%d is the float16 %d', (x, bits) => expect(half(x)).toBe(bits));

  it.each([65520, Infinity, NaN])('%d has no float16', (x) => {
    expect(() => half(x)).toThrow('expected numbers that float16 has');
  });

  it('that is not finite has no int8, and zeros have the scale 0', () => {
    const of = (...data) =>
      rounded({ w: { shape: [1, data.length], data: Float32Array.from(data) } }, 'int8');
    expect(() => of(1, Infinity)).toThrow('expected finite numbers');
    expect(() => of(1, NaN)).toThrow('expected finite numbers');
    expect([...of(0, 0)['w.scales'].data]).toEqual([0]);
    // 127 / 127 = 1; ties go to even.
    expect([...of(127, 0.5, 1.5, -2.5, -127).w.data]).toEqual([127, 0, 2, -2, -127]);
  });
});
