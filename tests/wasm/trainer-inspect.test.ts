/** A trainer's reports on its model: scores on held-out examples, and one example in full. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Trainer } from '../../web/src/engine/client/engine';
import { engine } from './training-engine';

const induction = { task: 'induction', batch: 4, steps: 50, seed: 7 } as const;

describe('evaluate', () => {
  let trainer: Trainer;
  beforeEach(async () => {
    trainer = await engine.trainer({ task: 'goes_with', batch: 4, seed: 2 });
    await trainer.step(30, { every: 30 });
  });

  it('gives the same counts as inspecting each held-out example', async () => {
    const count = 12;
    const evaluation = await trainer.evaluate(count);
    let [asked, right, exact] = [0, 0, 0];
    const sums = new Map<string, { weight: number; rows: number }>();
    for (let held_out = 0; held_out < count; held_out++) {
      const { labels, answers, relations, weights } = await trainer.inspect({ held_out });
      const wrong = labels.filter((label, i) => label && answers[i]![0]!.token !== label).length;
      const askedHere = labels.filter((label) => label !== undefined).length;
      [asked, right, exact] = [
        asked + askedHere,
        right + askedHere - wrong,
        exact + Number(wrong === 0),
      ];
      const { shape, data } = weights['layers.1.attention']!;
      const n = shape[2]!;
      const seen = new Set<string>();
      for (const { kind, query, key } of relations) {
        const sum = sums.get(kind) ?? { weight: 0, rows: 0 };
        sum.weight += data[query * n + key]!;
        sum.rows += Number(!seen.has(`${kind} ${query}`));
        seen.add(`${kind} ${query}`);
        sums.set(kind, sum);
      }
    }
    expect(evaluation.accuracy).toBeCloseTo(right / asked, 12);
    expect(evaluation.exact).toBeCloseTo(exact / count, 12);
    const head = evaluation.heads.at(-1)!;
    expect(head).toMatchObject({ attention: 'layers.1.attention', head: 0 });
    expect(Object.keys(head.relations).sort()).toEqual([...sums.keys()].sort());
    for (const [kind, { weight, rows }] of sums)
      expect(head.relations[kind], kind).toBeCloseTo(weight / rows, 5);
    for (const share of Object.values(evaluation.categories)) expect(share).toBeLessThanOrEqual(1);
    expect(await trainer.scores(count)).toEqual(evaluation.heads);
  });

  it('evaluates on another task with the same vocabulary', async () => {
    const pairs = await engine.trainer(induction);
    const needles = await pairs.evaluate(20, { task: 'needle', pairs: 3 });
    expect(needles.accuracy).toBeLessThan(0.5);
    expect(needles).not.toEqual(await pairs.evaluate(20));
    await expect(pairs.evaluate(20, { task: 'sort' })).rejects.toThrow(
      'expected a task with the vocabulary of induction, got sort',
    );
    // @ts-expect-error: the options of a task need its name.
    await expect(pairs.evaluate(20, { pairs: 3 })).rejects.toThrow('got "pairs"');
  });

  it('refuses a task with another number of answers at each position', async () => {
    const letters = { symbols: 16, length: 12 };
    const copying = { task: 'copy_places', ...letters, batch: 1 } as const;
    const copies = await engine.trainer({ ...copying, places: 2 });
    expect((await copies.evaluate(4, { ...letters, task: 'copy_places', places: 2 })).loss).toEqual(
      (await copies.evaluate(4)).loss,
    );
    await expect(copies.evaluate(4, { ...letters, task: 'induction' })).rejects.toThrow(
      'expected a task with 2 answers at each position, got 1',
    );
    const more = copies.evaluate(4, { ...letters, task: 'copy_places', places: 3 });
    await expect(more).rejects.toThrow('expected a task with 2 answers at each position, got 3');
  });
});

describe('inspect', () => {
  it('returns tokens, answers and weights of a text or of ids', async () => {
    const trainer = await engine.trainer({ task: 'goes_with', batch: 1, seed: 1 });
    const text = 'The animal did not cross the street because it was too tired.';
    const { tokens, labels, answers, weights, ...rest } = await trainer.inspect(text);
    const n = tokens.length;
    expect(labels[tokens.indexOf('it')]).toBe('animal');
    expect(answers).toHaveLength(n);
    for (const guesses of answers) {
      expect(guesses).toHaveLength(5);
      const probabilities = guesses.map(({ probability }) => probability);
      expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a));
    }
    expect(Object.keys(weights)).toEqual(['layers.0.attention', 'layers.1.attention']);
    const { shape, data } = weights['layers.0.attention']!;
    expect(shape).toEqual([4, n, n]);
    for (let row = 0; row < 4 * n; row++) {
      const sum = data.slice(row * n, (row + 1) * n).reduce((total, weight) => total + weight, 0);
      expect(sum).toBeCloseTo(1, 5);
    }
    expect(rest).not.toHaveProperty('trace');
    const ids = tokens.map((token) => trainer.vocabulary.indexOf(token));
    const byIds = await trainer.inspect({ ids });
    expect({ ...byIds, labels, relations: [] }).toEqual({
      ...rest,
      tokens,
      labels,
      answers,
      weights,
      relations: [],
    });
    await expect(trainer.inspect('The zebra slept.')).rejects.toThrow('zebra');
  });

  it('applies interventions, and all later numbers follow', async () => {
    const trainer = await engine.trainer(induction);
    await trainer.step(20, { every: 20 });
    const before = await trainer.inspect({ held_out: 0 }, { keep: 'trace' });
    const layer = 'layers.1.attention';
    const n = before.tokens.length;
    const row = Float32Array.from({ length: n }, (_, i) => Number(i === 2));
    const forced = await trainer.inspect(
      { held_out: 0 },
      { interventions: [{ layer, field: 'weights', index: [0, 0, 5], value: row }], keep: 'trace' },
    );
    expect(forced.weights[layer]!.data.slice(5 * n, 6 * n)).toEqual(row);
    const valueOf = ({ trace }: typeof forced, field: string, place: number) => {
      const { data, shape } = trace[`${layer}.${field}`]!;
      const width = shape.at(-1)!;
      return data.slice(place * width, (place + 1) * width);
    };
    expect(valueOf(forced, 'context', 5)).toEqual(valueOf(before, 'v', 2));
    expect(forced.answers[5]).not.toEqual(before.answers[5]);
    expect(forced.answers[4]).toEqual(before.answers[4]);

    const off = { layer, field: 'context', index: [null, 0], value: 0 };
    const without = await trainer.inspect({ held_out: 0 }, { interventions: [off], keep: 'trace' });
    expect(valueOf(without, 'context', 5).every((x) => x === 0)).toBe(true);
    const wrong = { layer, field: 'wieghts', value: 0 };
    await expect(trainer.inspect({ held_out: 0 }, { interventions: [wrong] })).rejects.toThrow(
      'wieghts',
    );
  });

  it('reads an encoder-decoder and images', async () => {
    const translation = await engine.trainer({ task: 'translation', batch: 1, pool: 1 });
    const found = await translation.inspect({ held_out: 0 });
    expect(found.target_tokens.length).toBe(found.labels.length);
    expect(Object.keys(found.weights).at(-1)).toBe('decoder.layers.0.cross_attention');
    const [ids, target_ids] = [[0, 1], [0]];
    expect((await translation.inspect({ ids, target_ids })).answers).toHaveLength(1);

    const images = { shape: [60, 28, 28], data: new Float32Array(60 * 784) };
    for (let i = 0; i < 60; i++) images.data.fill(255, 784 * i + i, 784 * i + 10 * i + 10);
    const digits = { shape: [60], data: Float32Array.from({ length: 60 }, (_, i) => i % 10) };
    const vision = await engine.trainer({ task: 'digits', batch: 2 }, { data: { images, digits } });
    await vision.step(2);
    const seen = await vision.inspect({ held_out: 0 });
    expect(seen.tokens).toEqual([]);
    expect(seen.answers).toHaveLength(1);
    expect(seen.weights['layers.0.attention']!.shape).toEqual([4, 17, 17]);
    await expect(vision.inspect('7')).rejects.toThrow('cannot be typed');
  });
});
