/** Gradients of a similarity with respect to every tensor of a checkpoint, beside PyTorch's. */
import { expect, it } from 'vitest';
import { checkpoint, gradientsOf, numbersOf, referenceOf, tensorOf } from './checkpoint-files';
import { engine } from './language-engine';

const norm = (ours: string, theirs: string) => [
  [`${ours}.gamma`, `${theirs}.weight`],
  [`${ours}.beta`, `${theirs}.bias`],
];
const linear = (ours: string, name: string, theirs: string) => [
  [`${ours}.w_${name}`, `${theirs}.weight`],
  [`${ours}.b_${name}`, `${theirs}.bias`],
];
const inBert = {
  layers: 'encoder.layer',
  q: 'attention.self.query',
  k: 'attention.self.key',
  v: 'attention.self.value',
  o: 'attention.output.dense',
  norm_1: 'attention.output.LayerNorm',
  '1': 'intermediate.dense',
  '2': 'output.dense',
  norm_2: 'output.LayerNorm',
};
const inDistilbert: typeof inBert = {
  layers: 'transformer.layer',
  q: 'attention.q_lin',
  k: 'attention.k_lin',
  v: 'attention.v_lin',
  o: 'attention.out_lin',
  norm_1: 'sa_layer_norm',
  '1': 'ffn.lin1',
  '2': 'ffn.lin2',
  norm_2: 'output_layer_norm',
};

/** Our names and the file's. */
function namesOf(kind: string, layers: number): string[][] {
  const of = kind === 'distilbert' ? inDistilbert : inBert;
  const tables = [
    ['embedding', 'word'],
    ['positions', 'position'],
    ...(kind === 'distilbert' ? [] : [['types', 'token_type']]),
  ].map(([ours, theirs]) => [ours!, `embeddings.${theirs}_embeddings.weight`]);
  const layer = (i: number) => {
    const [ours, theirs] = [`layers.${i}`, `${of.layers}.${i}`];
    return [
      ...(['q', 'k', 'v', 'o'] as const).flatMap((name) =>
        linear(`${ours}.attention`, name, `${theirs}.${of[name]}`),
      ),
      ...(['1', '2'] as const).flatMap((name) =>
        linear(`${ours}.feed_forward`, name, `${theirs}.${of[name]}`),
      ),
      ...(['norm_1', 'norm_2'] as const).flatMap((name) =>
        norm(`${ours}.${name}`, `${theirs}.${of[name]}`),
      ),
    ];
  };
  return [
    ...tables,
    ...norm('embedding_norm', 'embeddings.LayerNorm'),
    ...Array.from({ length: layers }, (_, i) => layer(i)).flat(),
  ].map(([ours, theirs]) => [ours!, `${kind}.${theirs}`]);
}

const transposed = (data: Float32Array, [rows, columns]: readonly number[]) =>
  Float32Array.from(data, (_, i) => data[(i % rows!) * columns! + Math.floor(i / rows!)]!);

it.each(['bert', 'distilbert', 'roberta'])('of %s', async (kind) => {
  const model = await engine.checkpointModel(checkpoint(kind));
  const reference = referenceOf(kind);
  const [ids, mask] = ['ids', 'attention_mask'].map((name) => {
    const { shape, data } = tensorOf(reference[name]!);
    return { shape: [2, shape[1]!], data: data.slice(0, 2 * shape[1]!) };
  });
  const { d_parameters } = await model.gradients(
    { ids: ids!, key_padding: mask! },
    { of: { field: 'similarities', index: [0, 1] } },
  );
  const expected = gradientsOf(kind);
  const names = namesOf(kind, model.config.layers!);
  expect(names.map(([, theirs]) => theirs).toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const [ours, theirs] of names) {
    const { shape, data } = d_parameters[ours!]!;
    const isLinear = /\.w_/.test(ours!);
    const numbers = numbersOf(expected[theirs!]!);
    // RoBERTa's first positions are not used.
    const unused = numbers.length - data.length;
    expect(unused, theirs).toBe(kind === 'roberta' && ours === 'positions' ? 48 : 0);
    expect([...numbers.subarray(0, unused)].every((each) => each === 0)).toBe(true);
    const got = isLinear ? transposed(data, shape) : data;
    got.forEach((each, i) => {
      const wanted = numbers[unused + i]!;
      if (!(Math.abs(each - wanted) <= 1e-4 * Math.abs(wanted) + 1e-6))
        expect.fail(`${theirs} [${i}]: got ${each}, expected ${wanted}`);
    });
  }
});
