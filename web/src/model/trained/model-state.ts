/**
 * The state of the lab of trained models: a model, an input, a place in it, and changes. In the address:
 * `#v=3&model=goes_with&word=0:8,1:8&mask=causal` (settings/shared.ts). Settings with their default value are left out.
 */
import {
  changeTexts,
  noChanges,
  readChanges,
  withoutOwn,
  type Changes,
} from '../changes/visitor-changes';
import {
  drawingText,
  emptyDrawing,
  isEmpty,
  parseDrawing,
  type Drawing,
} from '../examples/drawing';
import type { NumberPlace } from '../../../../wasm/engine';
import { linkOf, readLink } from '../../settings/link';
import { own, text, word } from '../../settings/row';
import { kUntrained, sharedSettings } from '../../settings/shared';
import type { ArcDirection } from '../heads/arc-direction';
import type { Refusal } from '../../words/refusal';
import { columnsOf, columnTexts } from '../stages/chosen-columns';
import { formatEdits, parseNumberPlace, parseEdits, placeKey, type Edit } from '../edits/edits';
import type { ChosenColumns } from '../stages/followed';
import { shippedModels, type ShippedModelName } from './shipped-models';
import type { StageName } from '../stages/stages';

export interface ModelState {
  readonly model: ShippedModelName;
  /** The visitor's own example. */
  readonly text: string;
  /** The digit that the visitor has drawn. */
  readonly drawing: Drawing;
  /** The sentence whose story is shown: 0 and 1 are the two pinned examples, 2 is the visitor's own. */
  readonly example: number;
  /** null: as in training. */
  readonly mask: 'none' | 'causal' | null;
  /** 'none': without rotary or added positions. */
  readonly positions: 'none' | null;
  /** Words that are chosen, heads that are shown; heads that are off, rows that are forced. */
  readonly changes: Changes;
  readonly direction: ArcDirection;
  /** The place of the story, in the shown head of this layer. null: the first layer whose arcs are drawn. */
  readonly layer: number | null;
  readonly stage: StageName;
  /** The name of the tensor whose matrix is open in the story; '' if none is. */
  readonly matrix: string;
  readonly columns: ChosenColumns;
  /** The number whose gradients the story shows. */
  readonly asked: NumberPlace | null;
  readonly edits: readonly Edit[];
}

export const defaultModelState: ModelState = {
  model: 'goes_with',
  text: '',
  drawing: emptyDrawing,
  example: 0,
  mask: null,
  positions: null,
  changes: noChanges,
  direction: 'looks_at',
  layer: null,
  stage: 'weights',
  matrix: '',
  columns: {},
  asked: null,
  edits: [],
};

const inputRows = {
  text: text(200),
  drawing: own(parseDrawing),
  model: word(shippedModels, ['minilm', kUntrained]),
  example: sharedSettings.example,
  mask: sharedSettings.mask,
  positions: word(['none']),
};
const storyRows = {
  direction: sharedSettings.direction,
  layer: sharedSettings.layer,
  stage: sharedSettings.stage,
  matrix: sharedSettings.matrix,
  columns: sharedSettings.columns,
  asked: own(parseNumberPlace),
  edits: own(parseEdits),
};

/** Whether a number of the model was changed. */
export function hasChanges({ mask, positions, changes, edits }: ModelState): boolean {
  const { off, row } = changes;
  return mask !== null || positions !== null || off.length + row.length + edits.length > 0;
}

/** The same place in the model as it was learned. */
export function asLearned(state: ModelState): ModelState {
  const changes = { ...state.changes, off: [], row: [] };
  return { ...state, mask: null, positions: null, changes, edits: [] };
}

/** Replaces the visitor's own sentence, and resets what depends on its words. */
export function withText(state: ModelState, text: string): ModelState {
  return text === state.text ? state : { ...state, text, changes: withoutOwn(state.changes) };
}

/** Replaces the visitor's own digit, and resets what depends on it once there is none. */
export function withDrawing(state: ModelState, drawing: Drawing): ModelState {
  const { changes } = state;
  return { ...state, drawing, changes: isEmpty(drawing) ? withoutOwn(changes) : changes };
}

export function formatModelState(state: ModelState): string {
  const { model, text, drawing, example, mask, positions, changes } = state;
  const { direction, layer, stage, matrix, columns, asked, edits } = state;
  return linkOf(
    {
      model,
      text,
      drawing: drawingText(drawing),
      example,
      mask,
      positions,
      ...changeTexts(changes),
      direction,
      layer,
      stage,
      matrix,
      columns: columnTexts(columns),
      asked: asked && placeKey(asked),
      edits: formatEdits(edits),
    },
    kDefaults,
  );
}

const { example, direction, stage } = defaultModelState;
const kDefaults = { example, direction, stage };

/** Parses a hash (without `#`). An invalid setting is named in the refusal, and the others are kept. */
export function parseModelState(hash: string): { state: ModelState; refusal: Refusal | null } {
  const settings = readLink(hash);
  const input = settings.values(inputRows, defaultModelState);
  const changes = readChanges(settings, input.text.trim() !== '' || !isEmpty(input.drawing));
  const story = settings.values(storyRows, defaultModelState);
  settings.refuseUnknown();
  const state = { ...input, changes, ...story, columns: columnsOf(story.columns) };
  return { state, refusal: settings.refusal };
}
