/**
 * The state of the training page, and its form in the address: `#v=3&model=induction&seed=3&step=200&heads=2`. The
 * task's defaults are left out, so a link determines a model. Settings that pages share are in shared-settings.ts.
 */
import '../words/add-training';
import { Refusal, refusalOf } from '../words/refusal';
import {
  changeTexts,
  noChanges,
  readChanges,
  type Changes,
} from '../model/changes/visitor-changes';
import {
  drawingText,
  emptyDrawing,
  isEmpty,
  parseDrawing,
  type Drawing,
} from '../model/examples/drawing';
import { recipeSettingNames, type RecipeChange, type RecipeSetting } from './recipe-settings';
import { parseRecipe, recipeText } from './recipe-text';
import { linkOf, readLink, rename, wholeNumber } from '../link-settings';
import { speeds, type Speed } from './speed';
import { shownTasks, type ShownTask } from '../model/examples/tasks';
import type { ArcDirection } from '../model/heads/arc-direction';

/** The initial parameters of a run: random ones, or those that come with the site. */
export const starts = ['nothing', 'shipped'] as const;
export type Start = (typeof starts)[number];

export interface TrainingState {
  /** The task. */
  readonly model: ShownTask;
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
  model: 'goes_with',
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

export const kMaxSeed = 999_999_999;
const kMaxStep = 100_000;
const kMaxText = 200;

export function formatTraining(state: TrainingState): string {
  const { model, from, seed, step, speed, text, drawing, recipe, changes, direction } = state;
  const recipes = recipeSettingNames.map((name) => [
    name,
    recipe[name] === undefined ? null : recipeText(recipe[name]),
  ]);
  return linkOf(
    {
      ...{ model, seed, from, step, speed, text, drawing: drawingText(drawing) },
      ...(Object.fromEntries(recipes) as Partial<Record<RecipeSetting, string | null>>),
      ...changeTexts(changes),
      direction,
    },
    kDefaults,
  );
}

const { from, step, speed, direction } = defaultTraining;
const kDefaults = { from, step, speed, direction };

/**
 * Parses a hash (without `#`). A setting that cannot be read is named in the notice and has its default;
 * the others are kept.
 */
export function parseTraining(hash: string): { state: TrainingState; notice: Refusal | null } {
  const settings = readLink(hash, (parameters) => rename(parameters, 'task', 'model'));
  const defaults = defaultTraining;
  const number = (name: 'seed' | 'step', max: number) =>
    settings.read(name, defaults[name], (text) => wholeNumber(name, text, max));
  const text = settings.text('text', '', kMaxText);
  const drawing = settings.read('drawing', emptyDrawing, parseDrawing);
  const state: TrainingState = {
    model: settings.oneOf('model', shownTasks, defaults.model),
    from: settings.oneOf('from', starts, defaults.from),
    seed: number('seed', kMaxSeed),
    step: number('step', kMaxStep),
    speed: settings.oneOf('speed', speeds, defaults.speed),
    text,
    drawing,
    recipe: Object.fromEntries(
      recipeSettingNames
        .map((name) => [name, settings.read(name, undefined, (text) => readRecipe(name, text))])
        .filter(([, value]) => value !== undefined),
    ),
    changes: readChanges(settings, text.trim() !== '' || !isEmpty(drawing)),
    direction: settings.word('direction', defaults.direction),
  };
  settings.refuseUnknown();
  return { state, notice: settings.notice };
}

/** Throws a Refusal that names the setting. */
export function readRecipe(name: RecipeSetting, text: string): unknown {
  try {
    return parseRecipe(name, text);
  } catch (error) {
    const { translate } = refusalOf(error);
    throw new Refusal((words) => words.refused.named(name, translate(words)));
  }
}
