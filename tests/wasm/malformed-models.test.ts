/** More than 200 folders that are not a model: each is refused with an understandable sentence, in every language. */
import { describe, expect, it } from 'vitest';
import { safetensorsOf } from '../../web/src/files/safetensors';
import { TextModel } from '../../web/src/model/language/text-model';
import { en } from '../../web/src/words/en/base';
import { messageOf } from '../../web/src/words/refusal';
import { engine } from './language-engine';
import { bytesOf, jsonOf, names, tensors } from './small-bert';
import { loadWords } from '../../web/src/words/words';

const [de, zh] = await Promise.all([loadWords('de'), loadWords('zh')]);

type Bytes = Uint8Array<ArrayBuffer>;
/** Null: the file is missing. */
type Folder = Record<string, Bytes | string | null>;

const good: Folder = Object.fromEntries(names.map((name) => [name, bytesOf(name)]));
const weights = bytesOf('model.safetensors');
const config = jsonOf('config.json');
const tokenizer = jsonOf('tokenizer.json');
const headerEnd = 8 + Number(new DataView(weights.buffer).getBigUint64(0, true));

const withConfig = (change: object) => ({
  'config.json': JSON.stringify({ ...config, ...change }),
});
const withTensors = (changed: typeof tensors) => ({
  'model.safetensors': safetensorsOf(Object.entries(changed), {}) as Bytes,
});
const patched = (at: number, byte: number) => {
  const bytes = weights.slice();
  bytes[at] = byte;
  return { 'model.safetensors': bytes };
};

/** Replaces a tensor's entry in the header; its bytes stay. */
const withEntry = (name: string, change: object) => {
  const header = JSON.parse(new TextDecoder().decode(weights.subarray(8, headerEnd)));
  Object.assign(header[name], change);
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + weights.length - headerEnd);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(weights.subarray(headerEnd), 8 + text.length);
  return { 'model.safetensors': bytes };
};

const used = Object.keys(tensors);
const matrix = 'bert.encoder.layer.0.attention.self.query.weight';
const gone = { 'model.safetensors': null };

const kIndex = 'model.safetensors.index.json';
const shard = (i: number) => `model-0000${i + 1}-of-00002.safetensors`;
const shardOf = Object.fromEntries(used.map((name, i) => [name, shard(i % 2)]));
const indexOf = (weight_map: unknown) => JSON.stringify({ weight_map });
const shards: Folder = Object.fromEntries(
  [0, 1].map((i) => {
    const stored = Object.entries(tensors).filter(([name]) => shardOf[name] === shard(i));
    return [shard(i), safetensorsOf(stored, {}) as Bytes];
  }),
);
const sharded: Folder = { ...gone, ...shards, [kIndex]: indexOf(shardOf) };

/** The tokenizer of another model, with this number of words. */
const words = (count: number) => ({
  'tokenizer.json': JSON.stringify({
    ...tokenizer,
    model: {
      ...tokenizer.model,
      vocab: {
        ...tokenizer.model.vocab,
        ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`w${i}`, 260 + i])),
      },
    },
  }),
});

/** The sizes in config.json, and what the sentence names if the size is 7: this does not fit the tensors. */
const sizes = Object.entries({
  hidden_size: '[260, 7]',
  num_hidden_layers: 'layer.3.',
  num_attention_heads: '48',
  intermediate_size: '[7, 48]',
  vocab_size: '[7, 48]',
  max_position_embeddings: '[7, 48]',
  type_vocab_size: '[7, 48]',
});

/** `says`: a text that the sentence must contain, in every language. */
type Case = readonly [name: string, change: Folder, says: string];

const cases: readonly Case[] = [
  ...[0, 1, 7, 8, 100, headerEnd - 1, headerEnd, weights.length - 1].map((end): Case => [
    `cut after ${end} bytes`,
    { 'model.safetensors': weights.slice(0, end) },
    'model.safetensors',
  ]),
  ...Array.from({ length: 12 }, (_, i): Case => [
    `length byte ${i % 8} wrong ${i}`,
    patched(i % 8, 200 + i),
    i % 8 < 2 ? 'JSON' : 'model.safetensors',
  ]),
  // Changes to the structure of the header: a brace or a quotation mark becomes a letter.
  ...Array.from(weights.subarray(8, headerEnd), (byte, i) => [byte, i + 8] as const)
    .filter(([byte]) => byte === 0x22 || byte === 0x7b || byte === 0x5b)
    .filter((_, i, all) => i % Math.ceil(all.length / 40) === 0)
    .map(([, at]): Case => [`header byte ${at} wrong`, patched(at, 0x78), 'JSON']),
  ...used.map((gone) => {
    const { [gone]: _, ...rest } = tensors;
    return [`without ${gone}`, withTensors(rest), gone.replace(/^bert\./, '')] as Case;
  }),
  ...used.slice(0, 30).map((name) => {
    const { axes, shape, data } = tensors[name]!;
    const other = { axes, shape: [...shape.slice(0, -1), shape.at(-1)! - 1], data };
    const count = other.shape.reduce((product, each) => product * each, 1);
    return [
      `${name} of another shape`,
      withTensors({ ...tensors, [name]: { ...other, data: data.slice(0, count) } }),
      name.replace(/^bert\./, ''),
    ] as Case;
  }),
  ...sizes.flatMap(([key, saysForSeven]) =>
    [0, -1, 2.5, 7, 1e12, null, 'many', undefined].map((value): Case => [
      `${key} ${value}`,
      withConfig({ [key]: value }),
      value === 7 ? saysForSeven : key,
    ]),
  ),
  ['model_type 7', withConfig({ model_type: 7 }), 'model_type'],
  ...['gpt2', 't5', 'llama', 'vit', ''].map(
    (kind) => [`model_type ${kind}`, withConfig({ model_type: kind }), 'roberta'] as Case,
  ),
  ['hidden_act', withConfig({ hidden_act: 'tanhshrink' }), 'tanhshrink'],
  ['relative positions', withConfig({ position_embedding_type: 'relative_key' }), 'relative_key'],
  ['a decoder', withConfig({ is_decoder: true }), 'is_decoder'],
  ...['', '{', '[]', 'null', '7', '"text"', '\u0000'].flatMap((text): Case[] => [
    [`config.json of ${JSON.stringify(text)}`, { 'config.json': text }, 'config.json'],
    [`tokenizer.json of ${JSON.stringify(text)}`, { 'tokenizer.json': text }, 'tokenizer.json'],
  ]),
  ...[{}, { type: 'Unigram' }, { type: 'WordPiece' }, { type: 'WordPiece', vocab: null }].map(
    (model, i): Case => [
      `tokenizer ${i}`,
      { 'tokenizer.json': JSON.stringify({ ...tokenizer, model }) },
      'tokenizer.json',
    ],
  ),
  ...names.map((name) => [`no ${name}`, { [name]: null }, name] as Case),
  ['nothing', Object.fromEntries(names.map((name) => [name, null])), names.join(', ')],
  ...['pytorch_model.bin', 'model.pt', 'weights.pth', 'last.ckpt'].flatMap((name): Case[] => [
    [`${name} for the tensors`, { ...gone, [name]: weights }, name],
    [
      `${name} alone`,
      { ...Object.fromEntries(names.map((each) => [each, null])), [name]: '\x80' },
      name,
    ],
  ]),
  ...[1, 40, 30_000].map(
    (more) => [`${more} words too many`, words(more), `${259 + more}`] as Case,
  ),
  ...['I64', 'I32', 'U8', 'BOOL', 'F8_E4M3', 'Q4_0', '', 'I8'].map((dtype): Case => [
    `dtype ${dtype}`,
    withEntry(matrix, { dtype }),
    matrix,
  ]),
  ...[
    { data_offsets: [0, 9e15] },
    { data_offsets: [-4, 9212] },
    { data_offsets: [9216, 0] },
    { data_offsets: [0] },
    { data_offsets: null },
    { shape: [48, -48] },
    { shape: [1e9, 1e9] },
    { shape: '48' },
    { dtype: 7 },
  ].map((change): Case => [`entry ${JSON.stringify(change)}`, withEntry(matrix, change), matrix]),
  ['a shard is missing', { ...sharded, [shard(1)]: null }, shard(1)],
  ['only shards', { ...sharded, [kIndex]: null }, 'model.safetensors'],
  [
    'a shard is cut',
    { ...sharded, [shard(0)]: (shards[shard(0)] as Bytes).slice(0, 4000) },
    shard(0),
  ],
  ['a shard is a page', { ...sharded, [shard(1)]: '<!doctype html>' }, shard(1)],
  ...['{', '[]', 'null', '{}', indexOf({}), indexOf([]), indexOf('all')].map(
    (text) => [`index of ${text}`, { ...sharded, [kIndex]: text }, kIndex] as Case,
  ),
  ...[`../${shard(0)}`, 'pytorch_model-1.bin', 7].map(
    (file) =>
      [
        `index to ${file}`,
        { ...sharded, [kIndex]: indexOf({ ...shardOf, [matrix]: file }) },
        kIndex,
      ] as Case,
  ),
  [
    'an index that swaps its shards',
    { ...sharded, [shard(0)]: shards[shard(1)]!, [shard(1)]: shards[shard(0)]! },
    shard(0),
  ],
  [
    'an index with one more tensor',
    { ...sharded, [kIndex]: indexOf({ ...shardOf, absent: shard(0) }) },
    'absent',
  ],
];

const filesOf = (all: Folder) =>
  Object.entries(all).flatMap(([file, content]) =>
    content === null ? [] : new File([content], file),
  );

/** Expects several words, from a capital letter, a name or a number to a full stop, without any traces of code. */
function expectSentence(message: string, what: string): void {
  const isChinese = /[\u4e00-\u9fff]/.test(message);
  expect(message, what).toMatch(isChinese ? /[。！？]$/ : /^[A-ZÄÖÜ“„"a-z0-9]\S*( \S+){3,}[.!?]$/);
  if (isChinese) expect(message.match(/[\u4e00-\u9fff]/g)!.length, what).toBeGreaterThan(4);
  // Only the name of a file, or of an entry of config.json, begins with a lower-case letter.
  else if (/^[a-z]/.test(message)) expect(message, what).toMatch(/^\w*[._\d-]/);
  expect(message.length, what).toBeLessThan(400);
  expect(message, what).not.toMatch(
    /undefined|NaN|\[object|\{\}|Englisch|英文|Error|Cannot|is not a function|JSON at position/,
  );
}

describe('a malformed model folder', () => {
  it('comes in 200 forms', () => expect(cases.length).toBeGreaterThanOrEqual(200));

  it('is refused with a message that names the error, and leaves no memory behind', async () => {
    const weighed = async () => {
      const { models, used_bytes } = await engine.info();
      return { models, used_bytes };
    };
    const before = await weighed();
    for (const [name, change, says] of cases) {
      const error = await TextModel.open(filesOf({ ...good, ...change }), engine).then(
        () => null,
        (thrown: Error) => thrown,
      );
      expect(error, name).toBeInstanceOf(Error);
      const messages = [en, de, zh].map((words) => messageOf(error!)(words));
      for (const message of messages) {
        expectSentence(message, name);
        // Chinese has a comma of its own.
        expect(message.replaceAll('，', ', '), name).toContain(says);
      }
      expect(new Set(messages).size, name).toBe(3);
      expect((await engine.info()).models, name).toBe(before.models);
    }
    const after = await weighed();
    expect(after.used_bytes - before.used_bytes).toBeLessThan(1000);
    const model = await TextModel.open(filesOf(good), engine);
    expect((await model.inspect('The animal.')).weights).toHaveLength(3);
  });

  it('is refused as a pickle if it has no other weights', async () => {
    const pickle = new File(['\x80'], 'pytorch_model.bin');
    await expect(TextModel.open([pickle], engine)).rejects.toThrow(
      'pytorch_model.bin is a pickle, which can run any program when it is opened. Choose model.safetensors instead.',
    );
  });
});
