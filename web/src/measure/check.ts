/** Compares a contender's results with the reference before timing. */
import { refusal } from '../engine/checks/refusal';
import type { Stack, Training, Workload } from '../speed/workloads';
import type { Contender } from './contender';
import { stripPrefix, type Data, type PlainTensor, type PlainTensors } from './data';
import { kCheckedTokens } from './ours';
import { multiHeadRow, causalLayer, contextOf, encoderLayer, finalNorm, linear } from './reference';

/** Relative to max(1, |x|). Results are float32, summed in any order. */
const kTolerance = 1e-4;

/** Expected values of result number `result`, from index `first` on. */
interface Expected {
  readonly result: number;
  readonly first: number;
  readonly values: ArrayLike<number>;
}

/** Returns the largest difference. Throws if it exceeds the tolerance. */
export function check(workload: Workload, data: Data, contender: Contender): number {
  // Compute this first: a training step changes the parameters.
  const expected = expectedOf(workload, data, contender);
  const results = contender.proof?.() ?? (contender.run() as Float32Array[]);
  const difference = differenceFrom(results, expected);
  if (!(difference <= kTolerance))
    throw refusal('expected a difference of at most {} from the reference, got {}', [
      `${kTolerance}`,
      `${difference}`,
    ]);
  return difference;
}

export function differenceFrom(
  results: readonly Float32Array[],
  expected: readonly Expected[],
): number {
  let worst = 0;
  for (const { result, first, values } of expected)
    for (let i = 0; i < values.length; i++) {
      const expectedValue = values[i]!;
      const actualValue = results[result]?.[first + i] ?? NaN;
      const difference =
        Math.abs(actualValue - expectedValue) / Math.max(1, Math.abs(expectedValue));
      if (!(difference <= worst)) worst = Number.isNaN(difference) ? Infinity : difference;
    }
  return worst;
}

/** Indices to check: the first row, the last, and one between. */
const sampleRows = (rows: number) => [...new Set([0, Math.floor(rows / 3), rows - 1])];
/** The first `maxRows` rows of a tensor, over all leading dimensions. */
const rowsOf = ({ shape, data }: PlainTensor, maxRows = Infinity): Float32Array[] => {
  const width = shape.at(-1)!;
  const rows = Math.min(maxRows, data.length / width);
  return Array.from({ length: rows }, (_, i) => data.subarray(i * width, (i + 1) * width));
};

function expectedOf(
  workload: Workload,
  { parameters, inputs }: Data,
  contender: Contender,
): Expected[] {
  switch (workload.kind) {
    case 'product': {
      const x = rowsOf(inputs['x']!);
      return sampleRows(workload.rows).map((row) => ({
        result: 0,
        first: row * workload.columns,
        values: linear(x[row]!, parameters['w']!, undefined),
      }));
    }
    case 'attention':
    case 'window':
      return headExpectation(workload, inputs);
    case 'multi_head': {
      const x = rowsOf(inputs['query']!);
      return sampleRows(workload.n).map((row) => {
        const visible = x.slice(0, workload.causal ? row + 1 : workload.n);
        const values = multiHeadRow(x[row]!, visible, parameters, workload.num_heads).output;
        return { result: 0, first: row * workload.d_model, values };
      });
    }
    case 'small':
      return smallExpectation(workload, parameters, inputs);
    case 'stack':
    case 'step':
      return stackExpectation(workload, inputs, contender);
    case 'training':
      return [{ result: 0, first: 0, values: [lossOf(workload, parameters, inputs)] }];
  }
}

/** Contexts of one head. */
function headExpectation(
  workload: Extract<Workload, { kind: 'attention' | 'window' }>,
  inputs: PlainTensors,
): Expected[] {
  const [q, k, v] = ['q', 'k', 'v'].map((name) => rowsOf(inputs[name]!)) as [
    Float32Array[],
    Float32Array[],
    Float32Array[],
  ];
  return sampleRows(workload.n).map((row) => {
    const [first, end] =
      workload.kind === 'window'
        ? [Math.max(0, row - workload.window), Math.min(workload.n, row + workload.window + 1)]
        : [0, workload.causal ? row + 1 : workload.n];
    const values = contextOf(q[row]!, k.slice(first, end), v.slice(first, end));
    return { result: 0, first: row * workload.d_head, values };
  });
}

/** Outputs and weights of all tokens. */
function smallExpectation(
  workload: Extract<Workload, { kind: 'small' }>,
  parameters: PlainTensors,
  inputs: PlainTensors,
): Expected[] {
  const x = rowsOf(inputs['query']!);
  return x.flatMap((row, i) => {
    const { output, weights } = multiHeadRow(row, x, parameters, workload.num_heads);
    return [
      { result: 0, first: i * workload.d_model, values: output },
      ...weights.map((values, head) => ({
        result: 1,
        first: (head * workload.n + i) * workload.n,
        values,
      })),
    ];
  });
}

/** Outputs of the first tokens, which do not depend on later ones. Reads parameters by layer to save memory. */
function stackExpectation(
  workload: Stack,
  inputs: PlainTensors,
  { parameters }: Contender,
): Expected[] {
  const start = workload.kind === 'step' ? inputs['before']! : inputs['x']!;
  let rows = rowsOf(start, kCheckedTokens).map((row) => Float64Array.from(row));
  for (let layer = 0; layer < workload.num_layers; layer++) {
    const prefix = `layers.${layer}.`;
    const layerParameters = parameters!(kLayerParameters.map((name) => prefix + name));
    rows = causalLayer(rows, stripPrefix(prefix, layerParameters), workload.num_heads);
  }
  const last = parameters!(['norm.gamma', 'norm.beta']);
  return rows.map((row, i) => ({
    result: workload.kind === 'step' ? i : 0,
    first: workload.kind === 'step' ? 0 : i * workload.d_model,
    values: finalNorm(row, last),
  }));
}

const kLayerParameters = [
  ...['w_q', 'w_k', 'w_v', 'w_o', 'b_q', 'b_k', 'b_v', 'b_o'].map((name) => `attention.${name}`),
  'norm_1.gamma',
  'norm_1.beta',
  'norm_2.gamma',
  'norm_2.beta',
  ...['w_1', 'b_1', 'w_2', 'b_2'].map((name) => `feed_forward.${name}`),
];

/** The mean squared error before the first training step. */
function lossOf(
  { of, batch, n, num_heads }: Training,
  p: PlainTensors,
  inputs: PlainTensors,
): number {
  const x = rowsOf(inputs['x']!);
  const target = rowsOf(inputs['target']!);
  let sum = 0;
  for (let item = 0; item < batch; item++) {
    const rows = x.slice(item * n, (item + 1) * n);
    const outputs =
      of === 'multi_head'
        ? rows.map((row) => multiHeadRow(row, rows, p, num_heads).output)
        : encoderLayer(rows, p, num_heads);
    for (const [i, output] of outputs.entries())
      for (const [c, value] of output.entries()) sum += (value - target[item * n + i]![c]!) ** 2;
  }
  return sum / inputs['target']!.data.length;
}
