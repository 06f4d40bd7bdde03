/** Checks attention weights from a file or page, and counts rows that are not distributions. */
import { isSumOfWeights, type FileWeights, type OddRows } from './opened';
import { kMaxQkvScores, labelled, refuse, sharesTokens } from './qkv';
import type { Tensor } from './tensor';
import { kMaxTokens } from './tokenize';
import './words/add-weights';

export interface CheckedWeights {
  /** [batch 1, head, query, key] */
  readonly weights: Tensor;
  readonly tokens: readonly string[];
  readonly keys: readonly string[];
  readonly odd: OddRows;
}

/** Throws a Refusal that names the expected and the actual shape or count. */
export function checkedWeights({ weights, tokens, keyTokens }: FileWeights): CheckedWeights {
  const { shape, data } = weights;
  const full = [...new Array<number>(Math.max(0, 4 - shape.length)).fill(1), ...shape];
  const size = full.reduce((product, extent) => product * extent, 1);
  if (full.length !== 4 || shape.length < 2 || full[0] !== 1 || size === 0)
    refuse((words) => words.weightsShape('weights', `[${shape.join(', ')}]`));
  if (size !== data.length) refuse((words) => words.count('weights', size, data.length));
  const [n_query, n_key] = [full[2]!, full[3]!];
  if (Math.max(n_query, n_key) > kMaxTokens)
    refuse((words) => words.rows(kMaxTokens, Math.max(n_query, n_key)));
  if (size > kMaxQkvScores) refuse((words) => words.scores(kMaxQkvScores, size));
  const shared = sharesTokens({ tokens, keyTokens }, n_query, n_key);
  const names = labelled('tokens', tokens, n_query, shared ? '' : 'q');
  return {
    weights: { axes: ['batch', 'head', 'query', 'key'], shape: full, data },
    tokens: names,
    keys: shared ? names : labelled('keyTokens', keyTokens, n_key, 'k'),
    odd: oddRows(data, n_key),
  };
}

/** Whether every row is a distribution or attends to nothing. */
export function areDistributions({ rows: _, ...odd }: OddRows): boolean {
  return Object.values(odd).every((count) => count === 0);
}

export function oddRows(data: Float32Array, n_key: number): OddRows {
  let [notFinite, negative, otherSums] = [0, 0, 0];
  for (let start = 0; start < data.length; start += n_key) {
    const row = data.subarray(start, start + n_key);
    const sum = row.reduce((a, b) => a + b, 0);
    if (!row.every(Number.isFinite)) notFinite++;
    else if (row.some((weight) => weight < 0)) negative++;
    else if (sum !== 0 && !isSumOfWeights(sum)) otherSums++;
  }
  return { rows: data.length / n_key, notFinite, negative, otherSums };
}
