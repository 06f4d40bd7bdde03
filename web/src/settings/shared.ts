/**
 * The settings that pages share: a model, an input, a place in it, and changes. There is one row per setting. In an
 * address: `#v=3&model=goes_with&text=The+dog+ran.&layer=1&word=2:4&off=layers.0.attention:1`. A name has the same
 * meaning and form on every page. Layers, heads and words count from 0; the delimiter before a language model's first
 * word is -1. Each page adds only its own settings, such as the seed and the step of a run.
 */
import { form, integer, list, word, type Row } from './row';

/** The version of all addresses. Versions 1 and 2 are still read. */
export const kVersion = 3;

/** The trained models that come with the site. */
export const trainedModels = ['goes_with', 'induction', 'translation', 'sort', 'digits'] as const;
/** Tasks without shipped models: the visitor trains them. */
const trainedHere = ['who', 'reverse', 'copy', 'copy_places', 'characters', 'words'];
/** The untrained layer of the playground. */
export const kUntrained = 'untrained';

/** An attention by its name in the core, and one of its heads. */
const heads = list(/^([a-z][a-z_.\d]{0,59}):(\d{1,2})$/, 'layers.0.attention:1');
const stages = [
  'tokens',
  'embedding_sum',
  'embedding_norm',
  'embedded',
  'input',
  'norm_1',
  'q',
  'memory',
  'k',
  'v',
  'scores',
  'mask',
  'weights',
  'weighted',
  'context',
  'concat',
  'output',
  'residual_1',
  'norm_2',
  'feed_forward',
  'residual_2',
  'next_layer',
  'final_norm',
  'to_decoder',
  'prediction',
  'pooled',
  'similarity',
] as const;

/** The pages have rows of their own for settings that are null here: their form or maximum depends on the page. */
export const sharedSettings = {
  /** A trained model, a task to train, `minilm`, the address of a folder, or `untrained`. */
  model: null,
  text: null,
  /** A digit: cells in four bits each, as base64url. */
  drawing: null,
  /** The example that the story shows, in a model with pinned examples: 0, 1, or 2 for the visitor's own. */
  example: integer(0, 2),
  mask: word(['none', 'causal']),
  positions: word(['none', 'sinusoidal']),
  /** Heads that are off. */
  off: heads,
  /**
   * Rows of weights forced onto one word. Without an example number, they belong to the visitor's own example, or else
   * to the pinned ones.
   */
  row: list(
    /^(?:([0-2]):)?([a-z][a-z_.\d]{0,59}):(\d{1,2}):(-1|\d{1,3})-(-1|\d{1,3})$/,
    '0:layers.1.attention:0:8-1',
  ),
  /** The query word. Its example is as in `row`. */
  word: list(/^(?:([0-2]):)?(-1|\d{1,3})$/, '0:5'),
  /** The drawn head of each attention, where several are drawn. */
  shown: heads,
  direction: word(['looks_at', 'is_seen_by']),
  layer: integer(0, 999),
  /** The shown head of the layer, where one is shown. */
  head: integer(0, 999),
  stage: word(stages),
  /** The name of the tensor whose matrix is open. */
  matrix: form(/^[a-z_.\d]{1,80}$/, 'layers.0.attention.w_q'),
  /** The columns of the story's vectors that were chosen, by their axis. */
  columns: list(/^(d_head|d_v|d_model|d_ff|key):(\d{1,4})$/, 'd_model:19'),
  /** The number whose gradients are shown. */
  asked: null,
  /** Numbers that were replaced or multiplied. */
  edits: null,
} as const satisfies Record<string, Row | null>;

/** The seed of random numbers, which only the pages that draw some have. */
export const seedRow = integer(0, 999_999_999);

/** The file of the page that shows a model (`''` for the first page); null if none does. */
export function pageOf(model: string): string | null {
  if ((trainedModels as readonly string[]).includes(model)) return '';
  if (trainedHere.includes(model)) return 'training.html';
  if (model === kUntrained) return 'playground.html';
  return model.startsWith('minilm') || model.includes('/') ? 'model.html' : null;
}
