/** The sentences on which heads are measured: examples, and a table to save. */
import type { RelationSentence, WordPair } from '../../../../wasm/engine';
import { csvOfLines, field } from '../../files/csv';
import { foundBy } from './finder-batches';
import type { RelationName } from './found-heads';

/** Examples of one relation. */
const kExamples = 3;

export interface TestSentences {
  readonly all: readonly RelationSentence[];
  readonly seed: number;
}

export interface TestExample {
  readonly words: readonly string[];
  readonly pair: WordPair;
}

/** The first sentences of the half that confirms names, with different distances as far as possible. */
export function testExamples({ all }: TestSentences, relation: RelationName): TestExample[] {
  const examples = all.slice(foundBy(all.length)).flatMap(({ words, pairs }) => {
    const pair = pairs.find((pair) => pair.relation === relation);
    return pair ? [{ words, pair }] : [];
  });
  const distance = ({ pair }: TestExample) => pair.to - pair.from;
  const isFirst = (one: TestExample, i: number) =>
    examples.findIndex((other) => distance(other) === distance(one)) === i;
  const first = examples.filter(isFirst);
  return [...first, ...examples.filter((example) => !first.includes(example))].slice(0, kExamples);
}

const kCsvColumns = [
  ...['sentence', 'half', 'text', 'relation', 'relation_key'],
  ...['from_index', 'from', 'to_index', 'to', 'seed'],
];

/** A line for each pair of words (RFC 4180); sentences count from 1, words from 0. */
export function sentencesCsv(
  { all, seed }: TestSentences,
  names: Readonly<Record<RelationName, string>>,
): string {
  const finding = foundBy(all.length);
  const lines = [kCsvColumns];
  all.forEach(({ words, pairs }, i) => {
    const sentence = [i + 1, i < finding ? 'find' : 'report', words.join(' ')];
    for (const { relation, from, to } of pairs)
      lines.push(
        [...sentence, names[relation], relation, from, words[from], to, words[to], seed].map(
          (value) => field(String(value)),
        ),
      );
  });
  return csvOfLines(lines);
}
