/** Checkpoints read slice by slice: the same model, only one slice in memory, and nothing left after a failure. */
import { describe, expect, it } from 'vitest';
import type { CheckpointTensor } from '../../web/src/engine/client/engine';
import { checkpoint } from '../support/checkpoint-files';
import { engine } from './language-engine';
import { newCalls } from './module';

const ids = [2, 40, 50, 60, 3];
const forms = [undefined, 'float32', 'float16', 'bfloat16', 'int8'] as const;

type Read = (begin: number, end: number) => Promise<Uint8Array>;

/** Tensors that are read by functions; `watch` may replace what they return. */
function sliced(
  tensors: ReturnType<typeof checkpoint>['tensors'],
  watch: (name: string, bytes: Uint8Array, read: number) => Uint8Array | Promise<Uint8Array> = (
    _,
    bytes,
  ) => bytes,
): Record<string, CheckpointTensor> {
  let count = 0;
  return Object.fromEntries(
    Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
      const read: Read = async (begin, end) =>
        watch(name, new Uint8Array(bytes.subarray(begin, end)), count++);
      return [name, { dtype, shape, bytes: read }];
    }),
  );
}

/** The settings and shapes of a BERT of one layer. */
function oneLayer(vocab: number, width: number) {
  const { config } = checkpoint('bert');
  const changed = {
    ...config,
    hidden_size: width,
    vocab_size: vocab,
    num_hidden_layers: 1,
    intermediate_size: 96,
  };
  const linear = (name: string, rows: number, columns: number) => [
    [`${name}.weight`, [rows, columns]] as const,
    [`${name}.bias`, [rows]] as const,
  ];
  const norm = (name: string) => [
    [`${name}.weight`, [width]] as const,
    [`${name}.bias`, [width]] as const,
  ];
  const layer = 'encoder.layer.0.';
  const shapes = [
    ['embeddings.word_embeddings.weight', [vocab, width]] as const,
    ['embeddings.position_embeddings.weight', [64, width]] as const,
    ['embeddings.token_type_embeddings.weight', [2, width]] as const,
    ...norm('embeddings.LayerNorm'),
    ...['self.query', 'self.key', 'self.value', 'output.dense'].flatMap((name) =>
      linear(`${layer}attention.${name}`, width, width),
    ),
    ...norm(`${layer}attention.output.LayerNorm`),
    ...linear(`${layer}intermediate.dense`, 96, width),
    ...linear(`${layer}output.dense`, width, 96),
    ...norm(`${layer}output.LayerNorm`),
  ];
  return { config: changed, shapes };
}

/** A BERT of one layer whose table of tokens has several slices. */
function large() {
  const { config, shapes } = oneLayer(4000, 600);
  const tensors = Object.fromEntries(
    shapes.map(([name, shape], i) => {
      const count = shape.reduce((product, each) => product * each, 1);
      const numbers = Float32Array.from({ length: count }, (_, k) => Math.sin(i + 0.3 * (k % 997)));
      return [name, { dtype: 'F32', shape, bytes: new Uint8Array(numbers.buffer) }];
    }),
  );
  return { config, tensors };
}

describe('a checkpoint that is read slice by slice', () => {
  it.each(['bert', 'distilbert', 'roberta'])('%s is the same model', async (name) => {
    const { config, tensors } = checkpoint(name);
    const pooled = async (
      given: Record<string, CheckpointTensor>,
      form: (typeof forms)[number],
    ) => {
      const model = await engine.checkpointModel({ config, tensors: given, weights: form });
      return (await model.inspect({ ids }, { fields: ['pooled'] })).trace['pooled']!.data;
    };
    for (const form of forms)
      expect(await pooled(sliced(tensors), form)).toEqual(await pooled(tensors, form));
  });

  it('accepts views of the file, and does not change them', async () => {
    const { config, tensors } = checkpoint('distilbert');
    const views = Object.fromEntries(
      Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
        const read: Read = async (begin, end) => bytes.subarray(begin, end);
        return [name, { dtype, shape, bytes: read }];
      }),
    );
    const model = await engine.checkpointModel({ config, tensors: views, weights: 'float16' });
    expect((await model.inspect({ ids })).trace).toEqual({});
    for (const { bytes } of Object.values(tensors)) expect(bytes.length).toBeGreaterThan(0);
  });

  it('refuses what a function returns instead of bytes, by name', async () => {
    const { config, tensors } = checkpoint('distilbert');
    const name = 'distilbert.embeddings.word_embeddings.weight';
    const message = `expected tensors["${name}"].bytes to be a Uint8Array, got `;
    for (const [value, got] of [
      [undefined, 'undefined'],
      [new ArrayBuffer(8), 'an ArrayBuffer'],
    ]) {
      const bytes = (async () => value) as unknown as Read;
      const given = { ...tensors, [name]: { ...tensors[name]!, bytes } };
      const opened = engine.checkpointModel({ config, tensors: given });
      await expect(opened).rejects.toThrow(`${message}${got as string}`);
    }
  });

  it('reads slices of at most a million numbers, in order and once', async () => {
    const { config, tensors } = large();
    const seen: Record<string, number[]> = {};
    const watched = sliced(tensors, (name, bytes) => {
      (seen[name] ??= []).push(bytes.length);
      return bytes;
    });
    const model = await engine.checkpointModel({ config, tensors: watched, weights: 'int8' });
    expect(Object.keys(seen).toSorted()).toEqual(Object.keys(tensors).toSorted());
    const table = seen['embeddings.word_embeddings.weight']!;
    expect(table.length).toBeGreaterThan(2);
    expect(Math.max(...Object.values(seen).flat())).toBeLessThanOrEqual(4 * 2 ** 20);
    for (const [name, sizes] of Object.entries(seen))
      expect(sizes.reduce((sum, each) => sum + each, 0)).toBe(tensors[name]!.bytes.length);
    const exact = await engine.checkpointModel({ config, tensors, weights: 'float32' });
    const tokens = [3999, 0, 1747, 1748];
    const [got, expected] = await Promise.all(
      [model, exact].map(async (each) => {
        const { trace } = await each.inspect({ ids: tokens }, { fields: ['embedding_sum'] });
        return trace['embedding_sum']!.data;
      }),
    );
    const worst = Math.max(...got!.map((x, i) => Math.abs(x - expected![i]!)));
    expect(worst).toBeGreaterThan(0);
    expect(worst).toBeLessThan(0.006);
  });

  // Columns of 4295 words: a million of them have 2^32 + 32,704.
  it.each([
    [undefined, 4295],
    ['float32', 4295],
    ['float16', 8590],
    ['bfloat16', 8590],
    ['int8', 16168],
  ] as const)(
    'with a table of more than 2^32 words in the form %s is refused unread',
    async (weights, width) => {
      const { config, shapes } = oneLayer(1_000_000, width);
      let slices = 0;
      const bytes: Read = async (begin, end) => {
        slices++;
        return new Uint8Array(end - begin);
      };
      const tensors = Object.fromEntries(
        shapes.map(([name, shape]) => [name, { dtype: 'F16', shape, bytes }]),
      );
      const settings = { ...config, num_attention_heads: 1 };
      await expect(engine.checkpointModel({ config: settings, tensors, weights })).rejects.toThrow(
        'not enough memory for this request',
      );
      expect(slices).toBe(0);
    },
  );

  it('holds the numbers once: the heap grows by little more than their size in this form', async () => {
    const { config, tensors } = large();
    const count = Object.values(tensors).reduce((sum, { bytes }) => sum + bytes.length / 4, 0);
    const before = await engine.info();
    await engine.checkpointModel({ config, tensors: sliced(tensors), weights: 'float32' });
    const after = await engine.info();
    expect(after.used_bytes - before.used_bytes).toBeGreaterThan(4 * count);
    expect(after.used_bytes - before.used_bytes).toBeLessThan(1.1 * 4 * count);
    // In addition, one slice of 4 MB while it was read.
    expect(after.heap_bytes - before.heap_bytes).toBeLessThan(1.1 * 4 * count + 6e6);
  });
});

describe('reading that is interrupted leaves no memory behind', () => {
  const open = (
    watch: Parameters<typeof sliced>[1],
    options?: Parameters<typeof engine.checkpointModel>[1],
  ) => {
    const { config, tensors } = checkpoint('bert');
    const call = { config, tensors: sliced(tensors, watch), weights: 'int8' } as const;
    return engine.checkpointModel(call, options);
  };
  async function expectNothingLeft(run: () => Promise<void>) {
    (await open((_, bytes) => bytes)).dispose();
    const before = await engine.info();
    for (let i = 0; i < 5; i++) await run();
    const after = await engine.info();
    expect(after.models).toBe(before.models);
    expect(after.heap_bytes).toBe(before.heap_bytes);
    expect(after.used_bytes - before.used_bytes).toBeLessThan(1000);
  }

  it('by a slice that is too short', () =>
    expectNothingLeft(async () => {
      const cut = open((_, bytes, read) => (read === 20 ? bytes.subarray(1) : bytes));
      await expect(cut).rejects.toThrow(/expected \d+ bytes of tensor "bert/);
    }));

  it('by a file that can no longer be read', () =>
    expectNothingLeft(async () => {
      const gone = open(async (_, bytes, read) => {
        if (read === 20) throw new DOMException('gone', 'NotFoundError');
        return bytes;
      });
      await expect(gone).rejects.toThrow('gone');
    }));

  it('by numbers that the form cannot represent, naming the tensor', () =>
    expectNothingLeft(async () => {
      const query = 'bert.encoder.layer.1.attention.self.query.weight';
      const wrong = open((name, bytes) => {
        if (name === query) new Float32Array(bytes.buffer).fill(NaN);
        return bytes;
      });
      await expect(wrong).rejects.toThrow(`${query}: expected finite parameters to hold them`);
    }));

  it('by a signal', () =>
    expectNothingLeft(async () => {
      const stop = new AbortController();
      const stopped = open(
        (_, bytes, read) => {
          if (read === 20) stop.abort();
          return bytes;
        },
        { signal: stop.signal },
      );
      await expect(stopped).rejects.toThrow(/abort/);
    }));

  it('by closing the engine', async () => {
    const ended = open((_, bytes, read) => {
      if (read === 20) engine.close();
      return bytes;
    });
    await expect(ended).rejects.toThrow(/closed|lost/);
  });
});

it('refuses slices of a model that is not being read, and too many or too few of them', async () => {
  const { module } = await newCalls('language.wasm');
  const { config, tensors } = checkpoint('distilbert');
  const { number, slices } = module.beginCheckpointModel(config, tensors, 'int8');
  const add = ({ tensor, begin, end }: (typeof slices)[number]) =>
    module.addToCheckpointModel(number, tensors[tensor]!.bytes.subarray(begin, end));
  expect(() => module.addToCheckpointModel(7, new Uint8Array(4))).toThrow('being read, got 7');
  expect(() => module.finishCheckpointModel(number)).toThrow(`expected ${slices.length} slices`);
  slices.forEach(add);
  expect(() => add(slices[0]!)).toThrow(`got ${slices.length + 1}`);
  const model = module.finishCheckpointModel(number);
  expect(model.config).toMatchObject({ d_model: 48, layers: 2 });
  expect(() => module.releaseCheckpointModel(number)).toThrow('being read');
});
