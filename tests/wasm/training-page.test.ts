/** The training page's facts about each task agree with the core. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEngine,
  type DigitImages,
  type Engine,
  type Trainer,
  type TrainerRecipe,
} from '../../web/src/engine/client/engine';
import { digitsFile, kSiteDigits } from '../../web/build/digits.mjs';
import { readNpz } from '../../web/src/files/tensor-files';
import { comparisonNames, recipePair, recipeOf } from '../../web/src/training/comparisons';
import { exampleView } from '../../web/src/model/examples/example-view';
import { recipeText } from '../../web/src/training/own-text';
import { recipeSettingNames } from '../../web/src/settings/recipe';
import { shownTasks, taskRow } from '../../web/src/model/examples/tasks';
import { countSeeds } from '../../web/src/training/ten-seeds';
import { wasmBinary } from './module';

let engine: Engine;
/** The same images as on the site. */
let digits: DigitImages;
beforeAll(async () => {
  digits = (await readNpz(digitsFile(kSiteDigits))) as unknown as DigitImages;
  engine = await createEngine({ wasmBinary: wasmBinary('training.wasm'), worker: false });
});
afterAll(() => engine.close());

const trainerOf = (recipe: TrainerRecipe) =>
  engine.trainer(recipe, recipe.task === 'digits' ? { data: digits } : {});

describe.each(shownTasks)('%s', (task) => {
  const data = recipeText({ model: task, trainingText: undefined });

  it('has two examples of about equal length whose right answers differ', async () => {
    const trainer = await trainerOf({ task, batch: 1, ...data });
    const { answerPlace: asked, arcs, examples } = taskRow(task);
    const [first, second] = await Promise.all(examples.map((text) => trainer.inspect(text)));
    const [length, other] = [first!, second!].map((each) => exampleView(each).words.length);
    // Those of the translation differ by one word on each side.
    expect(Math.abs(length! - other!)).toBeLessThanOrEqual(task === 'translation' ? 2 : 1);
    const rightAt = ({ labels }: typeof first & object) => {
      const { answers_per_place: k } = trainer;
      const at = asked < 0 ? labels.length / k + asked : asked;
      return labels.slice(at * k, (at + 1) * k);
    };
    expect(rightAt(first!)).not.toContain(undefined);
    expect(rightAt(first!)).not.toEqual(rightAt(second!));
    // The suggested input can be read, and has labels.
    const { own } = taskRow(task);
    const { labels } = own === '' ? first! : await trainer.inspect(own);
    expect(labels.some((label) => label !== undefined)).toBe(true);
    for (const attention of arcs) expect(first!.weights).toHaveProperty([attention]);
    expect(await trainer.inspect(examples[0])).toEqual(first);
    trainer.dispose();
  });

  it('has data options that the core accepts', async () => {
    const { options = [] } = taskRow(task);
    const values = { length: 12, min_length: 5, symbols: 20, places: 3 };
    const chosen = Object.fromEntries(
      options.map((name) => [name, values[name as keyof typeof values]]),
    );
    const trainer = await trainerOf({ task, batch: 1, ...data, ...chosen });
    expect(trainer.recipe).toMatchObject(chosen);
    trainer.dispose();
  });
});

it('the drawn digits are the inputs of the model', async () => {
  const { examples, images } = taskRow('digits');
  const trainer = await trainerOf({ task: 'digits', batch: 1 });
  for (const [i, example] of examples.entries()) {
    const first = 784 * images![i]!;
    const image = [...digits.images.data.slice(first, first + 784)];
    const { labels, ...asked } = await trainer.inspect(example, { keep: 'trace' });
    expect(labels).toEqual([String(digits.digits.data[images![i]!])]);
    expect(await trainer.inspect({ image }, { keep: 'trace' })).toEqual({
      ...asked,
      labels: [undefined],
    });
  }
  trainer.dispose();
});

it('every key of a recipe has a setting, except those that the task decides', async () => {
  const trainer = await engine.trainer({ task: 'translation', batch: 1 });
  const decided = ['task', 'seed', 'architecture', 'entropy_attentions'];
  const keys = Object.keys(trainer.recipe).filter((key) => !decided.includes(key));
  expect(recipeSettingNames).toEqual(expect.arrayContaining(keys));
  trainer.dispose();
});

describe.each(comparisonNames)('the comparison of %s', (name) => {
  it('has two different recipes that the core accepts', async () => {
    const { task, first, second } = recipePair(name, 2);
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

it('counts the seeds whose models are right, and those with a named head', async () => {
  const recipe = { task: 'reverse', seed: 3, steps: 150, symbols: 6, length: 3 } as const;
  const counts = [];
  const make = (recipe: Parameters<Engine['trainer']>[0], options: object) =>
    engine.trainer(recipe, options);
  for await (const count of countSeeds(make, recipe, 'all', 2, () => true)) counts.push(count);
  expect(counts.map(({ seeds }) => seeds)).toEqual([1, 2]);
  expect(counts.at(-1)).toEqual({ seeds: 2, right: 2, named: expect.any(Number) });
});

it('stops counting in the middle of a seed, and releases its trainer', async () => {
  const trainers: Trainer[] = [];
  const make = async (...given: Parameters<Engine['trainer']>) => {
    const trainer = await engine.trainer(...given);
    trainers.push(trainer);
    return trainer;
  };
  const isWanted = () => trainers[0]!.step_count < 40;
  const counts = countSeeds(make, { task: 'reverse', steps: 150 }, 'all', 10, isWanted);
  expect(await counts.next()).toEqual({ done: true, value: undefined });
  expect(trainers.map(({ step_count }) => step_count)).toEqual([40]);
  await expect(trainers[0]!.parameters()).rejects.toThrow('this trainer has been disposed of');
});
