/** All numbers of a sentence as one NPZ, for NumPy: ids, the weights of all heads, the vectors of its tokens and its own. */
import { download } from '../../files/download';
import type { InspectedText, TextModel } from '../../model/text-model';
import type { ForcedWeights } from '../../training/interventions';
import type { HeadPlace } from '../../training/view-types';

interface Changes {
  readonly off: readonly HeadPlace[];
  readonly forced: readonly ForcedWeights[];
}

export async function saveEverything(
  model: TextModel,
  seen: InspectedText,
  changes: Changes,
): Promise<void> {
  const { ids, word_of, weights, embedding } = seen;
  const n = ids.length;
  const all = new Float32Array(weights.length * model.heads * n * n);
  weights.forEach((layer, i) => all.set(layer, i * layer.length));
  const { writeNpz } = await import('../../files/tensor-files');
  const bytes = writeNpz({
    ids: { shape: [n], data: Float32Array.from(ids) },
    word_of: { shape: [n], data: Float32Array.from(word_of) },
    weights: { shape: [weights.length, model.heads, n, n], data: all },
    vectors: await model.vectors.tokenVectors(seen.text, changes),
    embedding: { shape: [embedding.length], data: embedding },
  });
  download('sentence.npz', bytes, 'application/octet-stream');
}
