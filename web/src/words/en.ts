/** The interface's words in English: the one catalogue that the others translate. */
export const en = {
  table: {
    summary: 'Table',
    of: (what: string) => ` of ${what}`,
    copy: 'Copy as tab-separated text',
    copied: 'Copied.',
    refused: 'The clipboard was refused; the table is selected instead.',
  },
  difference: {
    heading: (field: string) => `Difference of ${field}, first lab less second`,
    expected: (came: string) =>
      `Expected the ids of two labs, such as of="one two", got “${came}”.`,
  },
};
