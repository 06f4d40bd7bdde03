/** A model that learns a text: its tokens, the text it writes, and the scores of its heads. */
import { describe, expect, it } from 'vitest';
import { lengthOf, minTokens, recipeText, tokensOf } from '../../web/src/training/own-text';
import { rhyme } from '../../web/src/training/rhyme';
import { writingOf, type MakeModel } from '../../web/src/training/writing';
import { engine } from './training-engine';

describe.each(['characters', 'words'] as const)('%s', (task) => {
  const recipe = {
    task,
    ...recipeText({ model: task, trainingText: undefined }),
    batch: 8,
    seed: 2,
  };

  it('are split like in the core, with its limits', async () => {
    const trainer = await engine.trainer(recipe);
    const different = [...new Set(tokensOf(task, rhyme))];
    expect([...trainer.vocabulary].sort()).toEqual(different.sort());
    expect(trainer.max_length).toBe(lengthOf({ model: task, recipe: {} }));
    expect(trainer.config.max_length).toBe(trainer.max_length);
    const least = minTokens(trainer.max_length);
    const text = (count: number) =>
      'a '.repeat(count).slice(0, task === 'words' ? undefined : count);
    await expect(engine.trainer({ task, text: text(least - 1) })).rejects.toThrow(
      `at least ${least} tokens, got ${least - 1}`,
    );
    (await engine.trainer({ task, text: text(least) })).dispose();
    trainer.dispose();
  });

  it('are generated as the trainer itself would answer, also beyond its window', async () => {
    const trainer = await engine.trainer({ ...recipe, length: 20 });
    await trainer.step(30);
    const before = (await engine.info()).models;
    const make: MakeModel = (source) => engine.model(source);
    const prompt = tokensOf(task, 'the cat,');
    const options = { prompt, count: 50, temperature: 0, seed: 1 };
    const { step, tokens } = await writingOf(trainer, make, options);
    expect(step).toBe(30);
    expect(tokens).toHaveLength(50);
    const all = [...prompt, ...tokens];
    const ids = all.map((token) => trainer.vocabulary.indexOf(token));
    // The window holds 20 tokens and moves by 5: it contains all tokens so far, or the last 15 to 20.
    for (let i = prompt.length; i < all.length; i++) {
      const lengths = i <= 15 ? [i] : [15, 16, 17, 18, 19, 20].filter((length) => length <= i);
      const says = await Promise.all(
        lengths.map(async (length) => {
          const { answers } = await trainer.inspect({ ids: ids.slice(i - length, i) });
          return answers.at(-1)![0]!.token;
        }),
      );
      expect(says, `token ${i}`).toContain(all[i]);
    }
    const drawn = await writingOf(trainer, make, { ...options, temperature: 1 });
    expect(await writingOf(trainer, make, { ...options, temperature: 1 })).toEqual(drawn);
    const other = await writingOf(trainer, make, { ...options, temperature: 1, seed: 2 });
    expect(other.tokens).not.toEqual(drawn.tokens);
    expect((await engine.info()).models).toBe(before);
    trainer.dispose();
  });

  it('have heads scored by previous token and induction', async () => {
    const trainer = await engine.trainer(recipe);
    const { heads } = await trainer.evaluate(4);
    expect(heads).toHaveLength(8);
    for (const { relations } of heads)
      expect(Object.keys(relations)).toEqual(['previous token', 'induction']);
    // Averages the weights themselves, on the same examples.
    const rows = { count: 0, sum: 0 };
    for (const held_out of [0, 1, 2, 3]) {
      const { weights } = await trainer.inspect({ held_out });
      const { shape, data } = weights['layers.0.attention']!;
      const n = shape[2]!;
      for (let query = 1; query < n; query++, rows.count++)
        rows.sum += data[query * n + query - 1]!;
    }
    expect(heads[0]!.relations['previous token']).toBeCloseTo(rows.sum / rows.count, 5);
    trainer.dispose();
  });
});
