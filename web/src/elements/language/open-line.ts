/** The line about the open model. */
import type { TextModel } from '../../model/language/text-model';
import type { Words } from '../../words/words';

export function openLine(model: TextModel, { languageModel: words }: Words): string {
  const { layers, heads, d_model, weights, doubtfulVocabulary: doubt } = model;
  const size = words.size(layers, heads, d_model, weights);
  return doubt ? `${size} ${words.doubtfulVocabulary(doubt.tokens, doubt.rows)}` : size;
}
