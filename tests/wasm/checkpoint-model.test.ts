/** Compares checkpoints of the hub in the engine with transformers' results for the same files. */
import { describe, expect, it } from 'vitest';
import {
  checkpoint,
  type Folder,
  numbersOf,
  readStored,
  referenceOf,
  renamed,
  type Stored,
  type StoredTensor,
  tensorOf,
} from '../support/checkpoint-files';
import { engine } from './language-engine';

const relative = 1e-5;
const absolute = 1e-6;
/** transformers computed in float32 as well, so two correct results may differ by this much. */
const absoluteInFloat32 = 2e-6;

/** In the form of older files on the hub: gamma and beta, buffers, a pooler, and a copy of the tied table. */
function hubBert(): Folder {
  const { config, tensors } = checkpoint('bert');
  const older = renamed(tensors, (name) =>
    name.replace('LayerNorm.weight', 'LayerNorm.gamma').replace('LayerNorm.bias', 'LayerNorm.beta'),
  );
  const zeros = (dtype: string, shape: number[], bytes: number): StoredTensor => ({
    dtype,
    shape,
    bytes: new Uint8Array(bytes),
  });
  return {
    config: { ...config, architectures: ['BertForMaskedLM'], classifier_dropout: null },
    tensors: {
      'bert.embeddings.position_ids': zeros('I64', [1, 64], 512),
      ...older,
      'bert.pooler.dense.weight': zeros('F32', [48, 48], 9216),
      'bert.pooler.dense.bias': zeros('F32', [48], 192),
      'cls.seq_relationship.bias': zeros('F32', [2], 8),
      'cls.predictions.decoder.weight': tensors['bert.embeddings.word_embeddings.weight']!,
    },
  };
}

/** In the form that sentence-transformers writes. */
function withoutPrefix(): Folder {
  const { config, tensors } = checkpoint('bert');
  const bare = (name: string) => (name.startsWith('cls.') ? null : name.replace(/^bert\./, ''));
  return { config, tensors: renamed(tensors, bare) };
}

function expectClose(
  name: string,
  got: Float32Array,
  expected: Float32Array,
  counts: (at: number) => boolean,
  allowedAtZero = absolute,
): void {
  expect(got.length, name).toBe(expected.length);
  for (let i = 0; i < got.length; i++) {
    if (!counts(i)) continue;
    const allowed = allowedAtZero + relative * Math.abs(expected[i]!);
    if (!(Math.abs(got[i]! - expected[i]!) <= allowed))
      expect.fail(`${name}[${i}]: expected ${expected[i]}, got ${got[i]}`);
  }
}

async function expectReference(
  { config, tensors }: Folder,
  reference: Stored,
  allowedAtZero = absoluteInFloat32,
): Promise<void> {
  const model = await engine.checkpointModel({ config, tensors });
  const { layers = 0 } = model.config;
  const mask = tensorOf(reference['attention_mask']!);
  const [batch, n] = mask.shape as [number, number];
  const outputs = Array.from({ length: layers - 1 }, (_, i) => `layers.${i}.output`);
  const hidden = ['embedded', ...outputs, 'output'];
  const weights = Array.from({ length: layers }, (_, i) => `layers.${i}.attention.weights`);
  const { trace } = await model.inspect(
    { ids: tensorOf(reference['ids']!), key_padding: mask },
    { fields: [...hidden, ...weights] },
  );
  const compare = (field: string, name: string) => {
    const { shape, data } = trace[field]!;
    const width = shape.at(-1)!;
    // The rows of padded queries have no meaning.
    const isReal = (at: number) => {
      const item = Math.floor(at / (data.length / batch));
      return mask.data[item * n + (Math.floor(at / width) % n)] === 1;
    };
    expectClose(name, data, numbersOf(reference[name]!), isReal, allowedAtZero);
  };
  hidden.forEach((field, i) => compare(field, `hidden.${i}`));
  weights.forEach((field, i) => compare(field, `attention.${i}`));
}

describe('a checkpoint of the hub computes what transformers does', () => {
  it.each(['bert', 'distilbert', 'roberta'])('%s', async (name) => {
    await expectReference(checkpoint(name), referenceOf(name));
  });

  it.each(['bert', 'distilbert', 'roberta'])('%s, in double precision', async (name) => {
    const url = new URL(`../golden/checkpoints/${name}/words.safetensors`, import.meta.url);
    await expectReference(checkpoint(name), readStored(url), absolute);
  });

  it('with older names and unused tensors', async () => {
    await expectReference(hubBert(), referenceOf('bert'));
  });

  it('without prefix and head', async () => {
    await expectReference(withoutPrefix(), referenceOf('bert'));
  });
});

describe('readCheckpoint', () => {
  it('names the tensors of the model without their bytes', async () => {
    const { config, tensors } = hubBert();
    const shapes = Object.entries(tensors).map(([name, { dtype, shape }]) => [
      name,
      { dtype, shape },
    ]);
    const read = await engine.readCheckpoint(config, Object.fromEntries(shapes));
    const used = Object.keys(tensors).filter(
      (name) => !/seq_relationship|decoder|position_ids/.test(name),
    );
    expect(read.tensors).toEqual(used);
    const only = Object.fromEntries(used.map((name) => [name, tensors[name]!]));
    const model = await engine.checkpointModel({ config, tensors: only });
    expect(read.config).toEqual(model.config);
    expect(model).toMatchObject({ predicts_words: true, has_pooler: true });
    expect(read.config).toMatchObject({ d_model: 48, layers: 3, max_length: 64, num_types: 2 });
  });
});

describe('masked words and poolers', () => {
  const wordsOf = (name: string) =>
    readStored(new URL(`../golden/checkpoints/${name}/words.safetensors`, import.meta.url));
  const reference = Object.fromEntries(
    ['bert', 'distilbert', 'roberta'].map((name) => [name, wordsOf(name)]),
  );
  /** The first sentence, which has no padding, and its masked positions. */
  const idsOf = (name: string) => [...numbersOf(reference[name]!['ids']!).subarray(0, 15)];
  const places = [5, 9];

  it.each(Object.entries(reference))('of %s equal PyTorch', async (name, words) => {
    const model = await engine.checkpointModel(checkpoint(name));
    expect(model).toMatchObject({ predicts_words: true, has_pooler: false });
    const found = await model.maskedWords({ ids: idsOf(name) }, { places, max_words: 260 });
    for (const i of places.keys()) {
      const probabilities = numbersOf(words['probabilities']!).subarray(i * 260, (i + 1) * 260);
      expect(new Set(found[i]!.map(({ id }) => id)).size).toBe(260);
      for (const { id, probability } of found[i]!) {
        const expected = probabilities[id]!;
        expect(Math.abs(probability - expected)).toBeLessThanOrEqual(2e-5 * expected + 1e-8);
      }
    }
  });

  it('of a model with a pooler, and with its own output matrix', async () => {
    const { config, tensors } = checkpoint('bert');
    const words = reference['bert']!;
    const model = await engine.checkpointModel({
      config: { ...config, tie_word_embeddings: false },
      tensors: {
        ...tensors,
        'cls.predictions.decoder.weight': words['decoder.weight']!,
        'cls.predictions.decoder.bias': words['decoder.bias']!,
        'bert.pooler.dense.weight': words['pooler.weight']!,
        'bert.pooler.dense.bias': words['pooler.bias']!,
      },
    });
    expect(model).toMatchObject({ predicts_words: true, has_pooler: true });
    const { shape, axes, data } = await model.poolerOutput({ ids: idsOf('bert') });
    expect([shape, axes]).toEqual([
      [1, 48],
      ['batch', 'd_model'],
    ]);
    expectClose(
      'pooler_output',
      data,
      numbersOf(words['pooler_output']!).subarray(0, 48),
      () => true,
    );
    const found = await model.maskedWords({ ids: idsOf('bert') }, { places: [5], max_words: 1 });
    const logits = [...numbersOf(words['untied.logits']!).subarray(5 * 260, 6 * 260)];
    expect(found[0]!.map(({ id }) => id)).toEqual([logits.indexOf(Math.max(...logits))]);
  });

  it('are refused for other models, places and counts', async () => {
    const bare = await engine.checkpointModel(withoutPrefix());
    const ids = idsOf('bert');
    await expect(bare.maskedWords({ ids }, { places })).rejects.toThrow(
      'expected a model with a head for masked words, got one without',
    );
    await expect(bare.poolerOutput({ ids })).rejects.toThrow(
      'expected a model with a pooler, got one without',
    );
    const model = await engine.checkpointModel(checkpoint('bert'));
    await expect(model.maskedWords({ ids }, { places: [15] })).rejects.toThrow(
      'position of at least 0 and below 15',
    );
    await expect(model.maskedWords({ ids }, { places, max_words: 0 })).rejects.toThrow('max_words');
    expect(await model.maskedWords({ ids }, { places: [] })).toEqual([]);
  });
});

describe('a model of a checkpoint', () => {
  it('returns its parameters in float32, and none in another form', async () => {
    const { config, tensors } = checkpoint('distilbert');
    const model = await engine.checkpointModel({ config, tensors });
    const { w_1 } = Object.fromEntries(
      Object.entries(await model.parameters(['layers.1.feed_forward.w_1'])).map(([, tensor]) => [
        'w_1',
        tensor,
      ]),
    );
    const file = numbersOf(tensors['distilbert.transformer.layer.1.ffn.lin1.weight']!);
    expect(w_1!.shape).toEqual([48, 96]);
    expect(w_1!.data[5 * 96 + 7]).toBe(file[7 * 48 + 5]);
    const packed = await engine.checkpointModel({ config, tensors, weights: 'int8' });
    await expect(packed.setParameters(await model.parameters())).rejects.toThrow('expected');
  });

  it.each(['float16', 'bfloat16', 'int8'] as const)('in %s is close to it', async (weights) => {
    const { config, tensors } = checkpoint('bert');
    const ids = [2, 40, 50, 60, 3];
    const exact = await engine.checkpointModel({ config, tensors });
    const packed = await engine.checkpointModel({ config, tensors, weights });
    const expected = (await exact.inspect({ ids }, { fields: ['pooled'] })).trace['pooled']!;
    const got = (await packed.inspect({ ids }, { fields: ['pooled'] })).trace['pooled']!;
    const worst = Math.max(...got.data.map((x, i) => Math.abs(x - expected.data[i]!)));
    expect(worst).toBeGreaterThan(0);
    expect(worst).toBeLessThan({ float16: 0.005, bfloat16: 0.05, int8: 0.05 }[weights]);
  });

  it('is freed, opened and closed 100 times', async () => {
    const { config, tensors } = checkpoint('bert');
    const open = () => engine.checkpointModel({ config, tensors, weights: 'int8' });
    (await open()).dispose();
    const before = await engine.info();
    for (let i = 0; i < 100; i++) {
      const model = await open();
      if (i === 0) expect((await engine.info()).models).toBe(before.models + 1);
      model.dispose();
    }
    const after = await engine.info();
    expect(after.models).toBe(before.models);
    expect(after.heap_bytes).toBe(before.heap_bytes);
    expect(after.used_bytes - before.used_bytes).toBeLessThan(1000);
  });
});

describe('an invalid checkpoint is refused, and leaves no memory behind', () => {
  const weight = 'bert.encoder.layer.1.output.dense.weight';
  const change =
    (changes: Partial<StoredTensor>, name = weight) =>
    ({ config, tensors }: Folder): Folder => ({
      config,
      tensors: { ...tensors, [name]: { ...tensors[name]!, ...changes } },
    });
  const refusals: [what: string, (folder: Folder) => Folder, message: string][] = [
    [
      'another architecture',
      ({ config, tensors }) => ({ config: { ...config, model_type: 'gpt2' }, tensors }),
      'expected a model_type of "bert", "distilbert", "roberta" in config.json, got "gpt2"',
    ],
    [
      'a tensor of another shape',
      change({ shape: [96, 48] }),
      `expected tensor "${weight}" of shape [48, 96], got [96, 48]`,
    ],
    [
      'a tensor of a type that is not read',
      change({ dtype: 'F8_E4M3' }),
      `expected tensor "${weight}" of type F64, F32, F16 or BF16, or I8 with scales, got "F8_E4M3"`,
    ],
    [
      'int8 without scales',
      change({ dtype: 'I8' }),
      `expected tensor "${weight}" of type F64, F32, F16 or BF16, or I8 with scales, got I8`,
    ],
    [
      'fewer bytes than numbers',
      change({ bytes: new Uint8Array(10) }),
      `expected 18432 bytes of tensor "${weight}", got 10`,
    ],
    [
      'bytes that are numbers',
      change({ bytes: new Float32Array(4608) as never }),
      `expected tensors["${weight}"].bytes to be a Uint8Array, got a Float32Array of 4608 numbers`,
    ],
    [
      'a shape that is none',
      change({ shape: [48, -1] }),
      `expected tensors["${weight}"].shape to be a whole number from 0 to 2147483647, got -1`,
    ],
    [
      'a missing tensor',
      ({ config, tensors }) => ({
        config,
        tensors: renamed(tensors, (name) => (name === weight ? null : name)),
      }),
      `expected a tensor "${weight}" of shape [48, 96], got none`,
    ],
  ];

  it.each(refusals)('%s', async (_, changed, message) => {
    const { config, tensors } = changed(checkpoint('bert'));
    const before = await engine.info();
    await expect(engine.checkpointModel({ config, tensors })).rejects.toThrow(message);
    const after = await engine.info();
    expect(after.models).toBe(before.models);
    expect(after.used_bytes - before.used_bytes).toBeLessThan(1000);
  });

  it('an unknown form, and an unknown key of the call', async () => {
    const folder = checkpoint('bert');
    const wrong = { ...folder, weights: 'int4' as never };
    await expect(engine.checkpointModel(wrong)).rejects.toThrow('expected weights "float32"');
    const more = { ...folder, form: 'int8' } as never;
    await expect(engine.checkpointModel(more)).rejects.toThrow('config, tensors, weights');
  });
});
