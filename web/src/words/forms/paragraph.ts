/** Joins sentences, without those that are empty. After a Chinese full stop there is no space. */
export const paragraph = (sentences: readonly (string | false | null | undefined)[]): string =>
  sentences.filter(Boolean).join(' ').replaceAll('。 ', '。');
