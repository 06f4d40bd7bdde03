/** The address of embed.html for a trained model: parsing, formatting, and errors. */
import { describe, expect, test } from 'vitest';
import {
  formatModelEmbedding,
  hiddenParts,
  parseModelEmbedding,
  languageParts,
  trainedParts,
  trainingParts,
} from '../../../web/src/embed/model-embedding.ts';
import { defaultModelState, parseModelState } from '../../../web/src/model/trained/model-state.ts';

describe('the address of a frame with a trained model', () => {
  test('has the parts, language, theme and host beside model, input and place', () => {
    const hash =
      'v=3&model=goes_with&mask=causal&view=sentences,film&hide=film&lang=de&theme=dark&host=https://course.example';
    const { embedding, refusal } = parseModelEmbedding(hash, trainedParts);
    expect(refusal).toBeNull();
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
      refusal: null,
    });
    expect(formatModelEmbedding(embedding)).toBe(hash);
    expect(hiddenParts(embedding, trainedParts)).toEqual(
      trainedParts.filter((part) => part !== 'sentences'),
    );
  });

  test('without views shows all parts', () => {
    for (const hash of ['v=3&model=sort', 'v=3&model=sort&view=lab,story']) {
      const { embedding } = parseModelEmbedding(hash, trainedParts);
      expect(hiddenParts(embedding, trainedParts)).toEqual([]);
      expect(formatModelEmbedding(embedding)).toBe('v=3&model=sort');
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
    const { embedding, refusal } = parseModelEmbedding(
      `v=3&model=sort&text=1+2&${wrong}`,
      trainedParts,
    );
    expect(refusal!.message).toContain(why);
    expect(embedding).toMatchObject({ link: 'v=3&model=sort&text=1+2', views: [], hide: [] });
    expect(embedding).toMatchObject({ lang: null, theme: null, host: null });
  });

  test('that is too long is refused', () => {
    const { embedding, refusal } = parseModelEmbedding(
      `model=sort&text=${'x'.repeat(70_000)}`,
      trainedParts,
    );
    expect(refusal!.message).toContain('Use at most 65,536 characters');
    expect(embedding.link).toBe('');
  });

  test.each([
    [trainingParts, 'v=3&model=goes_with&seed=3&step=2', 'run,sentences', 'recipe'],
    [languageParts, 'v=3&model=minilm&text=Time+flies.', 'sentence,arcs', 'rounding'],
  ] as const)('has the parts of its page: %s', (parts, link, view, hidden) => {
    const hash = `${link}&view=${view}`;
    const { embedding, refusal } = parseModelEmbedding<string>(hash, parts);
    expect(refusal).toBeNull();
    expect(embedding).toMatchObject({ link, views: view.split(',') });
    expect(formatModelEmbedding(embedding)).toBe(hash);
    expect(hiddenParts(embedding, parts)).toContain(hidden);
    const other = parseModelEmbedding<string>(`${link}&hide=film`, parts);
    expect(other.refusal!.message).toContain(`hide must be ${parts[0]} or ${parts[1]}`);
  });
});
