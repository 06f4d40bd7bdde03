/** The expected weights of one sentence under a causal mask, and their comparison with a heatmap. */
import { expect, type Locator } from '@playwright/test';
import { disagreements } from '../playground/agreement.ts';
import { inputsOf, type Sentence } from '../playground/inputs.ts';
import { tableOf } from '../playground/playground-page.ts';
import { attend } from './reference.ts';

export const sentence: Sentence = {
  words: ['the', 'cat', 'sat', 'on', 'the', 'mat'],
  d_model: 8,
  num_heads: 2,
  seed: 1,
  positions: 'sinusoidal',
};

/** The weights of each head: [head][query][key]. */
export async function sentenceWeights(): Promise<number[][][]> {
  return attend(await inputsOf(sentence), sentence.num_heads, 'causal').map((head) => head.weights);
}

/** Expects the heatmap to show every weight of the first head. */
export async function expectWeights(heatmap: Locator): Promise<void> {
  await expect(heatmap.locator('h2')).toBeVisible();
  const [weights = []] = await sentenceWeights();
  const masked = weights.map((row, i) => row.map((weight, j) => (j > i ? -Infinity : weight)));
  const shown = async () => disagreements((await tableOf(heatmap)).cells, masked);
  await expect.poll(shown).toEqual([]);
}
