/** Compares similarities, attributions and vectors of words with plain loops over the trace, and with slopes. */
import { describe, expect, it } from 'vitest';
import type { NamedTensorInputs, TensorInput } from '../../wasm/engine';
import type { TokenModel } from '../../web/src/engine/client/engine';
import { seeded } from '../support/seeded';
import { checkpoint, referenceOf, tensorOf, withoutHead } from '../support/checkpoint-files';
import { engine } from './language-engine';
import { newCalls } from './module';
import { expectNear } from './near';
import { cosine, dot, encoder, model, texts } from './small-encoder';

const vocabulary = [...Array(encoder.vocab_size).keys()];

/** Row `i` of a matrix with rows of this width. */
const rowOf = (data: Float32Array, i: number, width: number) =>
  data.subarray(i * width, (i + 1) * width);

const pathsOf = async (vectors: TensorInput) =>
  (await engine.run('word_paths', { inputs: { vectors } })).outputs;
const cosinesOf = async (vectors: TensorInput) =>
  (await engine.run('cosine_by_layer', { inputs: { vectors } })).outputs.cosines;

async function fieldsOf(of: TokenModel, ids: readonly number[], fields: readonly string[]) {
  const { trace } = await of.inspect({ ids }, { fields });
  return fields.map((field) => trace[field]!.data);
}
const pooledOf = async (of: TokenModel, ids: readonly number[]) =>
  (await fieldsOf(of, ids, ['pooled']))[0]!;

describe('similarities', () => {
  it('are the cosines of the texts’ vectors computed one by one, whatever the padding', async () => {
    const { shape, axes, data } = await model.similarities({ ids: texts });
    expect({ shape, axes }).toEqual({ shape: [3, 3], axes: ['text', 'other_text'] });
    const vectors = await Promise.all(texts.map((ids) => pooledOf(model, ids)));
    const expected = vectors.flatMap((a) => vectors.map((b) => cosine(a, b)));
    expect(Math.abs(expected[1]!)).toBeLessThan(0.99);
    expectNear('similarities', data, expected, 1e-6);
  });

  it('depend on token types and interventions', async () => {
    const before = (await model.similarities({ ids: texts })).data;
    const type_ids = [
      [0, 1, 1, 0, 1],
      [1, 0],
      [0, 0, 0, 1],
    ];
    const typed = (await model.similarities({ ids: texts, type_ids })).data;
    expect(typed[1]).not.toBeCloseTo(before[1]!, 3);
    const value = vocabulary.slice(0, 8);
    const same = { field: 'pooled', index: [null, 0], value: [...value, ...value, ...value] };
    const { data } = await model.similarities({ ids: texts }, { interventions: [same] });
    expectNear('similarities', data, Array(9).fill(1), 1e-6);
  });
});

describe('attributions', () => {
  const of = { field: 'similarities', index: [0, 1] };
  const pair = { ids: [texts[0]!, texts[1]!] };

  /** The slope of the similarity when the embedding of one token is scaled. */
  async function slope(embedded: Float32Array, item: number, token: number): Promise<number> {
    const row = [...rowOf(embedded, item * 5 + token, 8)];
    const at = async (factor: number) => {
      const value = row.map((x) => x * factor);
      const grown = { field: 'embedded', index: [item, token], value };
      return (await model.similarities(pair, { interventions: [grown] })).data[1]!;
    };
    // Combines central differences over h and 2 h, so that the error falls as h⁴.
    const [h, wide] = [0.01, 0.02];
    const near = ((await at(1 + h)) - (await at(1 - h))) / (2 * h);
    const far = ((await at(1 + wide)) - (await at(1 - wide))) / (2 * wide);
    return (4 * near - far) / 3;
  }

  it('of a similarity equal its slopes, and are 0 for padding', async () => {
    const { number, tokens } = await model.attributions(pair, { of });
    expect([tokens.shape, tokens.axes]).toEqual([
      [2, 5],
      ['batch', 'token'],
    ]);
    expect(number).toBeCloseTo((await model.similarities(pair)).data[1]!, 6);
    const key_padding = { shape: [2, 5], data: Float32Array.of(1, 1, 1, 1, 1, 1, 1, 0, 0, 0) };
    const ids = { shape: [2, 5], data: Float32Array.of(...texts[0]!, ...texts[1]!, 0, 0, 0) };
    const input = { ids, key_padding };
    const embedded = (await model.inspect(input, { fields: ['embedded'] })).trace['embedded']!.data;
    const slopes = [];
    for (let i = 0; i < 10; i++) slopes.push(await slope(embedded, Math.floor(i / 5), i % 5));
    expect(Math.max(...slopes.map(Math.abs))).toBeGreaterThan(0.05);
    expectNear('attributions', tokens.data, slopes, 2e-4);
    expect([...tokens.data.slice(7)]).toEqual([0, 0, 0]);
    expect(await model.attributions(input, { of })).toEqual({ number, tokens });
  });

  it.each([
    { field: 'logits', index: [0, 0, 3] },
    { field: 'embedded', index: [0, 1, 2] },
    { field: 'layers.0.attention.q', index: [0, 1, 2, 3] },
  ])('of a number of $field are the gradient times the input of the first layer', async (of) => {
    const ids = texts[0]!;
    const { number, tokens } = await model.attributions({ ids }, { of });
    const { trace } = await model.inspect({ ids }, { fields: ['embedded'] });
    const { d_fields, ...exact } = await model.gradients({ ids }, { of, fields: ['embedded'] });
    const [x, d_x] = [trace['embedded']!.data, d_fields['embedded']!.data];
    const expected = ids.map((_, i) => dot(rowOf(x, i, 8), rowOf(d_x, i, 8)));
    expect(Math.max(...expected.map(Math.abs))).toBeGreaterThan(1e-3);
    expect(number).toBe(exact.number);
    expectNear('attributions', tokens.data, expected);
  });

  it('do not flow through a replaced number', async () => {
    const value = Array<number>(8).fill(0.5);
    const interventions = [{ field: 'pooled', index: [0, 0], value }];
    const { tokens } = await model.attributions(pair, { of, interventions });
    expect([...tokens.data.slice(0, 5)]).toEqual([0, 0, 0, 0, 0]);
    expect(Math.abs(tokens.data[5]!)).toBeGreaterThan(1e-4);
  });
});

describe('the vectors of words', () => {
  it('are the means of their tokens, layer by layer', async () => {
    const [ids, words] = [texts[0]!, [[1, 2], [4]]];
    const { shape, axes, data } = await model.wordVectors({ ids }, { words });
    expect([shape, axes]).toEqual([
      [2, 3, 8],
      ['word', 'layer', 'd_model'],
    ]);
    const layers = await fieldsOf(model, ids, ['embedded', 'layers.0.output', 'output']);
    const expected = words.flatMap((word) =>
      layers.flatMap((layer) =>
        vocabulary
          .slice(0, 8)
          .map((k) => word.reduce((sum, i) => sum + layer[i * 8 + k]!, 0) / word.length),
      ),
    );
    expectNear('vectors', data, expected);
  });

  it('have the expected cosines at each layer', async () => {
    const vectors = await model.wordVectors({ ids: texts[0]! }, { words: [[0], [1, 2], [4]] });
    const { shape, axes, data } = await cosinesOf(vectors);
    expect([shape, axes]).toEqual([
      [3, 3, 3],
      ['layer', 'word', 'other_word'],
    ]);
    const at = (word: number, layer: number) => rowOf(vectors.data, word * 3 + layer, 8);
    const three = [0, 1, 2];
    const expected = three.flatMap((layer) =>
      three.flatMap((a) => three.map((b) => cosine(at(a, layer), at(b, layer)))),
    );
    expectNear('cosines', data, expected, 1e-6);
  });
});

/** The first two principal components of centered points, by power iteration; signs are arbitrary. */
function planeOf(points: readonly number[][]) {
  const n = points.length;
  const mean = points[0]!.map((_, k) => points.reduce((sum, p) => sum + p[k]! / n, 0));
  const rest = points.map((p) => p.map((x, k) => x - mean[k]!));
  const all = rest.reduce((sum, p) => sum + dot(p, p), 0);
  const components = [0, 1].map(() => {
    let direction = rest[0]!.map((_, k) => 1 + Math.sin(k));
    for (let i = 0; i < 5000; i++) {
      const along = rest.map((p) => dot(p, direction));
      direction = direction.map((_, k) => rest.reduce((sum, p, j) => sum + along[j]! * p[k]!, 0));
      const length = Math.hypot(...direction);
      direction = direction.map((x) => x / length);
    }
    const coordinates = rest.map((p) => dot(p, direction));
    rest.forEach((p, j) => p.forEach((x, k) => (p[k] = x - coordinates[j]! * direction[k]!)));
    return coordinates;
  });
  return { components, explained: components.map((one) => dot(one, one) / all) };
}

describe('the paths of a word', () => {
  const [sentences, layers, width] = [5, 3, 4];
  const random = seeded(7);
  const data = Float32Array.from(
    { length: sentences * layers * width },
    (_, i) => 2 * random.uniform() - 1 + 3 * (Math.floor(i / width) % layers) + (i % width),
  );
  const vectors = { shape: [sentences, layers, width], data };
  const points = Array.from({ length: sentences * layers }, (_, i) => [...rowOf(data, i, width)]);
  const means = [0, 1, 2].map((layer) =>
    [0, 1, 2, 3].map((k) => {
      const of_layer = points.filter((_, i) => i % layers === layer);
      return of_layer.reduce((sum, p) => sum + p[k]! / sentences, 0);
    }),
  );
  const apart = points.map((p, i) => p.map((x, k) => x - means[i % layers]![k]!));

  it('are principal components, with and without the part that all sentences share', async () => {
    const paths = await pathsOf(vectors);
    for (const [name, of] of [
      ['plain', points],
      ['apart', apart],
    ] as const) {
      const [coordinates, explained] = [paths[name], paths[`${name}_explained`]];
      expect(coordinates.axes).toEqual(['sentence', 'layer', 'component']);
      expect(coordinates.shape).toEqual([sentences, layers, 2]);
      const expected = planeOf(of);
      expectNear(`${name} explained`, explained.data, expected.explained, 1e-5);
      expected.components.forEach((component, c) => {
        const got = component.map((_, i) => coordinates.data[2 * i + c]!);
        const first = got.slice(0, layers).reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
        expect(first).toBeGreaterThan(0);
        const sign = Math.sign(dot(got, component));
        const wanted = component.map((x) => sign * x);
        expectNear(`${name} ${c}`, got, wanted, 1e-4);
      });
    }
    const square = (list: readonly number[][]) => list.reduce((sum, p) => sum + dot(p, p), 0);
    const mean = means[0]!.map((_, k) => means.reduce((sum, m) => sum + m[k]! / layers, 0));
    const centered = points.map((p) => p.map((x, k) => x - mean[k]!));
    expect(paths.common.data[0]).toBeCloseTo(1 - square(apart) / square(centered), 5);
    const by_layer = means.map((m, layer) => {
      const own = points.filter((_, i) => i % layers === layer);
      return (sentences * dot(m, m)) / square(own);
    });
    expectNear('common_by_layer', paths.common_by_layer.data, by_layer);
  });
});

describe('weights by the lengths of v', () => {
  it('equal the products in the trace, with the share of the chosen tokens', async () => {
    const [ids, attention] = [texts[0]!, 'layers.1.attention'];
    const found = await model.valueWeighted({ ids }, { attention, tokens: [0, 4] });
    const [n, d_v] = [5, 4];
    const [weights, v] = await fieldsOf(model, ids, [`${attention}.weights`, `${attention}.v`]);
    const lengths = [...Array(2 * n).keys()].map((i) => Math.hypot(...rowOf(v!, i, d_v)));
    const rows = [...Array(2 * n).keys()].map((i) => {
      const row = [...rowOf(weights!, i, n)].map((w, j) => w * lengths[Math.floor(i / n) * n + j]!);
      return row.map((x) => x / row.reduce((sum, each) => sum + each, 0));
    });
    const share = (of: (i: number) => ArrayLike<number>) =>
      [0, 1].map((head) =>
        [...Array(n).keys()].reduce((sum, i) => {
          const row = of(head * n + i);
          return sum + (row[0]! + row[4]!) / n;
        }, 0),
      );
    expectNear('lengths', found.lengths.data, lengths);
    expectNear('weighted_rows', found.weighted_rows.data, rows.flat());
    expectNear(
      'share',
      found.share.data,
      share((i) => rowOf(weights!, i, n)),
    );
    expectNear(
      'weighted_share',
      found.weighted_share.data,
      share((i) => rows[i]!),
    );
    expect(Math.abs(found.share.data[0]! - found.weighted_share.data[0]!)).toBeGreaterThan(1e-4);
    const axes = Object.values(found).map((tensor) => tensor.axes);
    expect(axes).toEqual([['head', 'key'], ['head', 'query', 'key'], ['head'], ['head']]);
  });
});

describe('a model packed in int8', () => {
  it('has all of these, close to those in float32', async () => {
    const { config, tensors } = checkpoint('bert');
    const ids = tensorOf(referenceOf('bert')['ids']!);
    const [, n] = ids.shape as [number, number];
    const two = [[...ids.data.slice(0, n)], [...ids.data.slice(n, n + 4)]];
    const read = async (weights: 'int8' | 'float32') => {
      const packed = await engine.checkpointModel({
        config,
        tensors: withoutHead(tensors),
        weights,
      });
      const of = { field: 'similarities', index: [0, 1] };
      const attention = 'layers.2.attention';
      return {
        similarities: await packed.similarities({ ids: two }),
        attributions: (await packed.attributions({ ids: two }, { of })).tokens,
        vectors: await packed.wordVectors({ ids: two[0]! }, { words: [[1], [2, 3]] }),
        rows: (await packed.valueWeighted({ ids: two[0]! }, { attention, tokens: [0] }))
          .weighted_rows,
      };
    };
    const [exact, rounded] = [await read('float32'), await read('int8')];
    for (const name of ['similarities', 'attributions', 'vectors', 'rows'] as const) {
      expect(rounded[name].shape).toEqual(exact[name].shape);
      expect(rounded[name].data).not.toEqual(exact[name].data);
      expect(cosine(rounded[name].data, exact[name].data), name).toBeGreaterThan(0.99);
    }
  });
});

it('many calls leave no memory behind', async () => {
  const { module } = await newCalls('language.wasm');
  const { number } = module.createTokenModel(encoder, 1);
  const inputs = { ids: { shape: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) } };
  const one = { ids: { shape: [3], data: Float32Array.of(1, 2, 3) } };
  const of = { field: 'similarities', index: [0, 1] };
  const use = () => {
    module.tokenModelSimilarities(number, inputs, undefined, []);
    module.tokenModelAttributions(number, inputs, undefined, of, []);
    const vectors = module.tokenModelWordVectors(number, one, undefined, [[0], [1, 2]], []);
    const run = (operation: string, inputs: NamedTensorInputs, config = {}) =>
      module.run(operation, config, {}, inputs, 'outputs').outputs;
    run('word_paths', { vectors });
    run('turned_vectors', { before: vectors, after: vectors });
    run('mean_cosines', run('cosine_by_layer', { vectors }), { groups: [0, 1] });
    module.tokenModelHeads(
      number,
      one,
      undefined,
      [],
      ['layers.0.attention'],
      [0],
      true,
      [],
      undefined,
    );
    module.tokenModelValueWeighted(number, one, undefined, 'layers.0.attention', [0], []);
    expect(() => module.tokenModelWordVectors(number, one, undefined, [[3]], [])).toThrow('3');
  };
  use();
  const before = module.info().used_bytes;
  for (let i = 0; i < 100; i++) use();
  expect(Math.abs(module.info().used_bytes - before)).toBeLessThan(512);
});
