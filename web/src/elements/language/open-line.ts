/** The line about the open model. */
import type { TextModel } from '../../model/language/text-model';
import type { Words } from '../../words/words';

/** `name`: of a model of the site. */
export function openLine(
  model: TextModel,
  name: string | null,
  { languageModel: words }: Words,
): string {
  const { layers, heads, d_model, weights, doubtfulVocabulary: doubt } = model;
  const parts = words.size(layers, heads, d_model, weights);
  const size = name === null ? parts : `${parts} ${words.readsEnglish}`;
  return doubt ? `${size} ${words.doubtfulVocabulary(doubt.tokens, doubt.rows)}` : size;
}
