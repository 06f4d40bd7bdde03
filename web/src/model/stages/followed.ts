/** The followed columns: for each axis, the column whose numbers the story writes out, one per word. */
import { indexOfLargest } from './index-of-largest';
import { type Axis, linesOf, type Story } from './lines';
import type { StageName } from './stages';

export type Followed = Readonly<Record<Axis, number>>;

/** The columns that the visitor has chosen; the others are those that explain most. */
export type ChosenColumns = Partial<Followed>;

/**
 * The most informative columns. For queries and keys: the one that adds most to the score of the largest weight. For
 * values and wide rows: the largest of the context and of the output.
 */
export function defaultColumns(story: Story): Followed {
  const numbers = (stage: StageName) => linesOf(stage, story)[0]!;
  const [q, k, context] = [numbers('q'), numbers('k'), numbers('context')];
  const best = indexOfLargest(numbers('weights').values);
  const row = ({ values, width }: typeof q, word: number) =>
    values.subarray(word * width, (word + 1) * width);
  const keys = row(k, best);
  return {
    d_head: indexOfLargest(row(q, story.query).map((value, i) => value * keys[i]!)),
    d_v: indexOfLargest(context.values.map(Math.abs)),
    d_model: indexOfLargest(numbers('output').values.map(Math.abs)),
    d_ff: 0,
    key: 0,
  };
}
