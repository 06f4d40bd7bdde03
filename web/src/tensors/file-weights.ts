/** Checks attention weights from a file or page, and counts rows that are not distributions. */
import { isSumOfWeights, type FileWeights, type OddRows } from './opened';
import { checkLimits, labeled, paddedTensor, sharesTokens } from './qkv';
import type { Tensor } from './tensor';
import '../words/add-weights';

export interface CheckedWeights {
  /** [batch 1, head, query, key] */
  readonly weights: Tensor;
  readonly tokens: readonly string[];
  readonly keys: readonly string[];
  readonly odd: OddRows;
}

/** Throws a Refusal that names the expected and the actual shape or count. */
export function checkedWeights({ weights, tokens, keyTokens }: FileWeights): CheckedWeights {
  const { shape, data } = paddedTensor('weights', weights, 'weightsShape');
  const [, heads, n_query, n_key] = shape;
  checkLimits(heads, n_query, n_key);
  const shared = sharesTokens({ tokens, keyTokens }, n_query, n_key);
  const names = labeled('tokens', tokens, n_query, shared ? '' : 'q');
  return {
    weights: { axes: ['batch', 'head', 'query', 'key'], shape, data },
    tokens: names,
    keys: shared ? names : labeled('keyTokens', keyTokens, n_key, 'k'),
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
