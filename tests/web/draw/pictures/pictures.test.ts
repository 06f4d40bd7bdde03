import { describe, expect, it } from 'vitest';
import { outside, shapes, sheet, texts } from '../sheet';
import { sceneOf } from '../../../../web/src/draw/pictures/picture';

describe('a picture of the sentence', () => {
  const tokens = ['The', 'cat', 'sat'];
  const weights = [0.25, 0.5, 0.25];
  const shares = ['25.0%', '50.0%', '25.0%'];

  it('shows each token with its share as text and bar, and outlines the query', () => {
    const scene = sceneOf(
      { kind: 'tokens', title: 'Weights', tokens, weights, shares, query: 1 },
      sheet,
    );
    expect(texts(scene)).toEqual(expect.arrayContaining([...tokens, ...shares]));
    const bars = shapes(scene, 'rect').filter(({ height }) => height === 5);
    const [tracks, filled] = ['#dddddd', '#1f62a5'].map((fill) =>
      bars.filter((bar) => bar.fill === fill),
    );
    expect(filled).toHaveLength(3);
    filled!.forEach((bar, i) => expect(bar.width / tracks![i]!.width).toBeCloseTo(weights[i]!, 9));
    expect(shapes(scene, 'rect').filter(({ stroke }) => stroke === '#b83a06')).toHaveLength(1);
  });

  it('runs right to left for a right-to-left sentence', () => {
    const places = (words: string[]) => {
      const scene = sceneOf(
        { kind: 'tokens', title: '', tokens: words, weights, shares, query: 0 },
        sheet,
      );
      const shown = shapes(scene, 'text').filter(({ text }) =>
        words.some((word) => text.includes(word)),
      );
      expect(shown).toHaveLength(3);
      return shown.map(({ x }) => x);
    };
    expect(places(['one', 'two', 'three'])).toEqual(
      places(['one', 'two', 'three']).sort((a, b) => a - b),
    );
    const hebrew = places(['החתול', 'ישב', 'על']);
    expect(hebrew).toEqual([...hebrew].sort((a, b) => b - a));
  });

  it('fits 512 tokens and a word of 8,000 letters', () => {
    const many = Array.from({ length: 512 }, (_, i) => (i === 3 ? 'x'.repeat(8000) : `t${i}`));
    const none = many.map(() => 0);
    const picture = {
      title: 'W',
      tokens: many,
      weights: none,
      shares: many.map(() => ''),
      query: 0,
    };
    const scene = sceneOf({ kind: 'tokens', ...picture }, sheet);
    expect(outside(scene)).toEqual([]);
    expect(texts(scene)).toContain('t511');
  });
});

describe('a picture of all heads', () => {
  it('shows every head on one scale, which it names, and marks the selected one', () => {
    const matrix = { rows: 2, columns: 2, data: Float32Array.of(0.75, 0.25, 0.5, 0.5) };
    const heads = ['head 1', 'head 2', 'mean'].map((label, i) => ({
      label,
      matrix,
      coloring: { scale: 'sequential', reach: 0.75, masks: null } as const,
      shown: i === 2,
    }));
    const scene = sceneOf({ kind: 'heads', title: 'Heads', oneScale: 'one scale', heads }, sheet);
    expect(texts(scene)).toEqual(
      expect.arrayContaining(['head 1', 'head 2', 'mean', '0', '0.750 · one scale']),
    );
    expect(
      shapes(scene, 'text')
        .filter(({ bold }) => bold)
        .map(({ text }) => text),
    ).toEqual(['Heads', 'mean']);
    expect(outside(scene)).toEqual([]);
  });

  it('names both ends of the scale, and says if numbers lie beyond them', () => {
    const matrix = { rows: 1, columns: 2, data: Float32Array.of(-2, 5) };
    const coloring = { scale: 'diverging', reach: 4, masks: null } as const;
    const heads = [{ label: 'head 1', matrix, coloring, shown: true }];
    const scene = sceneOf({ kind: 'heads', title: '', oneScale: 'one scale', heads }, sheet);
    expect(texts(scene)).toEqual(
      expect.arrayContaining(['−4.000', `4.000${sheet.words.andMore} · one scale`]),
    );
    expect(texts(scene)).not.toContain('0');
  });
});

describe('pictures of arithmetic and formula', () => {
  it('show every line, wrap long work, and set the last result in bold', () => {
    const work = Array.from({ length: 16 }, (_, i) => `0.${i}00 × (−1.234)`).join(' + ');
    const lines = [
      { name: 'q·k', work, value: '1.234' },
      { name: '/ Σ', work: '1 / 4 =', value: '0.2500' },
    ];
    const scene = sceneOf({ kind: 'arithmetic', title: 'The weight of b for a', lines }, sheet);
    expect(texts(scene).join(' ')).toContain(work.slice(-60));
    expect(shapes(scene, 'text').find(({ text }) => text === '0.2500')).toMatchObject({
      bold: true,
    });
    expect(outside(scene)).toEqual([]);
  });

  it('show every symbol of the formula and its meaning', () => {
    const symbols = [{ name: 'Q, queries', meaning: 'What it looks for.' }];
    const scene = sceneOf(
      {
        kind: 'formula',
        title: 'Attention',
        context: 'Kontext',
        mask: 'Maske',
        divisor: '',
        symbols,
      },
      sheet,
    );
    const parts = ['Kontext', '=', 'softmax', 'QK', '⊤', 'd', 'k', '+', 'Maske', 'V'];
    expect(texts(scene)).toEqual(
      expect.arrayContaining([...parts, 'Q, queries', 'What it looks for.']),
    );
  });
});
