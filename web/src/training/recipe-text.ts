/** The settings of a recipe as text: in the address, and as typed. */
import type { TrainerRecipe } from '../../../wasm/engine';
import { excerpt } from '../excerpt';
import { Refusal } from '../words/refusal';
import { recipeRow, type RecipeSetting } from './recipe-settings';

/** A setting's text in the address and in its field: numbers of layers are separated by commas. */
export function recipeText(value: TrainerRecipe[RecipeSetting]): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** The same with at most four significant digits, for a field: 0.1768 instead of 0.17677669529. */
export function shortRecipeText(value: TrainerRecipe[RecipeSetting]): string {
  const isLong = typeof value === 'number' && !Number.isInteger(value);
  return recipeText(isLong ? Number(value.toPrecision(4)) : value);
}

const formats = {
  integer: /^\d{1,15}$/,
  number: /^(?=.*\d)\d{0,15}([.,]\d{0,20})?(e-?\d{1,2})?$/i,
};

/** Parses a setting as typed. Throws a Refusal that names the limits and the typed text. */
export function parseRecipe(
  name: RecipeSetting,
  typed: string,
): string | number | number[] | boolean {
  const row = recipeRow(name);
  const text = typed.trim();
  if (row.kind === 'word' || row.kind === 'flag') {
    const words = row.kind === 'word' ? row.words : ['true', 'false'];
    if (!words.includes(text))
      throw new Refusal(({ refused }) => refused.oneOf(name, words, excerpt(text)));
    return row.kind === 'word' ? text : text === 'true';
  }
  if (row.kind !== 'layers') return numberOf(row.kind, row, text);
  const numbers = text.split(/[\s,;]+/).map((number) => numberOf('integer', row, number));
  return numbers.length === 1 ? numbers[0]! : numbers;
}

function numberOf(
  kind: 'integer' | 'number',
  { min, max }: { min: number; max: number },
  text: string,
): number {
  const value = formats[kind].test(text) ? Number(text.replace(',', '.')) : NaN;
  if (value >= min && value <= max) return value;
  const actual = excerpt(text) || null;
  throw new Refusal(({ refused }) =>
    (kind === 'number' ? refused.number : refused.wholeNumber)(min, max, actual),
  );
}
