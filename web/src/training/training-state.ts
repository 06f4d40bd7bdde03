/**
 * The state of the training page, and its form in the address: `#v=1&task=induction&seed=3&step=200&heads=2`.
 * What is the task's default is left out, so a link is a model.
 */
import { excerpt } from '../excerpt';
import '../words/add-training';
import { Refusal, type Message } from '../words/refusal';
import { changeNames, changeTexts, noChanges, readChange, type Changes } from './changes';
import { drawingText, emptyDrawing, isEmpty, parseDrawing, type Drawing } from './drawing';
import { recipeSettingNames, type RecipeChange, type RecipeSetting } from './recipe-settings';
import { parseRecipe, recipeText } from './recipe-text';
import { LinkSettings, readable, wholeNumber } from '../link-settings';
import { speeds, type Speed } from './speed';
import { shownTasks, type ShownTask } from './tasks';
import { arcDirections, type ArcDirection } from './view-types';

/** What a run begins with: random parameters, or those that come with the site. */
export const starts = ['nothing', 'shipped'] as const;
export type Start = (typeof starts)[number];

export interface TrainingState {
  readonly task: ShownTask;
  readonly from: Start;
  readonly seed: number;
  readonly step: number;
  readonly speed: Speed;
  /** The visitor's own example. */
  readonly text: string;
  /** The digit that the visitor has drawn. */
  readonly drawing: Drawing;
  readonly recipe: RecipeChange;
  readonly changes: Changes;
  readonly direction: ArcDirection;
  /** The text to learn. It is too long for the address. Absent: the rhyme. */
  readonly trainingText?: string | undefined;
}

export const defaultTraining: TrainingState = {
  task: 'goes_with',
  from: 'nothing',
  seed: 1,
  step: 0,
  speed: '1',
  text: '',
  drawing: emptyDrawing,
  recipe: {},
  changes: noChanges,
  direction: 'looks_at',
};

const version = '1';
export const kMaxSeed = 999_999_999;
const kMaxStep = 100_000;
const kMaxText = 200;

export function formatTraining(state: TrainingState): string {
  const { task, from, seed, step, speed, text, drawing, recipe, changes, direction } = state;
  const parameters = new URLSearchParams({ v: version, task, seed: String(seed) });
  if (from !== defaultTraining.from) parameters.set('from', from);
  if (step > 0) parameters.set('step', String(step));
  if (speed !== defaultTraining.speed) parameters.set('speed', speed);
  if (text !== '') parameters.set('text', text);
  if (!isEmpty(drawing)) parameters.set('drawing', drawingText(drawing));
  for (const name of recipeSettingNames)
    if (recipe[name] !== undefined) parameters.set(name, recipeText(recipe[name]));
  for (const [name, texts] of changeTexts(changes))
    if (texts.length > 0) parameters.set(name, texts.join(','));
  if (direction !== defaultTraining.direction) parameters.set('direction', direction);
  return readable(parameters.toString());
}

/**
 * Parses a hash (without `#`). A setting that cannot be read is named in the notice and has its default;
 * the others are kept.
 */
export function parseTraining(hash: string): { state: TrainingState; notice: Refusal | null } {
  if (hash === '') return { state: defaultTraining, notice: null };
  const parameters = new URLSearchParams(hash);
  const actual = parameters.get('v');
  if (actual !== version) {
    const why: Message = ({ refused }) =>
      refused.version(version, actual === null ? null : excerpt(actual));
    return {
      state: defaultTraining,
      notice: new Refusal((words) => words.refused.link(why(words))),
    };
  }
  const settings = new LinkSettings(parameters);
  const state = readTraining(settings);
  settings.refuseUnknown();
  return { state, notice: settings.notice };
}

function readTraining(settings: LinkSettings): TrainingState {
  const number = (name: 'seed' | 'step', max: number) =>
    settings.read(name, defaultTraining[name], (text) => wholeNumber(name, text, max));
  return {
    task: settings.oneOf('task', shownTasks, defaultTraining.task),
    from: settings.oneOf('from', starts, defaultTraining.from),
    seed: number('seed', kMaxSeed),
    step: number('step', kMaxStep),
    speed: settings.oneOf('speed', speeds, defaultTraining.speed),
    text: settings.read('text', '', shortText),
    drawing: settings.read('drawing', emptyDrawing, parseDrawing),
    recipe: Object.fromEntries(
      recipeSettingNames
        .map((name) => [name, settings.read(name, undefined, (text) => readRecipe(name, text))])
        .filter(([, value]) => value !== undefined),
    ),
    changes: Object.fromEntries(
      changeNames.map((name) => [
        name,
        settings.read(name, [], (text) => readChange(name, text, settings.refuse)),
      ]),
    ) as unknown as Changes,
    direction: settings.oneOf('direction', arcDirections, defaultTraining.direction),
  };
}

function shortText(text: string): string {
  if (text.length > kMaxText)
    throw new Refusal((words) => words.refused.characters(kMaxText, text.length));
  return text;
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
