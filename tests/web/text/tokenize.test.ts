import { describe, expect, it, vi } from 'vitest';
import { kMaxCharacters, kMaxTokens, tokenize } from '../../../web/src/text/tokenize';

const texts = (sentence: string) => tokenize(sentence).map((token) => token.text);
const words = (sentence: string) => tokenize(sentence).map((token) => token.word);

describe('a sentence is split into', () => {
  it.each([
    ['words', 'The cat sat on the mat', ['The', 'cat', 'sat', 'on', 'the', 'mat']],
    ['words and punctuation', 'Yes, no. Why?!', ['Yes', ',', 'no', '.', 'Why', '?', '!']],
    ['words with their apostrophe', "it's l’été", ["it's", 'l’été']],
    ['numbers with their point', 'pi is 3.14, or 22/7', 'pi|is|3.14|,|or|22|/|7'.split('|')],
    ['words with any space between them', ' a\t b\n\nc\u00a0d\u3000e ', ['a', 'b', 'c', 'd', 'e']],
    ['Hebrew words, in the order of reading', 'שלום עולם!', ['שלום', 'עולם', '!']],
    ['Arabic words with their vowel marks', 'كِتَابٌ جديد', ['كِتَابٌ', 'جديد']],
    ['a family as one token', 'a 👨‍👩‍👧‍👦 b', ['a', '👨‍👩‍👧‍👦', 'b']],
    ['a flag and a skin tone as one token each', '🇫🇷 👍🏽', ['🇫🇷', '👍🏽']],
    ['letters with all their marks', 'a\u0301\u0323\u0308b', ['a\u0301\u0323\u0308b']],
  ])('%s', (_, sentence, expected) => expect(texts(sentence)).toEqual(expected));

  it.each([
    ['Chinese', '我喜欢我的猫'],
    ['Japanese', '猫がマットの上に座った'],
    ['Thai', 'แมวนั่งบนเสื่อ'],
  ])('%s words, none of it lost, though no spaces tell where they end', (_, sentence) => {
    const cut = texts(sentence);
    expect(cut.join('')).toBe(sentence);
    expect(cut.length).toBeGreaterThan(1);
    expect(cut.length).toBeLessThan([...sentence].length);
  });

  it('tokens by the rules of English in a browser of any language, so that a link has the same ones', () => {
    const { Segmenter } = Intl;
    const constructed = vi.spyOn(Intl, 'Segmenter').mockImplementation(function (...given) {
      return new Segmenter(...given);
    });
    tokenize('a b');
    expect(constructed).toHaveBeenCalledWith('en', { granularity: 'word' });
  });

  it('plain text if it looks like markup', () => {
    const cut = texts('<img src=x onerror=alert(1)>');
    expect(cut).toEqual(['<', 'img', 'src', '=', 'x', 'onerror', '=', 'alert', '(', '1', ')', '>']);
  });
});

describe('tokens share a word', () => {
  it('when they are spelled the same', () =>
    expect(words('on and on')).toEqual(['on', 'and', 'on']));

  it('when they differ only in case', () => {
    expect(words('The THE the')).toEqual(['the', 'the', 'the']);
    expect(words('ÉTÉ Été ΚΑΙ και')).toEqual(['été', 'été', 'και', 'και']);
  });

  it('when they are the same letters, composed or not', () => {
    const [composed, decomposed] = tokenize('caf\u00e9 cafe\u0301');
    expect(decomposed!.word).toBe(composed!.word);
    expect(decomposed!.text).toBe('cafe\u0301'); // as written
    const [syllable, jamo] = tokenize('\ud55c \u1112\u1161\u11ab');
    expect(jamo!.word).toBe(syllable!.word);
  });

  it('but not when they differ in a mark', () => {
    const [plain, marked] = tokenize('resume résumé');
    expect(marked!.word).not.toBe(plain!.word);
  });
});

describe('characters that cannot be encoded or seen', () => {
  it.each(['\ud800', 'a \udfff b', '\ud83d cat', 'x\ud83d'])(
    'lone surrogates become the replacement character (%j)',
    (sentence) => {
      const found = tokenize(sentence);
      expect(found.some(({ text }) => text.includes('\ufffd'))).toBe(true);
      for (const { text, word } of found) {
        expect(text.isWellFormed()).toBe(true);
        expect(word.isWellFormed()).toBe(true);
      }
    },
  );

  it.each([
    ['nothing', ''],
    ['white space', ' \t\r\n\u00a0\u2003\u3000'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['direction marks', '\u200e\u200f\u202a\u202c\u2066\u2069'],
    ['control characters', '\u0000\u0007\u001b\u007f'],
    ['a soft hyphen', '\u00ad'],
    ['invisible letters', '\u3164 \u115f\u1160 \uffa0'],
    ['variation selectors by themselves', '\ufe0f \u{e0100}'],
  ])('%s is refused, saying what is needed', (_, sentence) => {
    expect(() => tokenize(sentence)).toThrow('Type at least one word.');
  });

  it('form no token next to others', () => {
    expect(texts('a \u200b b \u3164 c')).toEqual(['a', 'b', 'c']);
  });

  it.each(['\u0601', '\u06dd', '\u{110bd}'])('a visible sign is a token (%j)', (sign) => {
    expect(texts(`a ${sign} b`).join(' ')).toContain(sign);
  });
});

describe('a sentence is limited to', () => {
  it('512 tokens', () => {
    expect(kMaxTokens).toBe(512);
    expect(tokenize('a '.repeat(512))).toHaveLength(512);
    expect(() => tokenize('a '.repeat(513))).toThrow('Use at most 512 tokens; this text has 513.');
  });

  it('8,192 characters', () => {
    expect(kMaxCharacters).toBe(8192);
    expect(tokenize('b'.repeat(8192))).toHaveLength(1);
    expect(() => tokenize('b'.repeat(8193))).toThrow(
      'at most 8,192 characters; this text has 8,193.',
    );
  });

  it('the max length, and the message names it with the actual length', () => {
    expect(() => tokenize('word '.repeat(20_000))).toThrow(
      'Use at most 8,192 characters; this text has 100,000.',
    );
  });

  it('the max length before it is split, since splitting takes long', () => {
    const cut = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    expect(() => tokenize('word '.repeat(20_000))).toThrow('this text has 100,000.');
    expect(cut).not.toHaveBeenCalled();
    tokenize('word');
    expect(cut).toHaveBeenCalledOnce();
  });
});
