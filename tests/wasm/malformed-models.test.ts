/** 200 folders that are no model: each is refused with a sentence that a person understands, in every language. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSafetensors } from '../../web/src/files/read-safetensors';
import { safetensorsOf } from '../../web/src/files/safetensors';
import { TextModel } from '../../web/src/model/text-model';
import { en } from '../../web/src/words/en';
import { messageOf } from '../../web/src/words/refusal';
import { engine } from './language-engine';
import { loadWords } from '../../web/src/words/words';

const [de, zh] = await Promise.all([loadWords('de'), loadWords('zh')]);

type Bytes = Uint8Array<ArrayBuffer>;
type Folder = Record<string, Bytes | string>;

const folder = new URL('../golden/checkpoints/bert/', import.meta.url);
const bytesOf = (name: string): Bytes => new Uint8Array(readFileSync(new URL(name, folder)));
const names = ['config.json', 'model.safetensors', 'tokenizer.json'];
const good: Folder = Object.fromEntries(names.map((name) => [name, bytesOf(name)]));
const weights = bytesOf('model.safetensors');
const config = JSON.parse(new TextDecoder().decode(bytesOf('config.json')));
const tokenizer = JSON.parse(new TextDecoder().decode(bytesOf('tokenizer.json')));
const { tensors } = await readSafetensors(weights);
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

const used = Object.keys(tensors);
const sizes = ['hidden_size', 'num_hidden_layers', 'num_attention_heads', 'intermediate_size'];
sizes.push('vocab_size', 'max_position_embeddings', 'type_vocab_size');

type Case = readonly [name: string, change: Folder];

const cases: readonly Case[] = [
  ...[0, 1, 7, 8, 100, headerEnd - 1, headerEnd, weights.length - 1].map(
    (end) => [`cut after ${end} bytes`, { 'model.safetensors': weights.slice(0, end) }] as Case,
  ),
  ...Array.from(
    { length: 12 },
    (_, i) => [`length byte ${i % 8} wrong ${i}`, patched(i % 8, 200 + i)] as Case,
  ),
  // Structure of the header: a brace or a quotation mark becomes a letter.
  ...Array.from(weights.subarray(8, headerEnd), (byte, i) => [byte, i + 8] as const)
    .filter(([byte]) => byte === 0x22 || byte === 0x7b || byte === 0x5b)
    .filter((_, i, all) => i % Math.ceil(all.length / 40) === 0)
    .map(([, at]) => [`header byte ${at} wrong`, patched(at, 0x78)] as const),
  ...used.map((gone) => {
    const { [gone]: _, ...rest } = tensors;
    return [`without ${gone}`, withTensors(rest)] as Case;
  }),
  ...used.slice(0, 30).map((name) => {
    const { axes, shape, data } = tensors[name]!;
    const other = { axes, shape: [...shape.slice(0, -1), shape.at(-1)! - 1], data };
    const count = other.shape.reduce((product, each) => product * each, 1);
    return [
      `${name} of another shape`,
      withTensors({ ...tensors, [name]: { ...other, data: data.slice(0, count) } }),
    ] as Case;
  }),
  ...sizes.flatMap((key) =>
    [0, -1, 2.5, 7, 1e12, null, 'many', undefined].map(
      (value) => [`${key} ${value}`, withConfig({ [key]: value })] as Case,
    ),
  ),
  ...['gpt2', 't5', 'llama', 'vit', '', 7].map(
    (kind) => [`model_type ${kind}`, withConfig({ model_type: kind })] as Case,
  ),
  ['hidden_act', withConfig({ hidden_act: 'tanhshrink' })],
  ['relative positions', withConfig({ position_embedding_type: 'relative_key' })],
  ['a decoder', withConfig({ is_decoder: true })],
  ...['', '{', '[]', 'null', '7', '"text"', '\u0000'].flatMap((text): Case[] => [
    [`config.json of ${JSON.stringify(text)}`, { 'config.json': text }] as Case,
    [`tokenizer.json of ${JSON.stringify(text)}`, { 'tokenizer.json': text }] as Case,
  ]),
  ...[{}, { type: 'Unigram' }, { type: 'WordPiece' }, { type: 'WordPiece', vocab: null }].map(
    (model, i) =>
      [`tokenizer ${i}`, { 'tokenizer.json': JSON.stringify({ ...tokenizer, model }) }] as Case,
  ),
];

describe('a folder that is no model', () => {
  it('there are 200', () => expect(cases.length).toBeGreaterThanOrEqual(200));

  it('is refused with a sentence, and leaves nothing behind', async () => {
    const before = await engine.info();
    for (const [name, change] of cases) {
      const files = Object.entries({ ...good, ...change }).map(
        ([file, content]) => new File([content], file),
      );
      const error = await TextModel.open(files, engine).then(
        () => null,
        (thrown: Error) => thrown,
      );
      expect(error, name).toBeInstanceOf(Error);
      for (const words of [en, de, zh]) {
        const message = messageOf(error!)(words);
        expect(message.length, name).toBeGreaterThan(8);
        expect(message, name).not.toMatch(/undefined|NaN|\[object|Englisch|英文|TypeError|Cannot/);
      }
    }
    expect((await engine.info()).models).toBe(before.models);
    const model = await TextModel.open(
      Object.entries(good).map(([file, content]) => new File([content], file)),
      engine,
    );
    expect((await model.inspect('The animal.')).weights).toHaveLength(3);
  });
});
