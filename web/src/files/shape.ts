/** Checks the shapes and names in a file before any memory is allocated for them. */
import { excerpt } from '../text/excerpt';
import { kMaxAxes, kMaxNameCharacters, kMaxNumbers, kMaxTensors } from './limits';
import { refuse } from './source';

const kMaxShown = 60;

/** The number of elements of a shape. */
export function countOf(name: string, shape: unknown): number {
  const text = shortForm(shape);
  if (!Array.isArray(shape)) return refuse((words) => words.shape(name, text));
  if (shape.length > kMaxAxes) return refuse((words) => words.axes(name, kMaxAxes, shape.length));
  let count = 1;
  for (const extent of shape as unknown[]) {
    if (!(Number.isSafeInteger(extent) && (extent as number) >= 0))
      return refuse((words) => words.shape(name, text));
    count *= extent as number;
  }
  // Checks each extent as well: with an extent of 0 the product hides the others.
  if (!(count <= kMaxNumbers && (shape as number[]).every((extent) => extent <= kMaxNumbers)))
    return refuse((words) => words.tooManyNumbers(name, kMaxNumbers, text));
  return count;
}

export function checkCount(tensors: number): void {
  if (tensors > kMaxTensors) refuse((words) => words.tooManyTensors(kMaxTensors, tensors));
}

/** Each name must occur only once. */
export function checkDistinct(names: readonly string[]): void {
  checkCount(names.length);
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) refuse((words) => words.twice(shortForm(name)));
    seen.add(name);
  }
}

/** Requires at least one tensor, and names that can be displayed. */
export function checkVisible(names: readonly string[]): void {
  if (names.length === 0) refuse((words) => words.noTensors);
  for (const name of names)
    if (name.length === 0 || name.length > kMaxNameCharacters || /\p{C}/u.test(name))
      refuse((words) => words.name(shortForm(name), kMaxNameCharacters));
}

/** A short printable form of any value. */
export function shortForm(value: unknown): string {
  let text: string;
  try {
    // A list may have billions of elements; the first ones fill the text.
    text =
      JSON.stringify(Array.isArray(value) ? value.slice(0, kMaxShown) : value) ?? String(value);
  } catch {
    text = String(value);
  }
  return visible(text);
}

/** Replaces invisible characters and text direction marks, and shortens the text. */
export function visible(text: string, max = kMaxShown): string {
  return excerpt(text.replace(/\p{C}/gu, '·'), max);
}

/** Placeholder names for the axes of a tensor from a file. */
export function axesOf(shape: readonly number[]): string[] {
  return shape.map((_, i) => `axis_${i}`);
}
