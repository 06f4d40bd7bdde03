/** English texts about what the visitor has changed. Code that uses them imports add-changes.ts. */
export const changes = {
  /** The list of all of them. */
  label: 'Changes',
  /** Stands in the first screen. */
  count: (changes: number) => `Changed: ${changes}`,
  undoAll: 'Undo all',
  was: 'before:',
  /** A row of weights, of a word in one of the sentences, and what it is made to look at. */
  row: (head: string, word: string, sentence: string) => `${head}, “${word}” in “${sentence}”`,
  looksAt: (word: string) => `looks only at “${word}”`,
  /** Follows a number whose place a shorter sentence does not have. */
  notInSentence: '(not in this sentence)',
  /** A weight and what it was: `layer 1: 3%, before: 99%`. */
  weight: (weight: string, before: string) => `${weight}, before: ${before}`,
};
