/** Feeds sentences to the head finder in small batches, so that other requests can run in between. */
import type { RelationSentence } from '../../../wasm/engine';

const kBatch = 16;

export interface FinderBatch {
  readonly half: 'find' | 'report';
  readonly sentences: readonly RelationSentence[];
}

/** The first half finds, the other reports. Sentences of similar length share a pass, where shorter ones are padded. */
export function finderBatches(drawn: readonly RelationSentence[]): FinderBatch[] {
  const middle = Math.ceil(drawn.length / 2);
  return [
    ...batchesOf('find', drawn.slice(0, middle)),
    ...batchesOf('report', drawn.slice(middle)),
  ];
}

function batchesOf(half: FinderBatch['half'], drawn: readonly RelationSentence[]): FinderBatch[] {
  const sorted = drawn.toSorted((a, b) => a.words.length - b.words.length);
  return Array.from({ length: Math.ceil(sorted.length / kBatch) }, (_, i) => ({
    half,
    sentences: sorted.slice(i * kBatch, (i + 1) * kBatch),
  }));
}
