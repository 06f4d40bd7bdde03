/** Compares MiniLM's tokenizer with the Hugging Face tokenizer in Python, on difficult strings. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WordPieces } from '../../../../web/src/model/checkpoint/word-pieces';

const jsonAt = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));
const { strings } = jsonAt('tests/golden/minilm/reference.json') as {
  strings: { text: string; ids: number[]; tokens: string[] }[];
};
// `npm run model` makes this file.
const pieces = new WordPieces(jsonAt('web/public/models/minilm/tokenizer.json'));

it('has 32 strings', () => expect(strings).toHaveLength(32));

it.each(strings)('$text', ({ text, ids, tokens }) => {
  const split = pieces.split(text);
  expect(split.ids).toEqual(ids);
  expect(split.tokens).toEqual(tokens.map((token) => token.replace(/^##/, '·')));
  expect(split.cut).toBeNull();
});
