/** Splits a text into words and punctuation marks, as the core does (core/training/tasks/typed_words.h). */
export const typedWords = (text: string): string[] =>
  text.match(/[.,;:!?"()]|[^ \t\n\r.,;:!?"()]+/g) ?? [];
