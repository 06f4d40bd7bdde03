/** The address of embed.html for a trained model: parsing, formatting, and errors. */
import { describe, expect, test } from 'vitest';
import {
  formatTrainedEmbedding,
  hiddenParts,
  parseTrainedEmbedding,
  trainedParts,
} from '../../../web/src/embed/trained-embedding.ts';
import { defaultModelState, parseModelState } from '../../../web/src/model/model-state.ts';

describe('the address of a frame with a trained model', () => {
  test('has the parts, language, theme and host beside model, input and place', () => {
    const hash =
      'v=3&model=goes_with&mask=causal&view=sentences,film&hide=film&lang=de&theme=dark&host=https://course.example';
    const { embedding, notice } = parseTrainedEmbedding(hash);
    expect(notice).toBeNull();
    expect(embedding).toEqual({
      link: 'v=3&model=goes_with&mask=causal',
      views: ['sentences', 'film'],
      hide: ['film'],
      lang: 'de',
      theme: 'dark',
      host: 'https://course.example',
    });
    expect(parseModelState(embedding.link)).toEqual({
      state: { ...defaultModelState, mask: 'causal' },
      notice: null,
    });
    expect(formatTrainedEmbedding(embedding)).toBe(hash);
    expect(hiddenParts(embedding)).toEqual(trainedParts.filter((part) => part !== 'sentences'));
  });

  test('without views shows all parts', () => {
    for (const hash of ['v=3&model=sort', 'v=3&model=sort&view=lab,story']) {
      const { embedding } = parseTrainedEmbedding(hash);
      expect(hiddenParts(embedding)).toEqual([]);
      expect(formatTrainedEmbedding(embedding)).toBe('v=3&model=sort');
    }
  });

  test.each([
    ['view=', 'view must be lab or question or sentences'],
    ['view=playground', 'not “playground”'],
    ['hide=everything', 'hide must be question or sentences'],
    ['theme=blue', 'theme must be light or dark'],
    ['lang=../zh', 'lang must look like de'],
    ['host=*', 'host must look like https://course.example'],
  ])('%s is named, and the rest is kept', (wrong, why) => {
    const { embedding, notice } = parseTrainedEmbedding(`v=3&model=sort&text=1+2&${wrong}`);
    expect(notice!.message).toContain(why);
    expect(embedding).toMatchObject({ link: 'v=3&model=sort&text=1+2', views: [], hide: [] });
    expect(embedding).toMatchObject({ lang: null, theme: null, host: null });
  });

  test('that is too long is refused', () => {
    const { embedding, notice } = parseTrainedEmbedding(`model=sort&text=${'x'.repeat(70_000)}`);
    expect(notice!.message).toContain('Use at most 65,536 characters');
    expect(embedding.link).toBe('');
  });
});
