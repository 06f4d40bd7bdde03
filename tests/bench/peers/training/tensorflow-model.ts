/**
 * A recipe's model and its training step in TensorFlow.js, for the recipes of the small tasks: attention-only layers
 * with pre-norm.
 */
import * as tf from '@tensorflow/tfjs-core';
import type {
  NamedTensors,
  Trainer,
  TrainerRecipe,
} from '../../../../web/src/engine/client/engine.ts';

type Recipe = Required<TrainerRecipe>;
type Embedding = (ids: tf.Tensor) => tf.Tensor;

/** A batch as tensors, created before the steps are timed. */
interface Batch {
  readonly inputs: Record<string, tf.Tensor>;
  /** -1e9 where a query may not attend. */
  readonly masks: Record<'source' | 'target' | 'memory', tf.Tensor>;
  /** For each attention, 1 / the number of queries at those that are not padding, else 0: [batch, 1, n]. */
  readonly shares: Record<'keep' | 'target_keep', tf.Tensor>;
  /** [row, answer]: 1 where the answer is asked for, divided by the number of such rows. */
  readonly targets: tf.Tensor;
}

export class TensorFlowTrainer {
  readonly #recipe: Recipe;
  readonly #answers: number;
  readonly #variables: Record<string, tf.Variable> = {};
  readonly #batches: Batch[];
  readonly #optimizer: tf.AdamOptimizer;
  #step = 0;

  constructor(trainer: Trainer, parameters: NamedTensors, batches: NamedTensors) {
    this.#recipe = trainer.recipe as Recipe;
    this.#answers = trainer.answers.length;
    for (const [name, { shape, data }] of Object.entries(parameters))
      this.#variables[name] = tf.variable(tf.tensor(data, [...shape]));
    this.#batches = batchesOf(this.#recipe, this.#answers, batches);
    const { learning_rate, beta_1, beta_2, epsilon } = this.#recipe;
    this.#optimizer = tf.train.adam(learning_rate, beta_1, beta_2, epsilon);
  }

  /** Returns the loss before the step. */
  step(): Float32Array {
    const { learning_rate, warm_up, floor, steps, weight_decay, clip } = this.#recipe;
    const at = Math.min(this.#step / steps, 1);
    const cosine = floor + ((1 - floor) * (1 + Math.cos(Math.PI * at))) / 2;
    const rate = learning_rate * Math.min(1, (this.#step + 1) / warm_up) * cosine;
    const batch = this.#batches[this.#step % this.#batches.length]!;
    this.#step++;
    return tf.tidy(() => {
      let loss: tf.Tensor | undefined;
      const { grads } = tf.variableGrads(() => {
        const [ofLabels, penalty] = this.#losses(batch);
        loss = tf.keep(ofLabels);
        return tf.add(ofLabels, penalty) as tf.Scalar;
      });
      const squares = Object.values(grads).map((gradient) => tf.sum(tf.square(gradient)));
      const norm = tf.sqrt(tf.addN(squares));
      const factor = tf.minimum(tf.div(clip, tf.add(norm, 1e-6)), 1);
      for (const name of Object.keys(grads)) grads[name] = tf.mul(grads[name]!, factor);
      if (weight_decay > 0)
        for (const variable of Object.values(this.#variables))
          variable.assign(tf.mul(variable, 1 - rate * weight_decay));
      (this.#optimizer as unknown as { learningRate: number }).learningRate = rate;
      this.#optimizer.applyGradients(
        Object.entries(grads).map(([name, tensor]) => ({ name, tensor })),
      );
      const value = Float32Array.from(loss!.dataSync());
      loss!.dispose();
      return value;
    });
  }

  release(): void {
    tf.dispose(Object.values(this.#variables));
    tf.dispose(this.#batches as never);
    this.#optimizer.dispose();
  }

  /** The loss of the labels, and the penalty on the entropy of attention rows. */
  #losses({ inputs, masks, shares, targets }: Batch): [tf.Tensor, tf.Tensor] {
    const { entropy, entropy_attentions: penalized } = this.#recipe;
    const p = this.#variables as Record<string, tf.Tensor>;
    const entropies: tf.Tensor[] = [];
    const attend = (
      name: string,
      x: tf.Tensor,
      memory: tf.Tensor,
      mask: tf.Tensor,
      heads: number,
      rotary: boolean,
    ) => {
      const { output, weights } = attention(p, name, x, memory, mask, heads, rotary);
      if (entropy > 0 && name.endsWith(penalized)) {
        const rows = tf.sum(tf.mul(weights, tf.log(tf.add(weights, 1e-30))), -1);
        const share = shares[name.startsWith('decoder') ? 'target_keep' : 'keep'];
        entropies.push(tf.mul(tf.sum(tf.mul(rows, share)), -entropy / heads));
      }
      return output;
    };
    const stack = (prefix: string, x: tf.Tensor, mask: tf.Tensor) => {
      for (const [i, heads] of (this.#recipe.heads as number[]).entries()) {
        const layer = `${prefix}layers.${i}`;
        const y = norm(p, `${layer}.norm_1`, x);
        const rotary = (this.#recipe.rotary as number[])[i] === 1;
        x = tf.add(x, attend(`${layer}.attention`, y, y, mask, heads, rotary));
      }
      return norm(p, `${prefix}norm`, x);
    };
    let x: tf.Tensor;
    if (inputs['target_ids']) {
      const source = embedded(p, 'source_', inputs['ids']!);
      const memory = stack('encoder.', source, masks.source);
      x = embedded(p, 'target_', inputs['target_ids']);
      for (const [i, heads] of (this.#recipe.decoder_heads as number[]).entries()) {
        const layer = `decoder.layers.${i}`;
        let y = norm(p, `${layer}.norm_1`, x);
        x = tf.add(x, attend(`${layer}.self_attention`, y, y, masks.target, heads, false));
        y = norm(p, `${layer}.norm_2`, x);
        x = tf.add(x, attend(`${layer}.cross_attention`, y, memory, masks.memory, heads, false));
      }
      x = norm(p, 'decoder.norm', x);
    } else x = stack('', embedded(p, '', inputs['ids']!), masks.source);
    const logits = tf.reshape(linear(x, p['w_out']!, p['b_out']!), [-1, this.#answers]);
    const loss = tf.neg(tf.sum(tf.mul(tf.logSoftmax(logits), targets)));
    return [loss, entropies.length > 0 ? tf.addN(entropies) : tf.scalar(0)];
  }
}

/** Multiplies rows as one matrix, because the wasm backend is slow at batched products. */
function linear(x: tf.Tensor, w: tf.Tensor, b: tf.Tensor): tf.Tensor {
  const rows = tf.reshape(x, [-1, w.shape[0]!]) as tf.Tensor2D;
  const y = tf.fused.matMul({ a: rows, b: w as tf.Tensor2D, bias: b });
  return tf.reshape(y, [...x.shape.slice(0, -1), w.shape[1]!]);
}

/** The wasm backend lacks UnsortedSegmentSum, the gradient of `gather`; ScatterNd, which also adds, replaces it. */
const lookup = (table: tf.Tensor): Embedding =>
  (tf.customGrad as never as (f: object) => (table: tf.Tensor, ids: tf.Tensor) => tf.Tensor)(
    (rows: tf.Tensor, ids: tf.Tensor, save: (tensors: tf.Tensor[]) => void) => {
      save([ids]);
      return {
        value: tf.gather(rows, ids as tf.Tensor1D),
        gradFunc: (d: tf.Tensor, [of]: tf.Tensor[]) => [
          tf.scatterND(tf.expandDims(of!, -1), d, rows.shape),
          tf.zerosLike(of!),
        ],
      };
    },
  ).bind(null, table);

function embedded(p: Record<string, tf.Tensor>, side: string, ids: tf.Tensor): tf.Tensor {
  const [batch, n] = ids.shape as [number, number];
  const rows = lookup(p[`${side}embedding`]!)(tf.reshape(ids, [-1]));
  const x = tf.reshape(rows, [batch, n, -1]);
  const positions = p[`${side}positions`];
  return positions ? tf.add(x, tf.slice(positions, [0, 0], [n, -1])) : x;
}

function norm(p: Record<string, tf.Tensor>, name: string, x: tf.Tensor): tf.Tensor {
  const { mean, variance } = tf.moments(x, -1, true);
  const scale = tf.mul(tf.rsqrt(tf.add(variance, 1e-5)), p[`${name}.gamma`]!);
  return tf.add(tf.mul(tf.sub(x, mean), scale), p[`${name}.beta`]!);
}

function attention(
  p: Record<string, tf.Tensor>,
  name: string,
  x: tf.Tensor,
  memory: tf.Tensor,
  mask: tf.Tensor,
  heads: number,
  rotary: boolean,
) {
  const projected = (of: tf.Tensor, letter: string) => {
    const flat = linear(of, p[`${name}.w_${letter}`]!, p[`${name}.b_${letter}`]!);
    const [batch, n] = flat.shape as [number, number];
    return tf.transpose(tf.reshape(flat, [batch, n, heads, -1]), [0, 2, 1, 3]);
  };
  let [q, k] = [projected(x, 'q'), projected(memory, 'k')];
  if (rotary) [q, k] = [rotated(q), rotated(k)];
  const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(q.shape[3]!));
  const weights = tf.softmax(tf.add(scores, mask));
  const context = tf.transpose(tf.matMul(weights, projected(memory, 'v')), [0, 2, 1, 3]);
  const concat = tf.reshape(context, [...x.shape.slice(0, 2), -1]);
  return { weights, output: linear(concat, p[`${name}.w_o`]!, p[`${name}.b_o`]!) };
}

/** Rotates the pairs (c, c + d_head / 2) as rotary positions with base 10000 do. */
function rotated(x: tf.Tensor): tf.Tensor {
  const [n, d_head] = x.shape.slice(-2) as [number, number];
  const [cos, sin] = [Math.cos, Math.sin].map((of) => {
    const half = d_head / 2;
    const angle = (i: number) => Math.floor(i / d_head) / 10000 ** ((i % half) / half);
    return tf.tensor(
      Float32Array.from({ length: n * d_head }, (_, i) => of(angle(i))),
      [n, d_head],
    );
  }) as [tf.Tensor, tf.Tensor];
  const [first, second] = tf.split(x, 2, -1) as [tf.Tensor, tf.Tensor];
  return tf.add(tf.mul(x, cos), tf.mul(tf.concat([tf.neg(second), first], -1), sin));
}

function batchesOf(recipe: Recipe, answers: number, batches: NamedTensors): Batch[] {
  const [steps, batch] = batches['labels']!.shape as [number, number];
  return Array.from({ length: steps }, (_, step) => {
    const read = (name: string) => {
      const { shape, data } = batches[name]!;
      const size = data.length / steps;
      return tf.tensor(data.slice(step * size, (step + 1) * size), shape.slice(1));
    };
    const hidden = (keep: tf.Tensor) =>
      tf.reshape(tf.mul(tf.sub(1, keep), -1e9), [batch, 1, 1, -1]);
    const causal = (keep: tf.Tensor) => {
      const n = keep.shape[1]!;
      const future = tf.tensor(
        Float32Array.from({ length: n * n }, (_, i) => (i % n > Math.floor(i / n) ? -1e9 : 0)),
        [n, n],
      );
      return tf.add(hidden(keep), future);
    };
    const share = (keep: tf.Tensor) => tf.reshape(tf.div(keep, tf.sum(keep)), [batch, 1, -1]);
    const keep = read('keep');
    const hasTarget = 'target_ids' in batches;
    const targetKeep = hasTarget ? read('target_keep') : keep;
    const inputs: Record<string, tf.Tensor> = { ids: tf.cast(read('ids'), 'int32') };
    if (hasTarget) inputs['target_ids'] = tf.cast(read('target_ids'), 'int32');
    const labels = tf.cast(tf.reshape(read('labels'), [-1]), 'int32');
    const asked = tf.cast(tf.oneHot(labels as tf.Tensor1D, answers), 'float32');
    return {
      inputs,
      masks: {
        source: recipe.architecture === 'decoder_only' ? causal(keep) : hidden(keep),
        target: causal(targetKeep),
        memory: hidden(keep),
      },
      shares: { keep: share(keep), target_keep: share(targetKeep) },
      targets: tf.div(asked, tf.sum(asked)),
    };
  });
}
