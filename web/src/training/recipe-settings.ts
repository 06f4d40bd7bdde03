/**
 * The settings of a recipe, one row each. The form, the address and the error messages are made from this table. The
 * defaults are those of the task's named recipe, which comes from the core.
 */
import type { TrainerRecipe } from '../../../wasm/engine';

interface NumberRow {
  readonly kind: 'integer' | 'number';
  readonly min: number;
  readonly max: number;
}
/** One number per layer, or one for all layers. */
interface LayersRow {
  readonly kind: 'layers';
  readonly min: number;
  readonly max: number;
}
interface WordRow {
  readonly kind: 'word';
  readonly words: readonly string[];
}
interface FlagRow {
  readonly kind: 'flag';
}
export type RecipeRow = (NumberRow | LayersRow | WordRow | FlagRow) & {
  readonly group: RecipeGroup;
};

export const recipeGroups = ['data', 'model', 'learning', 'penalty'] as const;
export type RecipeGroup = (typeof recipeGroups)[number];

const integer = (group: RecipeGroup, min: number, max: number) =>
  ({ kind: 'integer', group, min, max }) as const;
const number = (group: RecipeGroup, min: number, max: number) =>
  ({ kind: 'number', group, min, max }) as const;
const layers = (group: RecipeGroup, min: number, max: number) =>
  ({ kind: 'layers', group, min, max }) as const;
const word = (group: RecipeGroup, ...words: readonly string[]) =>
  ({ kind: 'word', group, words }) as const;
const flag = (group: RecipeGroup) => ({ kind: 'flag', group }) as const;

export const recipeSettings = {
  steps: integer('data', 1, 5000),
  batch: integer('data', 1, 256),
  pool: integer('data', 0, 50_000),
  length: integer('data', 3, 64),
  min_length: integer('data', 3, 64),
  symbols: integer('data', 4, 100),
  places: integer('data', 1, 8),

  d_model: integer('model', 4, 128),
  layers: integer('model', 1, 4),
  heads: layers('model', 1, 16),
  d_head: layers('model', 1, 64),
  d_v: layers('model', 1, 64),
  d_ff: layers('model', 0, 256),
  rotary: layers('model', 0, 1),
  rotary_base: number('model', 1, 1e6),
  decoder_layers: integer('model', 1, 4),
  decoder_heads: layers('model', 1, 16),
  decoder_d_head: layers('model', 1, 64),
  decoder_d_v: layers('model', 1, 64),
  decoder_d_ff: layers('model', 0, 256),
  decoder_rotary: layers('model', 0, 1),
  positions: word('model', 'none', 'learned', 'sinusoidal'),
  embedding_std: number('model', 0, 10),
  scale_embedding: flag('model'),
  activation: word('model', 'relu', 'gelu', 'gelu_tanh', 'silu'),
  norm: word('model', 'layer', 'rms'),
  norm_first: flag('model'),
  final_norm: flag('model'),
  bias: flag('model'),
  tied_head: flag('model'),
  output_bias: flag('model'),

  optimizer: word('learning', 'adamw', 'adam', 'sgd'),
  learning_rate: number('learning', 0, 10),
  schedule: word('learning', 'constant', 'cosine'),
  warm_up: integer('learning', 0, 5000),
  floor: number('learning', 0, 1),
  weight_decay: number('learning', 0, 10),
  decayed: word('learning', 'all', 'matrices'),
  clip: number('learning', 0, 1000),
  beta_1: number('learning', 0, 0.9999),
  beta_2: number('learning', 0, 0.99999),
  epsilon: number('learning', 0, 1),
  momentum: number('learning', 0, 0.9999),

  entropy: number('penalty', 0, 10),
  entropy_begin: number('penalty', 0, 1),
  entropy_full: number('penalty', 0, 1),
  dropout: number('penalty', 0, 0.9),
  residual_dropout: number('penalty', 0, 0.9),
  embedding_dropout: number('penalty', 0, 0.9),
  label_smoothing: number('penalty', 0, 0.9),
} as const satisfies Partial<Record<keyof TrainerRecipe, RecipeRow>>;

export type RecipeSetting = keyof typeof recipeSettings;
export const recipeSettingNames = Object.keys(recipeSettings) as RecipeSetting[];
/** The changed settings; all others are those of the named recipe. */
export type RecipeChange = Partial<Pick<TrainerRecipe, RecipeSetting>>;

export function recipeRow(name: RecipeSetting): RecipeRow {
  return recipeSettings[name];
}

const dataOptions: readonly RecipeSetting[] = ['length', 'min_length', 'symbols', 'places'];

/** The settings that a recipe uses, of one group; `options` are those of the task's data. */
export function usedSettings(
  recipe: TrainerRecipe,
  group: RecipeGroup,
  options: readonly RecipeSetting[] = [],
): RecipeSetting[] {
  const isSgd = recipe.optimizer === 'sgd';
  const decays = recipe.optimizer === 'adamw';
  return recipeSettingNames.filter((name) => {
    if (recipeRow(name).group !== group) return false;
    if (dataOptions.includes(name)) return options.includes(name);
    if (name.startsWith('decoder')) return recipe.architecture === 'encoder_decoder';
    if (name === 'momentum') return isSgd;
    if (name === 'weight_decay' || name === 'decayed') return decays;
    if (name.startsWith('beta') || name === 'epsilon') return !isSgd;
    return true;
  });
}
