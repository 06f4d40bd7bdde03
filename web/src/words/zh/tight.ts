/** A text with spaces around its pieces, without those between two Chinese characters. Isolated pieces count as their text. */
export const tight = (text: string): string =>
  text.replace(/(\p{Script=Han}[\u2066-\u2069]*) (?=[\u2066-\u2069]*\p{Script=Han})/gu, '$1');
