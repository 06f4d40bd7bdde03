/** Compares gradients of a small checkpoint with PyTorch's, for every tensor of its file. */
import type { NamedTensors, Tensor, TensorInput } from '../../../wasm/engine';
import { gradientTolerance, type Tolerance } from './difference';
import { comparisonOf, type Comparison } from './verify';

/** The part of a model with all its parameters that the proof uses. */
export interface TrainableModel {
  readonly config: { readonly layers?: number };
  gradients(
    input: { ids: TensorInput; key_padding: TensorInput },
    options: { of: { field: string; index: number[] } },
  ): Promise<{ d_parameters: NamedTensors }>;
  maskedWordGradients(
    input: { ids: readonly number[] },
    options: { place: number; word: number },
  ): Promise<{ number: number; d_fields: NamedTensors; d_parameters: NamedTensors }>;
}

/** The tolerance for gradients of a similarity; PyTorch computed them in float64. */
const kTolerance: Tolerance = { rtol: 1e-4, atol: 1e-6 };

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

/** Our name and the file's. */
type Names = readonly [ours: string, theirs: string];

const norm = (ours: string, theirs: string): Names[] => [
  [`${ours}.gamma`, `${theirs}.weight`],
  [`${ours}.beta`, `${theirs}.bias`],
];
const linear = (ours: string, name: string, theirs: string): Names[] => [
  [`${ours}.w_${name}`, `${theirs}.weight`],
  [`${ours}.b_${name}`, `${theirs}.bias`],
];

/** The tensors of the head for masked words: the linear layer, its norm and the bias of each word. */
const inHeads: Record<string, readonly [transform: string, norm: string, bias: string]> = {
  bert: [
    'cls.predictions.transform.dense',
    'cls.predictions.transform.LayerNorm',
    'cls.predictions.bias',
  ],
  distilbert: ['vocab_transform', 'vocab_layer_norm', 'vocab_projector.bias'],
  roberta: ['lm_head.dense', 'lm_head.layer_norm', 'lm_head.bias'],
};

function headNamesOf(kind: string): Names[] {
  const [transform, itsNorm, bias] = inHeads[kind]!;
  return [
    ...linear('masked_words', 'transform', transform),
    ...norm('masked_words.norm', itsNorm),
    ['masked_words.b_out', bias],
  ];
}

function namesOf(kind: string, layers: number): Names[] {
  const of = kind === 'distilbert' ? inDistilbert : inBert;
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
    ['embedding', 'embeddings.word_embeddings.weight'] as const,
    ['positions', 'embeddings.position_embeddings.weight'] as const,
    ['types', 'embeddings.token_type_embeddings.weight'] as const,
    ...norm('embedding_norm', 'embeddings.LayerNorm'),
    ...Array.from({ length: layers }, (_, i) => layer(i)).flat(),
  ].map(([ours, theirs]) => [ours, `${kind}.${theirs}`]);
}

/** The file has [output, input] where we have [input, output], and RoBERTa's first positions are not used. */
function asInFile(ours: string, { axes, shape, data }: Tensor, expected: Tensor): Tensor {
  if (/\.w_/.test(ours)) {
    const [rows, columns] = shape as [number, number];
    const turned = data.map((_, i) => data[(i % rows) * columns + Math.floor(i / rows)]!);
    return { axes, shape: [columns, rows], data: turned };
  }
  if (ours !== 'positions') return { axes, shape, data };
  const all = new Float32Array(expected.data.length);
  all.set(data, Math.max(0, all.length - data.length));
  return { axes, shape: expected.shape, data: all };
}

/** Compares the gradients of the similarity of the batch's first two sentences. `expected`: by the names of the file. */
export async function gradientComparison(
  kind: string,
  batch: NamedTensors,
  expected: NamedTensors,
  model: TrainableModel,
): Promise<Comparison> {
  const { ids, attention_mask: mask } = batch;
  const width = ids!.shape[1]!;
  const firstTwo = ({ data }: Tensor) => ({ shape: [2, width], data: data.slice(0, 2 * width) });
  const { d_parameters } = await model.gradients(
    { ids: firstTwo(ids!), key_padding: firstTwo(mask!) },
    { of: { field: 'similarities', index: [0, 1] } },
  );
  const actual = inFile(namesOf(kind, model.config.layers!), d_parameters, expected);
  const header = 'models/token_model.h';
  return comparisonOf(
    { ...about(kind, 'similarity', header), tolerance: kTolerance },
    actual,
    expected,
  );
}

/**
 * Compares the gradients of the log-probability of a masked word of the batch's first sentence. `expected`: by the names of
 * the file, with the place, the id of the word, its log-probability and the gradient of what enters the first layer.
 */
export async function wordGradientComparison(
  kind: string,
  { ids }: NamedTensors,
  { place, word, ...expected }: NamedTensors,
  model: TrainableModel,
): Promise<Comparison> {
  const sentence = [...ids!.data.subarray(0, ids!.shape[1])];
  const { number, d_fields, d_parameters } = await model.maskedWordGradients(
    { ids: sentence },
    { place: place!.data[0]!, word: word!.data[0]! },
  );
  const embedded = d_fields['embedded']!; // [batch, token, d_model]
  const actual = {
    log_probability: { axes: [], shape: [1], data: Float32Array.of(number) },
    embedded: { ...embedded, shape: embedded.shape.slice(1) },
    ...inFile(
      [...namesOf(kind, model.config.layers!), ...headNamesOf(kind)],
      d_parameters,
      expected,
    ),
  };
  const tied = Object.entries(expected).filter(([name]) => !name.startsWith('untied.'));
  const header = 'models/answers/masked_words.h';
  return comparisonOf(
    { ...about(kind, 'masked word', header), tolerance: gradientTolerance },
    actual,
    Object.fromEntries(tied),
  );
}

/** The gradients with the file's names and shapes. */
function inFile(names: readonly Names[], gradients: NamedTensors, expected: NamedTensors) {
  const actual: NamedTensors = {};
  for (const [ours, theirs] of names) {
    const [gradient, target] = [gradients[ours], expected[theirs]];
    if (gradient && target) actual[theirs] = asInFile(ours, gradient, target);
  }
  return actual;
}

const about = (kind: string, number: string, header: string) =>
  ({
    name: `${kind}/${number}`,
    operation: `${kind}: gradients`,
    source: 'PyTorch',
    header,
    direction: 'gradients',
  }) as const;
