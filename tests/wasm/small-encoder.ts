/**
 * Provides each test with a small encoder that gives one vector per text, with texts, and with cosines by plain loops.
 */
import { beforeEach } from 'vitest';
import type { TokenModel, TokenModelConfig } from '../../web/src/engine/client/engine';
import { engine } from './language-engine';
import { stirred } from './small-model';

export const encoder = {
  architecture: 'encoder_only',
  d_model: 8,
  layers: 2,
  heads: 2,
  d_ff: 12,
  positions: 'learned',
  max_length: 8,
  vocab_size: 11,
  num_types: 2,
  activation: 'gelu',
  readout: 'mean',
} satisfies TokenModelConfig;

export const texts = [
  [3, 1, 4, 1, 5],
  [9, 2],
  [6, 5, 3, 10],
];

export let model: TokenModel;
beforeEach(async () => {
  model = await stirred(engine, encoder);
});

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, x, i) => sum + x * b[i]!, 0);
export const cosine = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
