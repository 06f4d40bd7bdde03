/** The texts about the examples, with numbers measured in the open model. */
import { relationRows, type FoundHeads } from '../heads/found-heads';
import type { CosineExample, LanguageExample, WeightExample } from './language-examples';
import type { InspectedText, TextModel } from './text-model';

export interface MeasuredWeight {
  readonly of: 'weight';
  readonly weight: number;
  /** The layer and the head, counted from 0. */
  readonly layer: number;
  readonly head: number;
  /** The weight of the rival word. */
  readonly rival: number | undefined;
  /** The weight of the same words in the other sentence. */
  readonly before: number | undefined;
}

export interface MeasuredCosine {
  readonly of: 'cosine';
  readonly same: number;
  readonly other: number;
}

export type MeasuredExample = MeasuredWeight | MeasuredCosine;

/**
 * 'flips': the rival word has at least the weight of the word. 'leans': the word has less weight than in the other sentence,
 * but still more than the rival.
 */
export function turnOf(weight: number, before: number, rival: number): 'flips' | 'leans' | 'stays' {
  if (weight <= rival) return 'flips';
  return weight < before ? 'leans' : 'stays';
}

/** Null where the model splits the sentence into other words, or has fewer layers than the example speaks of. */
export async function measureExample(
  example: LanguageExample,
  model: TextModel,
  foundHeads: FoundHeads,
): Promise<MeasuredExample | null> {
  return 'same' in example
    ? measureCosine(example, model)
    : measureWeight(example, model, foundHeads);
}

async function measureWeight(
  { text, from, to, relation, after, rival }: WeightExample,
  model: TextModel,
  foundHeads: FoundHeads,
): Promise<MeasuredWeight | null> {
  const seen = await model.inspect(text);
  const weightOf = weightBetween(seen, from, to);
  const before =
    after === undefined ? weightOf : weightBetween(await model.inspect(after), from, to);
  const toRival = rival === undefined ? null : weightBetween(seen, from, rival);
  if (!weightOf || !before || (rival !== undefined && !toRival)) return null;
  const { layer, head } = foundHead(relation, foundHeads) ?? largest(before, model);
  return {
    of: 'weight',
    weight: weightOf(layer, head),
    layer,
    head,
    rival: toRival?.(layer, head),
    before: after === undefined ? undefined : before(layer, head),
  };
}

async function measureCosine(
  { text, from, same, other, layers }: CosineExample,
  model: TextModel,
): Promise<MeasuredCosine | null> {
  if (layers > model.layers) return null;
  const { shape, data } = await model.vectors.wordCosines(
    [text, same, other].map((sentence) => ({ word: from, text: sentence })),
  );
  const n = shape[1]!;
  const cosineOf = (word: number) => data[layers * n * n + word]!;
  return { of: 'cosine', same: cosineOf(1), other: cosineOf(2) };
}

type WeightOf = (layer: number, head: number) => number;

function weightBetween(
  { tokens, weights }: InspectedText,
  from: string,
  to: string,
): WeightOf | null {
  const n = tokens.length;
  const [query, key] = [from, to].map((word) =>
    tokens.findIndex((token) => token.toLowerCase() === word),
  ) as [number, number];
  if (query < 0 || key < 0) return null;
  return (layer, head) => weights[layer]![(head * n + query) * n + key]!;
}

const foundHead = (relation: WeightExample['relation'], foundHeads: FoundHeads) => {
  const row = relationRows(foundHeads).find((row) => row.relation === relation);
  return row?.named[0] ?? row?.best;
};

function largest(weightOf: WeightOf, { layers, heads }: TextModel) {
  let best = { layer: 0, head: 0 };
  for (let layer = 0; layer < layers; ++layer)
    for (let head = 0; head < heads; ++head)
      if (weightOf(layer, head) > weightOf(best.layer, best.head)) best = { layer, head };
  return best;
}
