/** Feeds sentences to the head finder in small batches, so that other requests can run in between. */
import type { RelationSentence } from '../../../../wasm/engine';
import type { TokenizedText } from '../checkpoint/word-pieces';

const kBatch = 16;
export const kDefaultSentences = 640;

export interface SentenceChoice {
  /** 640 by default. */
  sentences?: number;
  /** 1 by default. */
  seed?: number;
}

export interface FindHeadsOptions extends SentenceChoice {
  onProgress?: (done: number, all: number) => void;
  signal?: AbortSignal | undefined;
}

export const withDefaultSentences = ({
  sentences = kDefaultSentences,
  seed = 1,
}: SentenceChoice) => ({
  sentences,
  seed,
});

/** The number of sentences in the half `find`; the rest are the half `report`. */
export const foundBy = (sentences: number): number => Math.ceil(sentences / 2);

export interface FinderBatch {
  readonly half: 'find' | 'report';
  readonly sentences: readonly RelationSentence[];
}

/** The first half finds, the other reports. Sentences of similar length share a pass, where shorter ones are padded. */
export function finderBatches(all: readonly RelationSentence[]): FinderBatch[] {
  const middle = foundBy(all.length);
  return [...batchesOf('find', all.slice(0, middle)), ...batchesOf('report', all.slice(middle))];
}

function batchesOf(half: FinderBatch['half'], all: readonly RelationSentence[]): FinderBatch[] {
  const sorted = all.toSorted((a, b) => a.words.length - b.words.length);
  return Array.from({ length: Math.ceil(sorted.length / kBatch) }, (_, i) => ({
    half,
    sentences: sorted.slice(i * kBatch, (i + 1) * kBatch),
  }));
}

/** Tokenizes sentences. Leaves out those that the model cuts, because they have words without tokens. */
export function uncutSentences(
  all: readonly RelationSentence[],
  tokenize: (text: string) => TokenizedText,
) {
  const uncut = all
    .map((sentence) => ({ ...sentence, ...tokenize(sentence.words.join(' ')) }))
    .filter(({ cut }) => cut === null);
  return {
    ids: uncut.map(({ ids }) => ids),
    word_of: uncut.map(({ word_of }) => word_of),
    pairs: uncut.map(({ pairs }) => pairs),
    kinds: uncut.map(({ kinds }) => kinds),
  };
}
