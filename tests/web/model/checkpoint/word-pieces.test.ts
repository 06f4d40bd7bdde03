/** Which tokens form a word, and where a long text is cut; with a handmade byte-level tokenizer like RoBERTa's. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WordPieces } from '../../../../web/src/model/checkpoint/word-pieces';

const golden = new URL('../../../golden/checkpoints/bert/tokenizer.json', import.meta.url);
const wordPiece = new WordPieces(JSON.parse(readFileSync(golden, 'utf8')));

/** The characters that byte-level BPE uses for bytes. */
function byteCharacters(): string[] {
  const visible = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCharCode(visible(byte) ? byte : next++),
  );
}

function byteLevel(words: readonly string[]): WordPieces {
  // Each word is merged from the left.
  const merges = words.flatMap((word) =>
    [...word].slice(1).map((character, i) => `${word.slice(0, i + 1)} ${character}`),
  );
  const tokens = ['<s>', '<pad>', '</s>', '<unk>', '<mask>', ...byteCharacters()];
  for (const merge of merges) tokens.push(merge.replace(' ', ''));
  const special = tokens.slice(0, 5);
  return new WordPieces({
    version: '1.0',
    added_tokens: special.map((content, id) => ({
      ...{ id, content, special: true, normalized: false },
      ...{ single_word: false, lstrip: false, rstrip: false },
    })),
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    post_processor: { type: 'RobertaProcessing', sep: ['</s>', 2], cls: ['<s>', 0] },
    decoder: { type: 'ByteLevel' },
    model: {
      type: 'BPE',
      unk_token: '<unk>',
      vocab: Object.fromEntries([...new Set(tokens)].map((token, id) => [token, id])),
      merges,
    },
  });
}

const roberta = byteLevel([
  'The',
  'Ġ22',
  'Ġcat',
  'Ġsat',
  'Ġwell',
  'known',
  'Ġcaf',
  "'s",
  'Ġ"',
  '."',
]);
const wordsOf = ({ tokens, word_of }: ReturnType<WordPieces['split']>) =>
  [...new Set(word_of)]
    .filter((word) => word >= 0)
    .map((word) => tokens.filter((_, i) => word_of[i] === word).join('|'));

describe('words of a byte-level tokenizer', () => {
  it.each([
    ['The cat sat.', ['The', 'cat', 'sat', '.']],
    ['The cat, sat!', ['The', 'cat', ',', 'sat', '!']],
    ["The cat's", ['The', 'cat', "'s"]],
    ['well-known cat', ['w|·e|·l|·l', '-', 'known', 'cat']],
    ['The "cat."', ['The', '"', 'c|·a|·t', '."']],
    ['cats 22', ['c|·a|·t|·s', '22']],
  ])('%s', (text, words) => {
    expect(wordsOf(roberta.split(text))).toEqual(words);
  });

  it('may have letters of several bytes, and delimiters are no words', () => {
    const { tokens, word_of } = roberta.split('The café sat.');
    expect([tokens[0], tokens.at(-1)]).toEqual(['<s>', '</s>']);
    expect([word_of[0], word_of.at(-1)]).toEqual([-1, -1]);
    const cafe = word_of.filter((word) => word === 1);
    expect(cafe.length).toBeGreaterThan(1);
    expect(Math.max(...word_of)).toBe(3);
  });
});

it('the notice of a cut names whole words', () => {
  expect(roberta.split('The cats sat cat cat', 6).cut!.after).toBe('The cats sat');
});

describe('a text of more tokens than the model reads', () => {
  it.each([
    ['[SEP]', wordPiece],
    ['</s>', roberta],
  ])('is cut before %s, as transformers does', (end, pieces) => {
    const text = 'The cat sat. cat sat. cat sat. cat sat.';
    const all = pieces.split(text);
    expect(all.cut).toBeNull();
    const n = all.ids.length;
    for (let max = 5; max < n; ++max) {
      const { ids, tokens, word_of, cut } = pieces.split(text, max);
      expect(ids).toEqual([...all.ids.slice(0, max - 1), all.ids.at(-1)]);
      expect(tokens.at(-1)).toBe(end);
      expect(word_of).toEqual([...all.word_of.slice(0, max - 1), -1]);
      expect(cut!.tokens).toBe(n - max);
      expect(cut!.after.split(' ').length).toBe(Math.min(3, 1 + Math.max(...word_of)));
    }
    expect(pieces.split(text, n).cut).toBeNull();
    expect(pieces.split(text, 6).cut!.after.toLowerCase()).toMatch(/sat \.$|cat sat$/);
  });
});

describe('a token by its number', () => {
  it('is shown as in a text', () => {
    const { ids, tokens } = wordPiece.split('The animal did unbelievably cross, [MASK].');
    expect(tokens.some((token) => token.startsWith('·'))).toBe(true);
    expect(ids.map((id) => wordPiece.tokenText(id))).toEqual(tokens);
    // A piece without a space before it continues a word, unless it is a punctuation mark.
    const read = roberta.split(' cat sat, wellknown');
    expect(read.ids.slice(1, -1).map((id) => roberta.tokenText(id))).toEqual(
      read.tokens.slice(1, -1),
    );
    expect(roberta.tokenText(2)).toBe('</s>');
    expect(roberta.tokenText(100_000)).toBe('#100000');
  });

  it('may be the mask', () => {
    expect(wordPiece.mask).toMatchObject({ id: 4, content: '[MASK]' });
    expect(roberta.mask).toMatchObject({ id: 4, content: '<mask>' });
  });
});
