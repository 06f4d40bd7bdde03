/** What the training page shows of each task is as the core says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/client';
import { comparisonNames, comparisonOf, recipeOf } from '../../web/src/training/comparisons';
import { exampleView } from '../../web/src/training/example-view';
import { recipeSettingNames } from '../../web/src/training/recipe-settings';
import { shownTasks, taskRow } from '../../web/src/training/tasks';
import { countSeeds } from '../../web/src/training/ten-seeds';
import { wasmBinary } from './module';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary('training.wasm'), worker: false });
});
afterAll(() => engine.close());

describe.each(shownTasks)('%s', (task) => {
  it('has two examples of equal length with different right answers where it asks', async () => {
    const trainer = await engine.trainer({ task, batch: 1 });
    const { asked, arcs, examples } = taskRow(task);
    const [first, second] = await Promise.all(examples.map((text) => trainer.inspect(text)));
    expect(exampleView(first!).words.length - exampleView(second!).words.length).toBeLessThan(2);
    const rightAt = ({ labels }: typeof first & object) => {
      const { answers_per_place: k } = trainer;
      return labels.slice(asked * k, (asked + 1) * k);
    };
    expect(rightAt(first!)).not.toContain(undefined);
    expect(rightAt(first!)).not.toEqual(rightAt(second!));
    // What one may type can be read, and asks something.
    const { labels } = await trainer.inspect(taskRow(task).own);
    expect(labels.some((label) => label !== undefined)).toBe(true);
    for (const attention of arcs) expect(first!.weights).toHaveProperty([attention]);
    expect(await trainer.inspect(examples[0])).toEqual(first);
    trainer.dispose();
  });

  it('has data options that the core takes', async () => {
    const { options = [] } = taskRow(task);
    const values = { length: 12, min_length: 5, symbols: 20, places: 3 };
    const chosen = Object.fromEntries(
      options.map((name) => [name, values[name as keyof typeof values]]),
    );
    const trainer = await engine.trainer({ task, batch: 1, ...chosen });
    expect(trainer.recipe).toMatchObject(chosen);
    trainer.dispose();
  });
});

it('every key of a recipe has a setting, except those that the task decides', async () => {
  const trainer = await engine.trainer({ task: 'translation', batch: 1 });
  const decided = ['task', 'seed', 'architecture', 'entropy_attentions'];
  const keys = Object.keys(trainer.recipe).filter((key) => !decided.includes(key));
  expect(recipeSettingNames).toEqual(expect.arrayContaining(keys));
  trainer.dispose();
});

describe.each(comparisonNames)('the comparison of %s', (name) => {
  it('has two recipes that the core takes, and that differ', async () => {
    const { task, first, second } = comparisonOf(name, 2);
    const recipes = await Promise.all(
      [first, second].map(async (change) => {
        const trainer = await engine.trainer({ ...recipeOf(task, 1, change), batch: 1 });
        trainer.dispose();
        return trainer.recipe;
      }),
    );
    expect(recipes[0]).not.toEqual(recipes[1]);
  });
});

it('counts the seeds whose models are right, and can be read', async () => {
  const recipe = { task: 'reverse', seed: 3, steps: 150, symbols: 6, length: 3 } as const;
  const counts = [];
  const make = (recipe: Parameters<Engine['trainer']>[0], options: object) =>
    engine.trainer(recipe, options);
  for await (const count of countSeeds(make, recipe, 'all', 2)) counts.push(count);
  expect(counts.map(({ seeds }) => seeds)).toEqual([1, 2]);
  expect(counts.at(-1)).toEqual({ seeds: 2, right: 2, clean: expect.any(Number) });
});
