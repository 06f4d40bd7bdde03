/** The class token's weights over a picture equal plain loops in double precision, from pixels to weights. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type DigitImages, type Engine } from '../../web/src/engine/client/engine';
import { readNpz, readSafetensors } from '../../web/src/files/tensor-files';
import { imageOf } from '../../web/src/model/examples/drawing';
import { digitsFile, kSiteDigits } from '../../web/build/digits.mjs';
import { wasmBinary } from './module';
import { expectNear } from './near';

const model = new URL('../../web/public/models/digits.safetensors', import.meta.url);

let engine: Engine;
let data: DigitImages;
beforeAll(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary('training.wasm'), worker: false });
  data = (await readNpz(digitsFile(kSiteDigits))) as unknown as DigitImages;
});
afterAll(() => engine.close());

it('the weights of layer 1 equal those computed from the patches of the image', async () => {
  const { tensors, metadata } = await readSafetensors(readFileSync(model));
  const from = { step: Number(metadata['steps']), tensors };
  const trainer = await engine.trainer({ task: 'digits' }, { data, from });
  const of = (name: string) => tensors[name]!.data;

  const pixels = data.images.data;
  const mean = pixels.reduce((sum, pixel) => sum + pixel, 0) / pixels.length;
  const squares = pixels.reduce((sum, pixel) => sum + (pixel - mean) ** 2, 0) / pixels.length;
  /** x [n] times w [n, m] plus b [m]. */
  const linear = (x: readonly number[], w: Float32Array, b: Float32Array) =>
    Array.from(b, (bias, j) =>
      x.reduce((sum, value, i) => sum + value * w[i * b.length + j]!, bias),
    );
  const norm = (x: readonly number[]) => {
    const middle = x.reduce((sum, value) => sum + value, 0) / x.length;
    const variance = x.reduce((sum, value) => sum + (value - middle) ** 2, 0) / x.length;
    const [gamma, beta] = [of('layers.0.norm_1.gamma'), of('layers.0.norm_1.beta')];
    return x.map(
      (value, i) => ((value - middle) / Math.sqrt(variance + 1e-5)) * gamma[i]! + beta[i]!,
    );
  };

  // A one, drawn off the center.
  const drawing = Uint8Array.from({ length: 784 }, (_, i) => (i % 28 === 5 && i < 560 ? 15 : 0));
  const image = imageOf(drawing);
  const places = Array.from({ length: 17 }, (_, place) => {
    const [row, column] = [Math.floor((place - 1) / 4), (place - 1) % 4];
    const patch = Array.from({ length: 49 }, (_, i) => {
      const at = (7 * row + Math.floor(i / 7)) * 28 + 7 * column + (i % 7);
      return (image[at]! - mean) / Math.sqrt(squares);
    });
    const token =
      place === 0 ? [...of('class_token')] : linear(patch, of('w_patch'), of('b_patch'));
    return norm(token.map((value, i) => value + of('positions')[place * 64 + i]!));
  });
  const [w_q, b_q, w_k, b_k] = ['w_q', 'b_q', 'w_k', 'b_k'].map((name) =>
    of(`layers.0.attention.${name}`),
  ) as [Float32Array, Float32Array, Float32Array, Float32Array];
  const [q, k] = [places.map((x) => linear(x, w_q, b_q)), places.map((x) => linear(x, w_k, b_k))];
  const expected = Array.from({ length: 4 }, (_, head) =>
    q.map((query) => {
      const scores = k.map((key) => {
        let score = 0;
        for (let i = 16 * head; i < 16 * (head + 1); i++) score += query[i]! * key[i]!;
        return Math.exp(score / 4);
      });
      const sum = scores.reduce((total, score) => total + score, 0);
      return scores.map((score) => score / sum);
    }),
  );

  const { weights, labels } = await trainer.inspect({ image });
  expect(labels).toEqual([undefined]);
  const found = weights['layers.0.attention']!;
  expect(found.shape).toEqual([4, 17, 17]);
  expectNear('weights', found.data, expected.flat(2), 2e-5);
  // An empty page gives another picture.
  const blank = await trainer.inspect({ image: Array<number>(784).fill(0) });
  expect(blank.weights['layers.0.attention']!.data).not.toEqual(found.data);
  trainer.dispose();
});
