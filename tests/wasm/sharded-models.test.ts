/** A model whose tensors are in several files with an index equals the model from a single file. */
import { describe, expect, it, vi } from 'vitest';
import { safetensorsOf } from '../../web/src/files/safetensors';
import { fetchModel } from '../../web/src/model/checkpoint/fetch-model';
import { TextModel } from '../../web/src/model/language/text-model';
import { messageOf } from '../../web/src/words/refusal';
import { loadWords } from '../../web/src/words/words';
import { engine } from './language-engine';
import { files as whole, tensors } from './small-bert';

const words = await Promise.all([loadWords('de'), loadWords('zh')]);

const kIndex = 'model.safetensors.index.json';
const shard = (i: number) => `model-0000${i + 1}-of-00003.safetensors`;
const names = Object.keys(tensors);
const shardOf = Object.fromEntries(names.map((name, i) => [name, shard(i % 3)]));
const shards = [0, 1, 2].map((i) => {
  const stored = Object.entries(tensors).filter(([name]) => shardOf[name] === shard(i));
  return new File([safetensorsOf(stored) as Uint8Array<ArrayBuffer>], shard(i));
});
const indexOf = (weight_map: unknown) =>
  new File([JSON.stringify({ metadata: { total_size: 1 }, weight_map })], kIndex);
const others = whole.filter(({ name }) => name !== 'model.safetensors');
const sharded = [...others, ...shards, indexOf(shardOf)];

const text = 'The animal did not cross the street.';
const weightsOf = async (files: readonly File[]) => {
  const model = await TextModel.open(files, engine);
  return (await model.inspect(text)).weights;
};

describe('a model in shards', () => {
  it('equals the model of a single file', async () => {
    const expected = await weightsOf(whole);
    expect(await weightsOf(sharded)).toEqual(expected);
    expect(await weightsOf(sharded.toReversed())).toEqual(expected);
    // If both exist, the single file counts, as in transformers.
    expect(await weightsOf([...whole, indexOf({ a: 'b.safetensors' })])).toEqual(expected);
  });

  it('is read in slices, one tensor after the other', async () => {
    const read: [string, number][] = [];
    class Watched extends File {
      override slice(begin = 0, end = this.size) {
        read.push([this.name, end - begin]);
        return super.slice(begin, end);
      }
      override arrayBuffer(): Promise<ArrayBuffer> {
        throw new Error('expected slices, got a read of the whole file');
      }
    }
    const watched = shards.map((file) => new Watched([file], file.name));
    await weightsOf([...others, ...watched, indexOf(shardOf)]);
    const largest = Math.max(...Object.values(tensors).map(({ data }) => 4 * data.length));
    expect(Math.max(...read.map(([, size]) => size))).toBeLessThanOrEqual(Math.max(largest, 8192));
    expect(new Set(read.map(([name]) => name)).size).toBe(3);
  });

  const name = 'bert.encoder.layer.1.output.dense.bias';
  const { [name]: home, ...rest } = shardOf;
  const elsewhere = [0, 1, 2].map(shard).find((each) => each !== home)!;
  it.each<[string, readonly File[], string]>([
    ['a shard is missing', sharded.toSpliced(3, 1), `The file ${shard(1)} is missing.`],
    ['the index is no JSON', [...others, ...shards, new File(['{'], kIndex)], `${kIndex} is not`],
    ['the index is empty', [...others, ...shards, indexOf({})], 'should say in weight_map'],
    ['the index is a list', [...others, ...shards, indexOf([])], 'should say in weight_map'],
    [
      'the index leads to another folder',
      [...others, ...shards, indexOf({ ...shardOf, [name]: `../${home}` })],
      'should say in weight_map',
    ],
    [
      'the index names another shard',
      [...others, ...shards, indexOf({ ...shardOf, [name]: elsewhere })],
      name,
    ],
    ['the index lacks a tensor', [...others, ...shards, indexOf(rest)], `${home} has the tensor`],
    [
      'a shard lacks a tensor',
      [...others, ...shards, indexOf({ ...shardOf, absent: shard(0) })],
      `says that ${shard(0)} has the tensor "absent"`,
    ],
    [
      'a shard is cut',
      [...sharded.toSpliced(2, 1), new File([shards[0]!.slice(0, 4000)], shard(0))],
      shard(0),
    ],
    ['there are only shards', [...others, ...shards], 'model.safetensors is missing'],
  ])('is refused when %s', async (_, files, message) => {
    const before = (await engine.info()).models;
    const error: Error = await TextModel.open(files, engine).then(
      () => new Error('it was opened'),
      (thrown: Error) => thrown,
    );
    expect(error.message).toContain(message);
    for (const language of words)
      expect(messageOf(error)(language)).not.toMatch(/undefined|^.{0,8}$/);
    expect((await engine.info()).models).toBe(before);
  });
});

describe('a folder at an address', () => {
  const served = (files: readonly File[]) =>
    vi.fn(async (url: string | URL) => {
      const found = files.find((file) => `${url}` === `https://example.org/bert/${file.name}`);
      return found ? new Response(found) : new Response(null, { status: 404 });
    });

  it('has one file, or shards with their index', async () => {
    for (const files of [whole, sharded]) {
      vi.stubGlobal('fetch', served(files));
      let came = 0;
      const onProgress = (bytes: number) => (came = bytes);
      const fetched = await fetchModel('https://example.org/bert/', { onProgress });
      expect(new Set(fetched.map((file) => file.name))).toEqual(
        new Set(files.map((file) => file.name)),
      );
      expect(came).toBe(files.reduce((sum, { size }) => sum + size, 0));
      expect(await weightsOf(fetched)).toEqual(await weightsOf(whole));
    }
  });

  it.each([403, 500])('is refused with the status %i of the server', async (status) => {
    const headers = { 'content-type': 'text/html' };
    vi.stubGlobal('fetch', async () => new Response('<p>No.</p>', { status, headers }));
    await expect(fetchModel('https://example.org/bert')).rejects.toThrow(`status ${status}`);
  });

  it('is refused with the name of a missing file', async () => {
    vi.stubGlobal('fetch', served(others));
    await expect(fetchModel('https://example.org/bert')).rejects.toThrow(
      'There is no file at https://example.org/bert/model.safetensors.',
    );
    vi.stubGlobal('fetch', served(sharded.toSpliced(4, 1)));
    await expect(fetchModel('https://example.org/bert')).rejects.toThrow(shard(2));
    vi.stubGlobal('fetch', served(whole.slice(1)));
    await expect(fetchModel('https://example.org/bert')).rejects.toThrow('config.json');
  });
});
