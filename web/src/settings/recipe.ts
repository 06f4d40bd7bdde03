/**
 * The settings of a recipe, one row each, in groups. The form, the address and the error messages are made from this table.
 * The defaults are those of the task's named recipe, which comes from the core.
 */
import type { TrainerRecipe } from '../../../wasm/engine';
import { flag, layers, number, textOf, type FlagRow, type LayersRow } from './field';
import { integer, word, type NumberRow, type WordRow } from './row';

export type RecipeRow = NumberRow | LayersRow | WordRow | FlagRow;

const groups = {
  data: {
    steps: integer(1, 5000),
    batch: integer(1, 256),
    pool: integer(0, 50_000),
    length: integer(3, 64),
    min_length: integer(3, 64),
    symbols: integer(4, 100),
    places: integer(1, 8),
  },
  model: {
    d_model: integer(4, 128),
    layers: integer(1, 4),
    heads: layers(1, 16),
    d_head: layers(1, 64),
    d_v: layers(1, 64),
    d_ff: layers(0, 256),
    rotary: layers(0, 1),
    rotary_base: number(1, 1e6),
    decoder_layers: integer(1, 4),
    decoder_heads: layers(1, 16),
    decoder_d_head: layers(1, 64),
    decoder_d_v: layers(1, 64),
    decoder_d_ff: layers(0, 256),
    decoder_rotary: layers(0, 1),
    positions: word(['none', 'learned', 'sinusoidal']),
    embedding_std: number(0, 10),
    scale_embedding: flag,
    activation: word(['relu', 'gelu', 'gelu_tanh', 'silu']),
    norm: word(['layer', 'rms']),
    norm_first: flag,
    final_norm: flag,
    bias: flag,
    tied_head: flag,
    output_bias: flag,
  },
  learning: {
    optimizer: word(['adamw', 'adam', 'sgd']),
    learning_rate: number(0, 10),
    schedule: word(['constant', 'cosine']),
    warm_up: integer(0, 5000),
    floor: number(0, 1),
    weight_decay: number(0, 10),
    decayed: word(['all', 'matrices']),
    clip: number(0, 1000),
    beta_1: number(0, 0.9999),
    beta_2: number(0, 0.99999),
    epsilon: number(0, 1),
    momentum: number(0, 0.9999),
  },
  penalty: {
    entropy: number(0, 10),
    entropy_begin: number(0, 1),
    entropy_full: number(0, 1),
    dropout: number(0, 0.9),
    residual_dropout: number(0, 0.9),
    embedding_dropout: number(0, 0.9),
    label_smoothing: number(0, 0.9),
  },
} as const satisfies Record<string, Partial<Record<keyof TrainerRecipe, RecipeRow>>>;

export type RecipeGroup = keyof typeof groups;
export const recipeGroups = Object.keys(groups) as RecipeGroup[];

export const recipeSettings = {
  ...groups.data,
  ...groups.model,
  ...groups.learning,
  ...groups.penalty,
};
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
  return (Object.keys(groups[group]) as RecipeSetting[]).filter((name) => {
    if (dataOptions.includes(name)) return options.includes(name);
    if (name.startsWith('decoder')) return recipe.architecture === 'encoder_decoder';
    if (name === 'momentum') return isSgd;
    if (name === 'weight_decay' || name === 'decayed') return decays;
    if (name.startsWith('beta') || name === 'epsilon') return !isSgd;
    return true;
  });
}

/**
 * A setting's text on the page, with at most four significant digits: 0.1768 instead of 0.17677669529. A list has spaces,
 * because 1,64 reads as a decimal number in German.
 */
export function shortRecipeText(value: TrainerRecipe[RecipeSetting]): string {
  if (Array.isArray(value)) return value.join(', ');
  const isLong = typeof value === 'number' && !Number.isInteger(value);
  return textOf(isLong ? Number(value.toPrecision(4)) : value);
}
