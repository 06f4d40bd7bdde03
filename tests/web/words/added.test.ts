/** Texts that a page adds later: in English at once, in a translation when it is loaded again. */
import { expect, it, vi } from 'vitest';
import { fileWeights } from '../../../web/src/words/de/weights';
import { en } from '../../../web/src/words/en/base';
import { addWords, hasWords, loadWords, wordsIn } from '../../../web/src/words/words';

vi.mock('../../../web/src/words/zh/weights', () => {
  throw new Error('offline');
});

const english = { ...fileWeights, only: 'English' };

it('are in English where the translation does not have them or cannot be loaded', async () => {
  const [de, zh] = await Promise.all([loadWords('de'), loadWords('zh')]);
  addWords('fileWeights', { fileWeights: english });
  expect(en.fileWeights).toBe(english);
  expect([hasWords('en'), hasWords('de'), hasWords('zh')]).toEqual([true, false, false]);
  expect(wordsIn('de')).toBe(de);
  expect((await loadWords('de')).fileWeights).toBe(fileWeights);
  expect((await loadWords('zh')).fileWeights).toBe(english);
  expect(wordsIn('zh')!.table).toBe(zh.table);
  expect([hasWords('de'), hasWords('zh')]).toEqual([true, true]);
});
