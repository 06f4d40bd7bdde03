/** The line about the open model. */
import type { TextModel } from '../../model/language/text-model';
import { paragraph } from '../../words/forms/paragraph';
import type { Words } from '../../words/words';

/** `name`: of a model of the site. */
export function openLine(
  model: TextModel,
  name: string | null,
  { languageModel: words }: Words,
): string {
  const { layers, heads, d_model, weights, doubtfulVocabulary: doubt } = model;
  return paragraph([
    words.size(layers, heads, d_model, weights),
    name !== null && words.readsEnglish,
    doubt && words.doubtfulVocabulary(doubt.tokens, doubt.rows),
  ]);
}
