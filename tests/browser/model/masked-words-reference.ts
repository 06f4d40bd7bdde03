/** PyTorch's predictions of masked words in a small BERT with random parameters (golden/masked_words.py). */
import { readFileSync } from 'node:fs';
import { readSafetensors } from '../../../web/src/files/read-safetensors.ts';

export const bytesOf = (name: string) =>
  readFileSync(new URL(`../../golden/checkpoints/bert/${name}`, import.meta.url));
export const modelFiles = ['config.json', 'model.safetensors', 'tokenizer.json'];

const vocabulary = Object.entries(
  JSON.parse(bytesOf('tokenizer.json').toString()).model.vocab as Record<string, number>,
)
  .toSorted(([, a], [, b]) => a - b)
  .map(([token]) => token.replace(/^##/, '·'));

/**
 * The ten most likely words at a mask (0 or 1) of "The animal did not [MASK] the street because [MASK] was too tired."
 */
export async function likelyWords(mask: number): Promise<string[]> {
  const { tensors } = await readSafetensors(bytesOf('words.safetensors'));
  const size = vocabulary.length;
  const shares = tensors['probabilities']!.data.subarray(mask * size, (mask + 1) * size);
  return Array.from(shares, (share, id) => [share, vocabulary[id]!] as const)
    .toSorted(([a], [b]) => b - a)
    .slice(0, 10)
    .map(([share, token]) => `${token} ${(100 * share).toFixed(1)}%`);
}
