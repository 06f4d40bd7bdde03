/** `openModel` of the engine's public API: the files and addresses it takes, and the arguments that it and its model refuse. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createEngine,
  readNpz,
  readSafetensors,
  readTrainedModel,
  type Engine,
  type TextModel,
} from '../../web/src/pages/exports/engine';
import { files } from './small-bert';

vi.mock('../../web/src/engine/places/operation-places', () => import('./places'));

let engine: Engine;
let model: TextModel;
beforeAll(async () => {
  engine = await createEngine({ worker: false });
  model = await engine.openModel(files);
});
afterAll(() => engine.close());
afterEach(() => vi.unstubAllGlobals());

const wrong = (value: unknown) => value as never;

/** Serves the files of the small BERT. */
const fetchBert = async (url: string | URL, { signal }: { signal?: AbortSignal } = {}) => {
  signal?.throwIfAborted();
  const name = new URL(url).pathname.split('/').at(-1);
  const file = new URL(`../golden/checkpoints/bert/${name}`, import.meta.url);
  return new Response(readFileSync(file));
};

describe('a model opens', () => {
  it('from any list of files, such as a FileList', async () => {
    const list = { length: files.length, [Symbol.iterator]: () => files.values() };
    const opened = await engine.openModel(list);
    expect(opened.layers).toBe(model.layers);
    opened.close();
  });

  it('from an address, as a text or a URL', async () => {
    vi.stubGlobal('fetch', fetchBert);
    const address = 'https://example.org/bert/';
    for (const from of [address, new URL(address)]) {
      const opened = await engine.openModel(from);
      expect(opened.layers).toBe(model.layers);
      opened.close();
    }
  });

  it('in an engine whose module has a URL', async () => {
    const wasmUrl = new URL('../../build/wasm/wasm/language.wasm', import.meta.url);
    const other = await createEngine({ wasmUrl, worker: false });
    expect((await other.info()).module).toBe('language.wasm');
    other.close();
  });

  it('not after its signal is aborted', async () => {
    vi.stubGlobal('fetch', fetchBert);
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    const options = { signal: stop.signal };
    await expect(engine.openModel(files, options)).rejects.toThrow('enough');
    await expect(engine.openModel('https://example.org/bert', options)).rejects.toThrow('enough');
  });
});

describe('openModel refuses', () => {
  it.each<[unknown, string]>([
    [undefined, 'undefined'],
    [null, 'null'],
    [5, '5'],
    [[5], '[5]'],
    [{ length: 0 }, 'an object'],
    ['models/minilm', '"models/minilm"'],
    ['/models/minilm', '"/models/minilm"'],
    ['file:///models/minilm', '"file:///models/minilm"'],
  ])('%j', async (from, got) => {
    const opened = engine.openModel(wrong(from));
    await expect(opened).rejects.toThrow('expected files, or the address of a folder');
    await expect(opened).rejects.toThrow(`got ${got}`);
  });

  it('an unknown option', async () => {
    await expect(engine.openModel(files, wrong({ weight: 'float32' }))).rejects.toThrow(
      'expected only the keys weights, signal in the call, got "weight"',
    );
  });
});

it('createEngine refuses an unknown option', async () => {
  await expect(createEngine(wrong({ workr: false }))).rejects.toThrow(
    'expected only the keys wasmUrl, wasmBinary, workerUrl, worker, signal in the call, got "workr"',
  );
  await expect(createEngine(wrong(5))).rejects.toThrow('to be an object, got 5');
});

describe('an opened model refuses', () => {
  const text = 'The animal did not cross the street.';
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'a text of null',
      () => model.inspect(wrong(null)),
      'expected the text to be a text, got null',
    ],
    ['intervention for off', () => model.inspect(text, wrong({ interventions: [] })), 'got "inter'],
    ['heads that are a number', () => model.inspect(text, wrong({ off: 5 })), 'off to be an array'],
    ['no texts', () => model.embed(wrong(undefined)), 'expected the texts to be an array'],
    ['an option of compare', () => model.compare([text, text], wrong({ of: [] })), 'got "of"'],
    ['an option of a pair', () => model.comparePair([text, text], wrong({ of: [] })), 'got "of"'],
    ['one sentence', () => model.followWord('animal', wrong(text)), 'the texts to be an array'],
    ['no place', () => model.row(text, wrong(undefined)), 'expected the place to be an object'],
    ['an option of a row', () => model.row(text, wrong({}), wrong({ of: [] })), 'got "of"'],
    ['an option of findHeads', () => model.findHeads(wrong({ sentence: 64 })), 'got "sentence"'],
    ['options of null', () => model.predictWords(text, wrong(null)), 'an object, got null'],
    ['an option of poolerOutput', () => model.poolerOutput(text, wrong({ of: [] })), 'got "of"'],
    [
      'an option of valueWeighted',
      () => model.valueWeighted(text, 'layers.0.attention', wrong({ of: [] })),
      'got "of"',
    ],
    ['an exact model of 5', () => model.roundingError([text], wrong(5)), 'an object, got 5'],
  ])('%s', async (_, ask, message) => expect(ask()).rejects.toThrow(message));

  it('to tokenize what is no text', () => {
    expect(() => model.tokenize(wrong(undefined))).toThrow('to be a text, got undefined');
  });

  it('the exact model of another engine', async () => {
    const other = await createEngine({ worker: false });
    const exact = await other.openModel(files);
    await expect(model.roundingError([text], exact)).rejects.toThrow('of the same engine');
    other.close();
  });
});

it('its calls work as before', async () => {
  const text = 'The animal did not cross the street.';
  const off = [{ attention: 'layers.0.attention', head: 0 }];
  const { tokens } = await model.inspect(text, { off });
  expect(tokens).toEqual(model.tokenize(text).tokens);
  expect((await model.findHeads({ sentences: 8 })).relations.length).toBeGreaterThan(10);
  expect((await model.roundingError([text], model)).largest_difference).toBe(0);
});

it('randomParameters and relationSentences take a signal as other calls do, and alone', async () => {
  const signal = AbortSignal.abort();
  const parameters = (options?: never) => engine.randomParameters('softmax', {}, 1, options);
  for (const options of [signal, { signal }]) {
    await expect(parameters(wrong(options))).rejects.toHaveProperty('name', 'AbortError');
    await expect(engine.relationSentences(1, 1, options)).rejects.toHaveProperty(
      'name',
      'AbortError',
    );
  }
  await expect(parameters(wrong({ sginal: signal }))).rejects.toThrow('got "sginal"');
  expect(await parameters()).toEqual({});
  expect(await engine.relationSentences(1, 1, {})).toHaveLength(1);
});

it('files are refused in any other form', async () => {
  const expected = 'expected a file as a Uint8Array or a Blob, got ';
  const buffer = wrong(new ArrayBuffer(8));
  await expect(readNpz(buffer)).rejects.toThrow(`${expected}ArrayBuffer`);
  await expect(readSafetensors(buffer)).rejects.toThrow(`${expected}ArrayBuffer`);
  await expect(readTrainedModel(wrong(undefined), engine)).rejects.toThrow(`${expected}Undefined`);
});

describe('tensors of a checkpoint', () => {
  it.each<[unknown, string]>([
    [undefined, 'expected tensors to be an object, got undefined'],
    [{ a: null }, 'expected tensors["a"] to be an object, got null'],
  ])('%j are refused', async (tensors, message) => {
    const call = wrong({ config: {}, tensors });
    await expect(engine.checkpointModel(call)).rejects.toThrow(message);
    const unknown = wrong({ transfer: true });
    await expect(engine.checkpointModel(call, unknown)).rejects.toThrow('got "transfer"');
  });
});
