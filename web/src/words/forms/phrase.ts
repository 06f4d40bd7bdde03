/** A text with marked-up pieces in it, such as a token. Its parts are rendered in order. */
export type Phrase = readonly unknown[];

/** Texts with pieces, or without. */
export type Phrases = Readonly<Record<string, string | ((...pieces: unknown[]) => Phrase)>>;

/** phrase`from ${word} on`: the texts, and the pieces between them. A piece that is a string joins the text around it. */
export function phrase(texts: TemplateStringsArray, ...pieces: readonly unknown[]): Phrase {
  const parts: unknown[] = [];
  for (const part of texts.flatMap((text, i) => [pieces[i - 1] ?? '', text])) {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts.filter((part) => part !== '');
}
