/** English texts about weights from a file. Code that uses them imports add-weights.ts. */
import { count } from '../forms/count';
import { phrase } from '../forms/phrase';

const rowsOf = (odd: number, rows: number) =>
  `${count(odd)} of ${count(rows)} ${rows === 1 ? 'row' : 'rows'}`;
const verb = (odd: number, one: string, several: string) => (odd === 1 ? one : several);

export const fileWeights = {
  shown: (name: unknown) =>
    phrase`These are the attention weights from ${name}. The address of this page does not include them.`,
  facts:
    'The weights are the file’s own numbers; their sums, means and entropies are computed here. Model size, seed, mask, positions and temperature do not apply to them.',
  /** `rows` counts the rows of all heads. */
  notFinite: (odd: number, rows: number) =>
    `${rowsOf(odd, rows)} ${verb(odd, 'contains', 'contain')} numbers that are not finite; those cells are orange.`,
  negative: (odd: number, rows: number) =>
    `${rowsOf(odd, rows)} ${verb(odd, 'contains', 'contain')} negative numbers.`,
  otherSums: (odd: number, rows: number) =>
    `${rowsOf(odd, rows)} ${verb(odd, 'does', 'do')} not sum to 1.`,
  asTheyAre:
    'Rows that are not probability distributions are shown as numbers, not as percentages.',
  /** Title of the heatmap. */
  title: 'Weights from the file',
  only: 'The file has only weights: there are no queries, keys, values and context to show.',
  /** The heading of the panel that otherwise shows how a weight was computed. */
  heading: (query: unknown, key: unknown, share: string) => phrase`${query} gives ${key} ${share}`,
  weight: 'weight',
  /** `code` is a head or a number as the file’s own code writes it. */
  inFile: (code: string) => `${code} in the file`,
  sum: 'sum of the row',
  entropy: 'entropy',
  /** `keys` is a number with one decimal. */
  spread: (keys: string) => `as with equal weights on ${keys} keys`,
  noEntropy: 'only defined for rows of non-negative weights that sum to 1',
  why: 'The file has only weights. The scores, queries and keys behind them are not known.',
  zeros: 'All weights of this row are 0.',
  rowNotFinite: 'This row contains numbers that are not finite.',
  /** Caption in saved pictures. */
  caption: 'weights from the file',
  choose: 'Attention weights',
  item: (number: number) => `Layer or batch item, from 1 to ${count(number)}`,
  tooLarge: (name: string, tokens: number, max: number) =>
    `${name} has ${count(tokens)} queries or keys. The views of the lab show at most ${max}, so here it is as one matrix.`,
  showAs: 'Show as attention weights',
};
