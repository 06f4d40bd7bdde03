/**
 * The state of the training page, and its form in the address: `#v=1&task=induction&seed=3&step=200&heads=2`.
 * What is the task's default is left out, so a link is a model.
 */
import { excerpt } from '../state';
import { Refusal } from '../words/refusal';
import { recipeSettingNames, type RecipeChange, type RecipeSetting } from './recipe-settings';
import { parseRecipe, recipeText } from './recipe-text';
import { isShownTask, shownTasks, type ShownTask } from './tasks';

export interface TrainingState {
  readonly task: ShownTask;
  readonly seed: number;
  readonly step: number;
  /** The visitor's own example. */
  readonly text: string;
  readonly recipe: RecipeChange;
}

export const defaultTraining: TrainingState = {
  task: 'goes_with',
  seed: 1,
  step: 0,
  text: '',
  recipe: {},
};

const version = '1';
export const kMaxSeed = 999_999_999;
const kMaxStep = 100_000;
const kMaxText = 200;

export function formatTraining({ task, seed, step, text, recipe }: TrainingState): string {
  const parameters = new URLSearchParams({ v: version, task, seed: String(seed) });
  if (step > 0) parameters.set('step', String(step));
  if (text !== '') parameters.set('text', text);
  for (const name of recipeSettingNames)
    if (recipe[name] !== undefined) parameters.set(name, recipeText(recipe[name]));
  return parameters.toString();
}

/** Parses a hash (without `#`). If that fails, returns the defaults and a notice with the reason. */
export function parseTraining(hash: string): { state: TrainingState; notice: Refusal | null } {
  if (hash === '') return { state: defaultTraining, notice: null };
  try {
    return { state: readTraining(new URLSearchParams(hash)), notice: null };
  } catch (error) {
    const { translate } = error as Refusal;
    const notice = new Refusal((words) => words.refused.link(translate(words)));
    return { state: defaultTraining, notice };
  }
}

function readTraining(parameters: URLSearchParams): TrainingState {
  const actual = parameters.get('v');
  if (actual !== version)
    throw new Refusal(({ refused }) => refused.version(version, actual ? excerpt(actual) : null));
  const task = parameters.get('task') ?? defaultTraining.task;
  if (!isShownTask(task))
    throw new Refusal(({ refused }) => refused.oneOf('task', shownTasks, excerpt(task)));
  return {
    task,
    seed: wholeNumber(parameters, 'seed', defaultTraining.seed, kMaxSeed),
    step: wholeNumber(parameters, 'step', 0, kMaxStep),
    text: (parameters.get('text') ?? '').slice(0, kMaxText),
    recipe: Object.fromEntries(
      recipeSettingNames.flatMap((name) => {
        const text = parameters.get(name);
        return text === null ? [] : [[name, readRecipe(name, text)]];
      }),
    ),
  };
}

/** Throws a Refusal that names the setting. */
export function readRecipe(name: RecipeSetting, text: string): unknown {
  try {
    return parseRecipe(name, text);
  } catch (error) {
    const { translate } = error as Refusal;
    throw new Refusal((words) => words.refused.named(name, translate(words)));
  }
}

function wholeNumber(parameters: URLSearchParams, name: string, absent: number, max: number) {
  const text = parameters.get(name);
  if (text === null) return absent;
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
  throw new Refusal((words) =>
    words.refused.named(name, words.refused.wholeNumber(0, max, excerpt(text))),
  );
}
