/** TensorFlow.js: products with fused biases, weights kept as tensors, one thread. */
import * as tf from '@tensorflow/tfjs-core';
import {
  stripPrefix,
  type Data,
  type PlainTensor,
  type PlainTensors,
} from '../../../web/src/measure/data.ts';
import type { MultiHead, Stack, Training, Workload } from '../../../web/src/speed/workloads.ts';
import { kAdam } from '../../../web/src/measure/adam.ts';
import type { ContenderFactory } from './contender-factory.ts';

const kWho = 'TensorFlow.js';
type Tensors = Record<string, tf.Tensor>;

export const tensorOf = ({ shape, data }: { shape: readonly number[]; data: Float32Array }) =>
  tf.tensor(data, [...shape], 'float32');
const tensorsOf = (named: PlainTensors): Tensors =>
  Object.fromEntries(Object.entries(named).map(([name, given]) => [name, tensorOf(given)]));

/** `backends`: those to try. A backend that cannot run the workload is skipped. */
export function tensorFlow(
  workload: Workload,
  data: Data,
  backends: readonly string[],
): ContenderFactory[] {
  return backends.map((backend) => ({
    who: kWho,
    way: backend,
    async make() {
      await tf.setBackend(backend);
      await tf.ready();
      const run = runFor(workload, data);
      return (
        run && {
          who: kWho,
          way: backend,
          async run() {
            if (tf.getBackend() !== backend) await tf.setBackend(backend);
            return run();
          },
        }
      );
    },
  }));
}

function runFor(workload: Workload, data: Data): (() => Float32Array[]) | null {
  switch (workload.kind) {
    case 'product': {
      const w = tensorOf(data.parameters['w']!);
      return given(data, (x) => [tf.matMul(x['x'] as tf.Tensor2D, w as tf.Tensor2D)]);
    }
    case 'attention': {
      const { n, d_head } = workload;
      const mask = workload.causal ? maskOf(n) : null;
      return given(data, (inputs) => {
        const [q, k, v] = ['q', 'k', 'v'].map((name) => tf.reshape(inputs[name]!, [n, d_head]));
        const scaled = tf.mul(q!, 1 / Math.sqrt(d_head));
        return [attendHead(scaled, k!, v!, mask).context];
      });
    }
    case 'multi_head':
      return multiHeadOf(workload, data, false);
    case 'small':
      return workload.results === 'weights'
        ? multiHeadOf({ ...workload, causal: false }, data, true)
        : null;
    case 'stack':
    case 'step':
      return stackOf(workload, data);
    case 'training':
      return trainingOf(workload, data);
    default:
      return null;
  }
}

/** Creates the input tensors, reads the results, and disposes of everything in between. */
function given(
  data: Data,
  compute: (inputs: Tensors) => tf.Tensor[],
  inputs = Object.keys(data.inputs),
) {
  return () => {
    const entered = Object.fromEntries(inputs.map((name) => [name, tensorOf(data.inputs[name]!)]));
    const left = tf.tidy(() => compute(entered));
    const results = left.map((tensor) => tensor.dataSync() as Float32Array);
    tf.dispose([entered, left]);
    return results;
  };
}

function maskOf(n: number): tf.Tensor {
  const data = new Float32Array(n * n);
  for (let i = 0; i < n; i++) data.fill(-1e9, i * n + i + 1, (i + 1) * n);
  return tf.tensor(data, [n, n]);
}

/** Splits the parameters by head once: slicing a tensor takes the wasm backend as long as a product. */
function byHeads(p: PlainTensors, d_model: number, num_heads: number) {
  const d_head = d_model / num_heads;
  const of = (letter: string, scale: number) => {
    const w = tf.mul(tensorOf(p[`w_${letter}`]!), scale);
    const b = tf.mul(tensorOf(p[`b_${letter}`]!), scale);
    const ws = tf.split(w, num_heads, 1) as tf.Tensor2D[];
    const bs = tf.split(b, num_heads);
    return ws.map((own, h) => ({ w: own, b: bs[h]! }));
  };
  return {
    q: of('q', 1 / Math.sqrt(d_head)),
    k: of('k', 1),
    v: of('v', 1),
    w_o: tensorOf(p['w_o']!) as tf.Tensor2D,
    b_o: tensorOf(p['b_o']!),
  };
}

const linear = (a: tf.Tensor2D, b: tf.Tensor2D, bias: tf.Tensor) => tf.fused.matMul({ a, b, bias });

/** Works head by head: the wasm backend is slow at batched products, and at operands transposed by a flag. */
function attendHead(q: tf.Tensor, k: tf.Tensor, v: tf.Tensor, mask: tf.Tensor | null) {
  let scores: tf.Tensor = tf.matMul(q, tf.transpose(k));
  if (mask) scores = tf.add(scores, mask);
  const weights = tf.softmax(scores);
  return { weights, context: tf.matMul(weights, v) };
}

/** `rows` [n, d_model]; the caches hold the keys and values of each head. */
function attend(
  rows: tf.Tensor2D,
  p: ReturnType<typeof byHeads>,
  mask: tf.Tensor | null,
  cache?: { k: readonly tf.Tensor[]; v: readonly tf.Tensor[] },
) {
  const heads = p.q.map((of_q, h) => {
    const [q, ownK, ownV] = [of_q, p.k[h]!, p.v[h]!].map(({ w, b }) => linear(rows, w, b)) as [
      tf.Tensor2D,
      tf.Tensor2D,
      tf.Tensor2D,
    ];
    const k = cache ? tf.concat([cache.k[h]!, ownK]) : ownK;
    const v = cache ? tf.concat([cache.v[h]!, ownV]) : ownV;
    return attendHead(q, k, v, mask);
  });
  const concat = tf.concat(
    heads.map(({ context }) => context),
    1,
  );
  const output = linear(concat as tf.Tensor2D, p.w_o, p.b_o);
  return { output, weights: () => tf.stack(heads.map(({ weights }) => weights)) };
}

function multiHeadOf(
  { n, d_model, num_heads, causal }: Pick<MultiHead, 'n' | 'd_model' | 'num_heads' | 'causal'>,
  data: Data,
  withWeights: boolean,
) {
  const p = byHeads(data.parameters, d_model, num_heads);
  const mask = causal ? maskOf(n) : null;
  return given(data, ({ query }) => {
    const result = attend(tf.reshape(query!, [n, d_model]), p, mask);
    return withWeights ? [result.output, result.weights()] : [result.output];
  });
}

function norm(x: tf.Tensor, { gamma, beta }: Tensors): tf.Tensor {
  const { mean, variance } = tf.moments(x, -1, true);
  const spread = tf.mul(tf.rsqrt(tf.add(variance, 1e-5)), gamma!);
  return tf.add(tf.mul(tf.sub(x, mean), spread), beta!);
}

/** Uses 0.5 (1 + tanh(u)) = sigmoid(2 u). */
function geluTanh(x: tf.Tensor): tf.Tensor {
  const inner = tf.mul(
    x,
    tf.add(tf.mul(tf.square(x), 2 * 0.7978845608 * 0.044715), 2 * 0.7978845608),
  );
  return tf.mul(x, tf.sigmoid(inner));
}

function stackOf({ n, d_model, num_heads, num_layers, cached }: Stack, data: Data) {
  const mask = n > 1 ? maskOf(n) : null;
  const d_head = d_model / num_heads;
  const kept = (name: string) =>
    tf.unstack(tf.reshape(tensorOf(data.inputs[name]!), [num_heads, cached, d_head]));
  const layers = Array.from({ length: num_layers }, (_, i) => {
    const p = stripPrefix(`layers.${i}.`, data.parameters);
    return {
      attention: byHeads(stripPrefix('attention.', p), d_model, num_heads),
      norm_1: tensorsOf(stripPrefix('norm_1.', p)),
      norm_2: tensorsOf(stripPrefix('norm_2.', p)),
      f: tensorsOf(stripPrefix('feed_forward.', p)) as Record<string, tf.Tensor2D>,
      ...(cached ? { cache: { k: kept(`k.${i}`), v: kept(`v.${i}`) } } : {}),
    };
  });
  const last = tensorsOf(stripPrefix('norm.', data.parameters));
  const through = (inputs: Tensors) => {
    let x = tf.reshape(inputs['x']!, [n, d_model]) as tf.Tensor2D;
    for (const { attention, norm_1, norm_2, f, cache } of layers) {
      const rows = norm(x, norm_1) as tf.Tensor2D;
      x = tf.add(x, attend(rows, attention, mask, cache).output);
      const wide = geluTanh(linear(norm(x, norm_2) as tf.Tensor2D, f['w_1']!, f['b_1']!));
      x = tf.add(x, linear(wide as tf.Tensor2D, f['w_2']!, f['b_2']!));
    }
    return [norm(x, last)];
  };
  return given(data, through, ['x']);
}

function trainingOf({ of, batch, n, d_model, num_heads }: Training, data: Data) {
  const variables: Record<string, tf.Variable> = {};
  for (const [name, value] of Object.entries(data.parameters))
    variables[name] = tf.variable(tensorOf(value));
  const optimizer = tf.train.adam(kAdam.learning_rate, kAdam.beta_1, kAdam.beta_2, kAdam.epsilon);
  const d_head = d_model / num_heads;
  const attention = (x: tf.Tensor2D, prefix: string) => {
    const of = (name: string) => variables[prefix + name]!;
    const [q, k, v] = ['q', 'k', 'v'].map((letter) => {
      const flat = linear(x, of(`w_${letter}`) as tf.Tensor as tf.Tensor2D, of(`b_${letter}`));
      return tf.transpose(tf.reshape(flat, [batch, n, num_heads, d_head]), [0, 2, 1, 3]);
    }) as [tf.Tensor, tf.Tensor, tf.Tensor];
    const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(d_head));
    const context = tf.transpose(tf.matMul(tf.softmax(scores), v), [0, 2, 1, 3]);
    const rows = tf.reshape(context, [batch * n, d_model]) as tf.Tensor2D;
    return linear(rows, of('w_o') as tf.Tensor as tf.Tensor2D, of('b_o'));
  };
  const output = (x: tf.Tensor2D): tf.Tensor => {
    if (of === 'multi_head') return attention(x, '');
    const v = variables as Record<string, tf.Tensor>;
    const normOf = (y: tf.Tensor, name: string) =>
      norm(y, { gamma: v[`${name}.gamma`]!, beta: v[`${name}.beta`]! });
    const first = normOf(tf.add(x, attention(x, 'attention.')), 'norm_1') as tf.Tensor2D;
    const w = (name: string) => v[`feed_forward.${name}`] as tf.Tensor2D;
    const wide = tf.fused.matMul({ a: first, b: w('w_1'), bias: w('b_1'), activation: 'relu' });
    return normOf(tf.add(first, linear(wide as tf.Tensor2D, w('w_2'), w('b_2'))), 'norm_2');
  };
  const inputs = ['x', 'target'].map((name) => data.inputs[name]!) as [PlainTensor, PlainTensor];
  return () => {
    const [x, target] = inputs.map((one) => tf.tensor2d(one.data, [batch * n, d_model]));
    const loss = optimizer.minimize(
      () => tf.mean(tf.squaredDifference(output(x!), target!)) as tf.Scalar,
      true,
      Object.values(variables),
    )!;
    const value = loss.dataSync() as Float32Array;
    tf.dispose([x!, target!, loss]);
    return [Float32Array.from(value)];
  };
}
