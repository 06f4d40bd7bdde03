/**
 * The state of the training page, and its form in the address: `#v=3&model=induction&seed=3&step=200&heads=2`. The
 * task's defaults are left out, so a link determines a model. Settings that pages share are in settings/shared.ts.
 */
import { linkOf, readLink, rename } from '../settings/link';
import { textOf } from '../settings/field';
import { recipeSettingNames, recipeSettings, type RecipeChange } from '../settings/recipe';
import { integer, own, text, word } from '../settings/row';
import { seedRow, sharedSettings } from '../settings/shared';
import '../words/add-training';
import type { Refusal } from '../words/refusal';
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

const rows = {
  text: text(200),
  drawing: own(parseDrawing),
  model: word(shownTasks),
  from: word(starts),
  seed: seedRow,
  step: integer(0, 100_000),
  speed: word(speeds),
};

export function formatTraining(state: TrainingState): string {
  const { model, from, seed, step, speed, text, drawing, recipe, changes, direction } = state;
  const recipes = recipeSettingNames.map((name) => [
    name,
    recipe[name] === undefined ? null : textOf(recipe[name]),
  ]);
  return linkOf(
    {
      model,
      seed,
      from,
      step,
      speed,
      text,
      drawing: drawingText(drawing),
      ...(Object.fromEntries(recipes) as Record<string, string | null>),
      ...changeTexts(changes),
      direction,
    },
    kDefaults,
  );
}

const { from, step, speed, direction } = defaultTraining;
const kDefaults = { from, step, speed, direction };

/**
 * Parses a hash (without `#`). A setting that cannot be read is named in the refusal and has its default;
 * the others are kept.
 */
export function parseTraining(hash: string): { state: TrainingState; refusal: Refusal | null } {
  const settings = readLink(hash, (parameters) => rename(parameters, 'task', 'model'));
  const input = settings.values(rows, defaultTraining);
  const recipe = Object.entries(settings.values(recipeSettings, {}));
  const state: TrainingState = {
    ...input,
    recipe: Object.fromEntries(recipe.filter(([, value]) => value !== undefined)),
    changes: readChanges(settings, input.text.trim() !== '' || !isEmpty(input.drawing)),
    ...settings.values({ direction: sharedSettings.direction }, defaultTraining),
  };
  settings.refuseUnknown();
  return { state, refusal: settings.refusal };
}
