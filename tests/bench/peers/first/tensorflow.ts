/** TensorFlow.js and its wasm backend alone, from loading to the first result. */
import * as tf from '@tensorflow/tfjs-core';
import { tensorFlowOnOneThread } from '../tensorflow-in-page.ts';

export async function firstResult(): Promise<number> {
  tensorFlowOnOneThread(tf);
  await tf.setBackend('wasm');
  await tf.ready();
  const output = tf.tidy(() => {
    const x = tf.fill([6, 8], 0.5) as tf.Tensor2D;
    const w = tf.fill([8, 8], 0.1) as tf.Tensor2D;
    const b = tf.zeros([8]);
    const linear = (rows: tf.Tensor2D) => tf.fused.matMul({ a: rows, b: w, bias: b });
    const heads = [0, 1].map((head) => {
      const [q, k, v] = [x, x, x].map((rows) => tf.slice(linear(rows), [0, 4 * head], [6, 4]));
      const weights = tf.softmax(tf.mul(tf.matMul(q!, tf.transpose(k!)), 0.5));
      return tf.matMul(weights, v!);
    });
    return linear(tf.concat(heads, 1) as tf.Tensor2D);
  });
  return output.dataSync().length;
}
