/** The visitor's own text: how it is split, what is refused, and what is displayed. */
import { describe, expect, it } from 'vitest';
import {
  checkText,
  pinnedExamples,
  joinTokens,
  kMaxTextToLearn,
  kMaxVocabulary,
  readTextFile,
  recipeText,
  tokensOf,
} from '../../../web/src/training/own-text';
import { rhyme } from '../../../web/src/training/rhyme';
import { messageOf } from '../../../web/src/words/refusal';
import { loadWords } from '../../../web/src/words/words';

const [de, zh] = await Promise.all([loadWords('de'), loadWords('zh')]);

describe('the rhyme', () => {
  it('has a verse for each thing, leading back to the house', () => {
    const verses = rhyme.split('\n\n');
    expect(verses).toHaveLength(11);
    expect(verses[0]).toBe('This is the house that Jack built.');
    expect(verses[3]).toBe(
      'This is the cat,\nThat killed the rat,\nThat ate the malt\nThat lay in the house that Jack built.',
    );
    for (const [n, verse] of verses.entries()) {
      expect(verse.split('\n')).toHaveLength(n + 1);
      expect(verse).toMatch(/house that Jack built\.$/);
    }
  });

  it('is accepted by both tasks', () => {
    expect(() => checkText('characters', rhyme, 64)).not.toThrow();
    expect(() => checkText('words', rhyme, 32)).not.toThrow();
  });
});

it('tokens are characters, or words and punctuation marks, and join to the text again', () => {
  expect(tokensOf('characters', 'a 😀ü\n')).toEqual(['a', ' ', '😀', 'ü', '\n']);
  const words = ['Oh', ',', 'that', '(', 'small', ')', 'cat', '!', 'It', "didn't", '.'];
  expect(tokensOf('words', "Oh, that\t(small)  cat!\nIt didn't.")).toEqual(words);
  expect(joinTokens('words', words)).toBe("Oh, that ( small) cat! It didn't.");
  expect(joinTokens('characters', ['a', ' ', 'b'])).toBe('a b');
});

describe('a text is refused', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
  const fill = (text: string, length: number) => text.padEnd(length, 'ab ');
  it.each([
    ['characters', 'too short', 'Use at least 260 characters, not 9: '],
    ['words', 'too short', 'Use at least 132 words and punctuation marks, not 2: '],
    ['characters', fill('', kMaxTextToLearn + 1), 'Use at most 50,000 characters, not 50,001.'],
    ['words', fill('', kMaxTextToLearn + 1), 'Use at most 50,000 characters, not 50,001.'],
    ['words', many(kMaxVocabulary + 1), 'at most 1,500 different words, not 1,501.'],
  ] as const)('by %s, with its limit and what it has', (task, text, why) => {
    expect(() => checkText(task, text, task === 'words' ? 32 : 64)).toThrow(why);
  });

  it('in each language', () => {
    const thrown = (() => {
      try {
        checkText('characters', 'ab', 64);
      } catch (error) {
        return error as Error;
      }
      throw new Error('nothing was refused');
    })();
    expect(messageOf(thrown)(de)).toContain('mindestens 260 Zeichen, nicht 2');
    expect(messageOf(thrown)(zh)).toContain('至少需要 260 个字符，现在只有 2 个');
  });

  it('but not at its limits', () => {
    checkText('characters', fill('', kMaxTextToLearn), 64);
    checkText('characters', fill('', 260), 64);
    checkText('words', many(kMaxVocabulary), 32);
  });
});

it('a file is read as UTF-8, with any line ends', async () => {
  expect(await readTextFile(new Blob(['ä\r\nb\rc']))).toBe('ä\nb\nc');
  const notText = new Blob([Uint8Array.of(0xff, 0xfe, 0x41)]);
  await expect(readTextFile(notText)).rejects.toThrow('Use a text file in UTF-8.');
  const long = new Blob([new Uint8Array(4 * kMaxTextToLearn + 1)]);
  await expect(readTextFile(long)).rejects.toThrow('at most 50,000 characters');
});

it('the examples of one’s own text are its first and last tokens, as many as the model reads', () => {
  const trainingText = `${'one two three, '.repeat(60)}and the end of it all.`;
  const own = { trainingText, recipe: {} };
  expect(pinnedExamples({ ...own, model: 'characters' })).toEqual([
    'one two three, one two t',
    ', and the end of it all.',
  ]);
  expect(pinnedExamples({ ...own, model: 'words' })).toEqual([
    'one two three, one two three, one two three,',
    ', one two three, and the end of it all.',
  ]);
  const short = { recipe: { length: 5 }, trainingText: undefined };
  expect(pinnedExamples({ ...short, model: 'characters' })).toEqual(['hat a', 'hat k']);
  expect(pinnedExamples({ ...short, model: 'words' })[1]).toBe('the cat, That killed');
  expect(pinnedExamples({ ...own, model: 'sort' })[0]).toMatch(/^9 3/);
});

it('other tasks learn no text', () => {
  const trainingText = 'mine';
  expect(recipeText({ model: 'characters', trainingText })).toEqual({ text: trainingText });
  expect(recipeText({ model: 'words', trainingText: undefined })).toEqual({ text: rhyme });
  expect(recipeText({ model: 'sort', trainingText })).toEqual({});
});
