/** A text with marked-up pieces in it, such as a token. Its parts are rendered in order. */
export type Phrase = readonly unknown[];

/** Texts with pieces, or without. */
export type Phrases = Readonly<Record<string, string | ((...pieces: unknown[]) => Phrase)>>;

/** phrase`from ${word} on`: the texts, and the pieces between them. */
export const phrase = (texts: TemplateStringsArray, ...pieces: readonly unknown[]): Phrase =>
  texts.flatMap((text, i) => [pieces[i - 1] ?? '', text]).filter((part) => part !== '');
