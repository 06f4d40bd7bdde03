/**
 * Names of whole rows and columns of numbers: German has one case after "von" and another after "für", Chinese no space
 * between Chinese characters.
 */
import { expect, test } from 'vitest';
import type { TokenModelConfig } from '../../../../../web/src/engine/client/engine';
import { nameContext, numberName } from '../../../../../web/src/elements/story/names/number-name';
import type { EditPlace } from '../../../../../web/src/model/edits/edits';
import '../../../../../web/src/words/add-story';
import { loadWords, type Language } from '../../../../../web/src/words/words';

const config: TokenModelConfig = { architecture: 'decoder_only', d_model: 4, d_ff: 4 };
const layer = 'layers.0.attention';
const row: EditPlace = { layer, field: 'weights', index: [0, 0, 1, null] };
const column: EditPlace = { layer, field: 'weights', index: [0, 0, null, 1] };
const answers: EditPlace = { field: 'logits', index: [0, 1, null] };
const allLogits: EditPlace = { field: 'logits', index: [0, null, null] };

test.each<[Language, EditPlace, string]>([
  ['en', row, 'weight of it for all tokens'],
  ['en', column, 'weight of all tokens for it'],
  ['en', answers, 'logit of all answers for it'],
  ['en', allLogits, 'logit of all answers for all tokens'],
  ['de', row, 'Gewicht von it für alle Tokens'],
  ['de', column, 'Gewicht von allen Tokens für it'],
  ['de', answers, 'Logit von allen Antworten für it'],
  ['de', allLogits, 'Logit von allen Antworten für alle Tokens'],
  ['zh', row, 'it 对所有词元的权重'],
  ['zh', answers, '所有答案对 it 的 logit'],
])('in %s, of %j', async (language, place, name) => {
  const tokens = ['so', 'it'];
  const named = { config, tokens, targets: [], vocabulary: tokens, inputs: undefined };
  const naming = nameContext({ ...named, inspection: undefined }, await loadWords(language));
  // Words of the visitor are isolated from the direction of the sentence.
  const text = numberName(place, naming).replace(/[\u2066-\u2069]/gu, '');
  const { comma } = naming.words.marks;
  expect(text.split(comma)[0]).toBe(name);
  expect(text.split(comma).length).toBe(place.layer === undefined ? 1 : 3);
});
