/** English texts about what the visitor has changed. Code that uses them imports add-changes.ts. */
export const changes = {
  label: 'Changes',
  count: (changes: number) => `Changed: ${changes}`,
  undoAll: 'Undo all',
  was: 'before:',
  /** A forced row of weights: the row of a word in one of the sentences. `looksAt` follows. */
  row: (head: string, word: string, sentence: string) => `${head}, “${word}” in “${sentence}”`,
  looksAt: (word: string) => `looks only at “${word}”`,
  /** Follows a number whose position a shorter sentence does not have. */
  notInSentence: '(not in this sentence)',
  /** Such as `layer 1: 3%, before: 99%`. */
  value: (now: string, before: string) => `${now}, before: ${before}`,
};
