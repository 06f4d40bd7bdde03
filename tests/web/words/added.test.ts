/** Texts that a page adds later: in English immediately, in a translation once it is loaded again. */
import { afterEach, expect, it, vi } from 'vitest';
import '../../../web/src/words/add-weights';
import { fileWeights as german } from '../../../web/src/words/de/weights';
import { en } from '../../../web/src/words/en/base';
import {
  addWords,
  hasWords,
  languages,
  loadedWords,
  loadWords,
  wordsIn,
} from '../../../web/src/words/words';
import { parts } from '../../../web/src/words/zh/base';

const { fileWeights } = en;
const english = { ...fileWeights };

afterEach(async () => {
  vi.restoreAllMocks();
  addWords('fileWeights', { fileWeights });
  await loadWords('zh');
});

it('added words fall back to English if the translation lacks them or cannot be loaded', async () => {
  const [de, zh] = await Promise.all([loadWords('de'), loadWords('zh')]);
  vi.spyOn(parts as Required<typeof parts>, 'fileWeights').mockRejectedValue(new Error('offline'));
  addWords('fileWeights', { fileWeights: english });
  expect(en.fileWeights).toBe(english);
  expect([hasWords('en'), hasWords('de'), hasWords('zh')]).toEqual([true, false, false]);
  expect(wordsIn('de')).toBe(de);
  expect((await loadWords('de')).fileWeights).toBe(german);
  expect((await loadWords('zh')).fileWeights).toBe(english);
  expect(wordsIn('zh')!.table).toBe(zh.table);
  expect([hasWords('de'), hasWords('zh')]).toEqual([true, true]);
});

it('words added while others load are loaded with them', async () => {
  addWords('training', {});
  const loading = loadWords('zh');
  addWords('fileWeights', { fileWeights: english });
  expect(await loading).toBe(wordsIn('zh'));
  expect(hasWords('zh')).toBe(true);
});

it('words that load slowly do not replace the larger catalogue that has loaded by then', async () => {
  let arrive!: () => void;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  const { training } = parts as Required<typeof parts>;
  vi.spyOn(parts as Required<typeof parts>, 'training').mockImplementationOnce(async () => {
    await held;
    return training();
  });
  addWords('training', {});
  const slow = loadWords('zh');
  addWords('fileWeights', { fileWeights: english });
  await loadWords('zh');
  expect(hasWords('zh')).toBe(true);
  arrive();
  await slow;
  expect(hasWords('zh')).toBe(true);
});

it('a language that could not be loaded is shown in English, and is loaded when it is chosen again', async () => {
  vi.spyOn(languages.zh, 'load').mockRejectedValueOnce(new Error('offline'));
  addWords('fileWeights', { fileWeights: english });
  expect(await loadedWords('zh')).toEqual({ words: en, lang: 'en' });
  // What is on the page does not wait for it.
  expect(hasWords('zh')).toBe(true);
  const { words, lang } = await loadedWords('zh');
  expect(lang).toBe('zh');
  expect(words.table).not.toBe(en.table);
  expect(wordsIn('zh')).toBe(words);
});
