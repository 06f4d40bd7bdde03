/** The place of the last token that is not punctuation; 0 if there is none. */
export const lastWord = (tokens: readonly string[]): number =>
  Math.max(
    0,
    tokens.findLastIndex((token) => /\P{P}/u.test(token)),
  );
