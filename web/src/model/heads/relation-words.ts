/** The words with a known relation: the words of the sentences on which heads are measured. */
import type { RelationSentence } from '../../../../wasm/engine';
import type { RelationName } from './found-heads';
import { wordsOf, type TokenizedText } from '../checkpoint/word-pieces';

interface WordsOfRelation {
  readonly from: Set<string>;
  readonly to: Set<string>;
  /** Whether `to` may precede `from`, and whether it may follow it. */
  before: boolean;
  after: boolean;
}

export type RelationWords = ReadonlyMap<RelationName, WordsOfRelation>;

export function relationWords(
  sentences: readonly Pick<RelationSentence, 'words' | 'pairs'>[],
): RelationWords {
  const known = new Map<RelationName, WordsOfRelation>();
  for (const { words, pairs } of sentences)
    for (const { relation, from, to } of pairs) {
      const of = known.get(relation) ?? newWords();
      of.from.add(words[from]!);
      of.to.add(words[to]!);
      if (to < from) of.before = true;
      else of.after = true;
      known.set(relation, of);
    }
  return known;
}

const newWords = (): WordsOfRelation => ({
  from: new Set(),
  to: new Set(),
  before: false,
  after: false,
});

/**
 * The token of a word that is a known query of this relation and has a possible key in the same text: token `now` if
 * possible, otherwise the first such token; undefined if there is none.
 */
export function queryToken(
  text: Pick<TokenizedText, 'tokens' | 'word_of'>,
  known: RelationWords,
  relation: RelationName,
  now: number,
): number | undefined {
  const of = known.get(relation);
  if (!of) return undefined;
  const words = wordsOf(text).map((word) => word.toLowerCase());
  const mayLook = (from: number, to: number) =>
    (to < from ? of.before : to > from && of.after) &&
    of.to.has(words[to]!) &&
    (relation !== 'same_word_before' || words[from] === words[to]);
  const asks = words.map((word, i) => of.from.has(word) && words.some((_, to) => mayLook(i, to)));
  if (asks[text.word_of[now] ?? -1]) return now;
  const first = asks.indexOf(true);
  return first < 0 ? undefined : text.word_of.indexOf(first);
}
