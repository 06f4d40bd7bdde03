/** Calls that the client never writes: cut off, or with a number outside its range. C++ refuses them. */
import createAttentionModule, { type BoundModule } from '#wasm/attention.mjs';
import { describe, expect, it } from 'vitest';
import { Message } from '../../web/src/engine/module/message';
import { ResultReader } from '../../web/src/engine/module/result-reader';
import { limitedMemory } from './limited-memory';
import { wasmBinary } from './module';

/** The result of the first `kept` words of a call, or the message of its refusal. */
function resultOf(module: BoundModule, call: Message, kept = call.length): unknown {
  const addresses = call.data.map((numbers) => module.reserve(numbers.length));
  const address = module.message(call.length);
  const { buffer } = module.memory();
  call.data.forEach((numbers, i) =>
    new Float32Array(buffer).set(numbers as Float32Array, addresses[i]! / 4),
  );
  call.copyTo(new Int32Array(buffer), address / 4);
  module.message(kept); // The words that are cut off stay behind it in memory.
  const reader = new ResultReader();
  const result = module.call();
  reader.memory = module.memory().buffer as ArrayBuffer;
  try {
    return reader.read(result);
  } catch (error) {
    return (error as Error).message;
  } finally {
    module.release();
  }
}

function softmaxCall(keep = 0): Message {
  const call = new Message();
  call.start('run');
  call.text('softmax');
  call.config('the configuration', { temperature: 2 });
  call.tensors('parameter', {});
  call.tensors('input', { scores: { shape: [1, 2], data: Float32Array.of(0, 0) } });
  call.word(keep);
  return call;
}

function parametersCall(seed: number): Message {
  const call = new Message();
  call.start('randomParameters');
  call.text('layer_norm');
  call.config('the configuration', { d_model: 2 });
  call.number(seed);
  return call;
}

/** A call that draws a model's parameters from a seed, if `drawn` is 1. */
function prepareCall(drawn: number): Message {
  const call = new Message();
  call.start('prepare');
  call.text('layer_norm');
  call.config('the configuration', { d_model: 2 });
  call.word(drawn);
  call.number(7);
  return call;
}

function createTrainer(module: BoundModule): number {
  const call = new Message();
  call.start('createTrainer');
  call.config('the recipe', { task: 'copy', batch: 1 });
  call.tensors('data', {});
  call.config('the snapshots', {});
  call.word(0);
  return (resultOf(module, call) as { number: number }).number;
}

function exampleCall(trainer: number, kind: number, ...words: number[]): Message {
  const call = new Message();
  call.start('inspectTrainer');
  for (const word of [trainer, kind, ...words, 0, 0]) call.word(word);
  return call;
}

const malformed = 'expected a call as the client writes it';

describe('a malformed call', () => {
  it('is refused wherever it is cut off', async () => {
    const module = await createAttentionModule({ wasmBinary: wasmBinary() });
    const call = softmaxCall();
    expect(resultOf(module, call)).toBeTypeOf('object');
    for (let kept = 0; kept < call.length; kept++)
      expect(resultOf(module, call, kept), `${kept} words`).toBe(malformed);

    const withoutNumbers = softmaxCall();
    withoutNumbers.data = [];
    expect(resultOf(module, withoutNumbers)).toBe(malformed);
  });

  it('is refused for a number outside its range', async () => {
    const module = await createAttentionModule({ wasmBinary: wasmBinary() });
    expect(resultOf(module, softmaxCall(3))).toBe(malformed);
  });

  it('is refused for a flag that is neither 0 nor 1', async () => {
    const module = await createAttentionModule({ wasmBinary: wasmBinary() });
    for (const flag of [2, -1])
      expect(resultOf(module, prepareCall(flag)), `${flag}`).toBe(malformed);
    expect(resultOf(module, prepareCall(1))).toBeTypeOf('number');
  });

  it('is refused for a seed that is no integer from 0 to 2^53 - 1', async () => {
    const module = await createAttentionModule({ wasmBinary: wasmBinary() });
    for (const seed of [0, 7, Number.MAX_SAFE_INTEGER])
      expect(resultOf(module, parametersCall(seed)), `${seed}`).toBeTypeOf('object');
    for (const seed of [-1, 0.5, 2 ** 53, 2 ** 64, 1e300, Infinity, -Infinity, NaN])
      expect(resultOf(module, parametersCall(seed)), `${seed}`).toBe(malformed);
  });

  it('is refused for an unknown kind of example, and for a held-out example below 0 or from 65536 on', async () => {
    const module = await createAttentionModule({ wasmBinary: wasmBinary('training.wasm') });
    const number = createTrainer(module);
    const [heldOut, unknown] = [1, 4];
    expect(resultOf(module, exampleCall(number, heldOut, 0))).toBeTypeOf('object');
    expect(resultOf(module, exampleCall(number, unknown))).toBe(malformed);
    for (const index of [65536, 2 ** 31, -1])
      expect(resultOf(module, exampleCall(number, heldOut, index))).toBe(
        `expected held_out of at least 0 and below 65536, got ${index | 0}`,
      );
  });

  it('is refused for more than 65536 held-out examples', async () => {
    const module = await createAttentionModule({ wasmBinary: wasmBinary('training.wasm') });
    const number = createTrainer(module);
    const evaluation = (count: number) => {
      const call = new Message();
      call.start('evaluateTrainer');
      for (const word of [number, count]) call.word(word);
      call.config('the task', {});
      return resultOf(module, call);
    };
    const step = (held_out: number) => {
      const call = new Message();
      call.start('stepTrainer');
      for (const word of [number, 0, 0, 0, held_out, 0]) call.word(word);
      return resultOf(module, call);
    };
    expect(evaluation(2)).toBeTypeOf('object');
    expect(step(2)).toBeTypeOf('object');
    for (const count of [65537, 2 ** 31, -1]) {
      expect(evaluation(count)).toBe(`expected count of 1 to 65536, got ${count | 0}`);
      expect(step(count)).toBe(`expected evaluate of 0 to 65536, got ${count | 0}`);
    }
  });

  it('is refused for more than 65536 sentences, and for none', async () => {
    const module = await createAttentionModule({ wasmBinary: wasmBinary('language.wasm') });
    const sentences = (count: number) => {
      const call = new Message();
      call.start('relationSentences');
      call.number(7);
      call.word(count);
      return resultOf(module, call);
    };
    expect(sentences(3)).toHaveLength(3);
    for (const count of [0, 65537, 2 ** 31, -1])
      expect(sentences(count)).toBe(`expected count of 1 to 65536, got ${count | 0}`);
  });

  it('is refused for an integer below -1', async () => {
    const module = await createAttentionModule({ wasmBinary: wasmBinary('training.wasm') });
    const [ids, count, target] = [2, 1, 0];
    const number = createTrainer(module);
    for (const id of [-2, -5, -(2 ** 31)])
      expect(resultOf(module, exampleCall(number, ids, count, id, target)), `${id}`).toBe(
        malformed,
      );
    expect(resultOf(module, exampleCall(number, ids, count, -1, target))).not.toBe(malformed);
  });
});

it('frees the memory of a call that filled all of it, without needing more', async () => {
  const wasmBinaryOf = limitedMemory(new Uint8Array(wasmBinary()), 20e6).buffer;
  const module = await createAttentionModule({ wasmBinary: wasmBinaryOf });
  const fill = () => {
    let reserved = 0;
    // First small blocks, so that the list of blocks need not grow when memory is short.
    for (let i = 0; i < 40; i++) module.reserve(1);
    for (let count = 2 ** 22; count >= 1; count /= 2) {
      while (module.reserve(count) !== 0) reserved += count;
    }
    module.release();
    return reserved;
  };
  const first = fill();
  expect(first).toBeGreaterThan(2 ** 20);
  // How the last bytes split into blocks depends on where the heap begins, and from the second call on it is the same.
  const second = fill();
  const kLastBytes = 16;
  expect(second).toBeGreaterThan(first - kLastBytes);
  for (let i = 0; i < 10; i++) expect(fill()).toBe(second);
});
