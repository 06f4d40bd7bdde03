/**
 * The state of the lab of trained models: a model, an input, a place in it, and what was changed. In the
 * address: `#v=2&model=goes_with&word=0:8,1:8&mask=causal`. Settings with their default value are left out.
 */
import { excerpt } from '../excerpt';
import { changeNames, changeTexts, noChanges, readChange, type Changes } from '../training/changes';
import {
  drawingText,
  emptyDrawing,
  isEmpty,
  parseDrawing,
  type Drawing,
} from '../training/drawing';
import type { NumberPlace } from '../../../wasm/engine';
import { LinkSettings, readable, wholeNumber } from '../link-settings';
import { arcDirections, type ArcDirection } from '../training/view-types';
import { Refusal } from '../words/refusal';
import { formatEdits, parseEdits, parsePlace, placeKey, type Edit, type EditPlace } from './edits';
import { shippedModels, type ShippedModel } from './shipped-models';
import { stageNames, type StageName } from './stages';

export interface ModelState {
  readonly model: ShippedModel;
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
  /** Where the story is, in the head that is shown of this layer. */
  readonly layer: number;
  readonly stage: StageName;
  /** The name of the tensor whose matrix is open in the story; '' if none is. */
  readonly matrix: string;
  /** The number whose gradients the story shows. */
  readonly asked: NumberPlace | null;
  readonly edits: readonly Edit[];
}

/** The example that the visitor types. */
export const kOwn = 2;
const kMaxText = 200;
const kMaxLayer = 999;
const kVersion = '2';
const kMatrix = 'layers.0.attention.w_q';
const kNumber = 'layers.0.attention.weights[0,2,8,11]';
const kMasks = ['none', 'causal'] as const;
const kPositions = ['none'] as const;

export const defaultModelState: ModelState = {
  model: 'goes_with',
  text: '',
  drawing: emptyDrawing,
  example: 0,
  mask: null,
  positions: null,
  changes: noChanges,
  direction: 'looks_at',
  layer: 0,
  stage: 'weights',
  matrix: '',
  asked: null,
  edits: [],
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

export function formatModelState(state: ModelState): string {
  const {
    model,
    text,
    drawing,
    example,
    mask,
    positions,
    changes,
    direction,
    layer,
    stage,
    matrix,
    asked,
    edits,
  } = state;
  const parameters = new URLSearchParams({ v: kVersion, model });
  if (text !== '') parameters.set('text', text);
  if (!isEmpty(drawing)) parameters.set('drawing', drawingText(drawing));
  if (example !== defaultModelState.example) parameters.set('example', String(example));
  if (mask !== null) parameters.set('mask', mask);
  if (positions !== null) parameters.set('positions', positions);
  for (const [name, texts] of changeTexts(changes))
    if (texts.length > 0) parameters.set(name, texts.join(','));
  if (direction !== defaultModelState.direction) parameters.set('direction', direction);
  if (layer !== defaultModelState.layer) parameters.set('layer', String(layer));
  if (stage !== defaultModelState.stage) parameters.set('stage', stage);
  if (matrix !== '') parameters.set('matrix', matrix);
  if (asked !== null) parameters.set('asked', placeKey(asked));
  if (edits.length > 0) parameters.set('edits', formatEdits(edits));
  return readable(parameters.toString());
}

/** Parses a hash (without `#`). A setting that is wrong is named in the notice, and the others are kept. */
export function parseModelState(hash: string): { state: ModelState; notice: Refusal | null } {
  if (hash === '') return { state: defaultModelState, notice: null };
  const settings = new LinkSettings(new URLSearchParams(hash));
  settings.read('v', kVersion, checkVersion);
  const state: ModelState = {
    model: settings.oneOf('model', shippedModels, defaultModelState.model),
    text: settings.read('text', '', checkText),
    drawing: settings.read('drawing', emptyDrawing, parseDrawing),
    example: settings.read('example', 0, (text) => wholeNumber('example', text, kOwn)),
    mask: settings.oneOf('mask', kMasks, null),
    positions: settings.oneOf('positions', kPositions, null),
    changes: Object.fromEntries(
      changeNames.map((name) => [
        name,
        settings.read(name, [], (text) => readChange(name, text, settings.refuse)),
      ]),
    ) as unknown as Changes,
    direction: settings.oneOf('direction', arcDirections, defaultModelState.direction),
    layer: settings.read('layer', 0, (text) => wholeNumber('layer', text, kMaxLayer)),
    stage: settings.oneOf('stage', stageNames, defaultModelState.stage),
    matrix: settings.read('matrix', '', checkMatrix),
    asked: settings.read<NumberPlace | null>('asked', null, parseAsked),
    edits: settings.read<readonly Edit[]>('edits', [], parseEdits),
  };
  settings.refuseUnknown();
  return { state, notice: settings.notice };
}

function checkMatrix(text: string): string {
  if (/^[a-z_.\d]{1,80}$/.test(text)) return text;
  throw new Refusal(({ refused }) => refused.suchAs('matrix', kMatrix, excerpt(text)));
}

function placeOf(text: string): EditPlace | null {
  try {
    return parsePlace(text);
  } catch {
    return null;
  }
}

function parseAsked(text: string): NumberPlace {
  const place = placeOf(text);
  if (place?.index.every((at) => at !== null)) return place as NumberPlace;
  throw new Refusal(({ refused }) => refused.suchAs('asked', kNumber, excerpt(text)));
}

function checkVersion(text: string): string {
  if (text === kVersion) return text;
  throw new Refusal(({ refused }) => refused.version(kVersion, excerpt(text)));
}

function checkText(text: string): string {
  if (text.length <= kMaxText) return text;
  throw new Refusal(({ refused }) => refused.characters(kMaxText, text.length));
}
