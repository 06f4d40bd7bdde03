/**
 * Compares MiniLM, from the files that `npm run model` makes, with transformers' results for the same weights rounded
 * to float16 (tests/golden/minilm).
 */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type TokenModel } from '../../web/src/engine/client/engine';
import { TextModel } from '../../web/src/model/language/text-model';
import { filesIn, numbersOf, readFolder, readStored } from '../support/checkpoint-files';
import { wasmBinary } from './module';

const kLayers = 6;
const kSentences = 11;

const reference = readStored(new URL('../golden/minilm/reference.safetensors', import.meta.url));
const expected = (name: string) => numbersOf(reference[name]!);
const layers = Array.from({ length: kLayers }, (_, i) => i);
const sentences = Array.from({ length: kSentences }, (_, i) => i);

const hiddenField = (i: number) =>
  i === 0 ? 'embedded' : i === kLayers ? 'output' : `layers.${i - 1}.output`;
const weightsField = (i: number) => `layers.${i}.attention.weights`;

function folder(name: string) {
  const url = new URL(`../../web/public/models/${name}/`, import.meta.url);
  if (!existsSync(url)) throw new Error(`expected ${url.pathname}: run npm run model`);
  return readFolder(url);
}

/** The fields of every sentence, by name. */
async function fieldsOf(model: TokenModel) {
  const fields = [...layers.map(weightsField), 'pooled'].concat(
    [0, ...layers.map((i) => i + 1)].map(hiddenField),
  );
  return Promise.all(
    sentences.map(async (sentence) => {
      const ids = [...expected(`ids.${sentence}`)];
      return (await model.inspect({ ids }, { fields })).trace;
    }),
  );
}

function toLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((x) => x / length);
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

function expectClose(name: string, got: Float32Array): void {
  const wanted = expected(name);
  expect(got.length, name).toBe(wanted.length);
  const wrong = got.findIndex(
    (x, i) => !(Math.abs(x - wanted[i]!) <= 1e-5 + 1e-4 * Math.abs(wanted[i]!)),
  );
  if (wrong >= 0) expect.fail(`${name}[${wrong}]: expected ${wanted[wrong]}, got ${got[wrong]}`);
}

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary('language.wasm'), worker: false });
});
afterAll(() => engine.close());

describe('int8', () => {
  it('grows the heap by at most 40 MB and stays close to the exact weights', async () => {
    const before = await engine.info();
    const model = await engine.checkpointModel({ ...folder('minilm'), weights: 'int8' });
    const traces = await fieldsOf(model);
    const after = await engine.info();
    expect(after.heap_bytes - before.heap_bytes).toBeLessThanOrEqual(40e6);

    let worst = 0;
    let rows = 0;
    let others = 0;
    const cosines = sentences.map((sentence) => {
      const trace = traces[sentence]!;
      for (const layer of layers) {
        const { data, shape } = trace[weightsField(layer)]!;
        const wanted = expected(`attention.${sentence}.${layer}`);
        expect(data.length).toBe(wanted.length);
        const n = shape.at(-1)!;
        for (let first = 0; first < data.length; first += n) {
          const [got, exact] = [data, wanted].map((all) => all.subarray(first, first + n));
          for (let key = 0; key < n; key++)
            worst = Math.max(worst, Math.abs(got![key]! - exact![key]!));
          rows++;
          if (got!.indexOf(Math.max(...got!)) !== exact!.indexOf(Math.max(...exact!))) others++;
        }
      }
      const vector = toLengthOne(trace['pooled']!.data);
      return dot(vector, expected('embeddings').subarray(sentence * 384, (sentence + 1) * 384));
    });
    expect(rows).toBe(
      12 * kLayers * sentences.reduce((n, i) => n + expected(`ids.${i}`).length, 0),
    );
    expect(worst).toBeGreaterThan(0);
    expect(worst).toBeLessThanOrEqual(0.06);
    expect(others / rows).toBeLessThanOrEqual(0.012);
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.9985);
    model.dispose();
  });
});

describe('a text of more than 512 tokens', () => {
  it('is read like its first 512 tokens, and cut where the result says', async () => {
    const url = new URL('../../web/public/models/minilm/', import.meta.url);
    const model = await TextModel.open(filesIn(url), engine);
    expect(model.max_length).toBe(512);
    const words = 'the animal did not cross a street because it was too wide and '.split(' ');
    const text = (count: number) =>
      Array.from({ length: count }, (_, i) => words[i % 13]!).join(' ');
    const whole = model.tokenize(text(510));
    expect(whole).toMatchObject({ cut: null, ids: { length: 512 } });
    const long = model.tokenize(text(600));
    expect(long.ids).toEqual(whole.ids);
    expect(long.cut).toEqual({ tokens: 90, after: text(510).split(' ').slice(-3).join(' ') });

    const { weights, embedding } = await model.inspect(text(600));
    expect(weights.map(({ length }) => length)).toEqual(Array(6).fill(12 * 512 * 512));
    for (const layer of weights)
      for (let row = 0; row < 12 * 512; row += 97) {
        const sum = layer.subarray(row * 512, (row + 1) * 512).reduce((a, b) => a + b);
        expect(Math.abs(sum - 1)).toBeLessThan(1e-4);
      }
    expect((await model.embed([text(510)]))[0]).toEqual(embedding);
    await expect(model.followWord('zebra', [`${text(600)} zebra`])).rejects.toThrow(
      'The model reads at most 512 tokens: the text is cut after',
    );
    model.close();
  });
});

describe.each(['float16', 'float32'] as const)('the float16 file, packed in %s', (weights) => {
  it('gives the hidden states, weights and similarities of transformers', async () => {
    const model = await engine.checkpointModel({ ...folder('minilm-float16'), weights });
    const traces = await fieldsOf(model);
    for (const sentence of sentences) {
      const trace = traces[sentence]!;
      for (const layer of layers)
        expectClose(`attention.${sentence}.${layer}`, trace[weightsField(layer)]!.data);
      for (let i = 0; i <= kLayers; i++)
        expectClose(`hidden.${sentence}.${i}`, trace[hiddenField(i)]!.data);
    }
    const vectors = traces.map((trace) => toLengthOne(trace['pooled']!.data));
    const similarity = expected('similarity');
    for (const a of sentences)
      for (const b of sentences)
        expect(dot(vectors[a]!, vectors[b]!)).toBeCloseTo(similarity[a * kSentences + b]!, 5);
    model.dispose();
  });
});
