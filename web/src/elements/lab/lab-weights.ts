/** The core's results for weights from a file: the row of a query, and the mean over heads. */
import { matrixOf, matrixRow, type Tensor } from '../../tensors/tensor';
import type { LabRow } from './lab-context';
import type { LabEngine } from './lab-engine';

/** `head`: null for the mean of all heads. */
export async function weightsRow(
  engine: LabEngine,
  weights: Tensor,
  head: number | null,
  query: number,
  max_keys: number,
): Promise<LabRow> {
  // Only the needed rows: copying all weights would take longer than the computation.
  const inputs = { weights: rowsOf(weights, head, query) };
  return (await engine.run('weights_row', { config: { max_keys }, inputs })).outputs;
}

export async function meanOfHeads(engine: LabEngine, weights: Tensor): Promise<Tensor> {
  return (await engine.run('mean_of_heads', { inputs: { x: weights } })).outputs.mean;
}

/** The query's row in each head or in one: [batch 1, head, query 1, key]. */
function rowsOf(weights: Tensor, head: number | null, query: number): Tensor {
  const [, num_heads = 1, , n_key = 1] = weights.shape;
  const heads = head === null ? [...Array(num_heads).keys()] : [head];
  const data = new Float32Array(heads.length * n_key);
  heads.forEach((head, i) => data.set(matrixRow(matrixOf(weights, head), query), i * n_key));
  return { axes: weights.axes, shape: [1, heads.length, 1, n_key], data };
}
