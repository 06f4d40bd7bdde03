/** Shapes and names that a file claims, checked before anything is allocated for them. */
import { kMaxAxes, kMaxNameCharacters, kMaxNumbers, kMaxTensors } from './limits';
import { refuse } from './source';

/** How many numbers such a shape holds. */
export function countOf(name: string, shape: unknown): number {
  const claimed = said(shape);
  if (!Array.isArray(shape)) return refuse((words) => words.shape(name, claimed));
  if (shape.length > kMaxAxes) return refuse((words) => words.axes(name, kMaxAxes, shape.length));
  let count = 1;
  for (const extent of shape as unknown[]) {
    if (!(Number.isSafeInteger(extent) && (extent as number) >= 0))
      return refuse((words) => words.shape(name, claimed));
    count *= extent as number;
  }
  // Also where one of them is 0: the others may not be anything.
  if (!(count <= kMaxNumbers && (shape as number[]).every((extent) => extent <= kMaxNumbers)))
    return refuse((words) => words.tooManyNumbers(name, kMaxNumbers, claimed));
  return count;
}

export function checkCount(tensors: number): void {
  if (tensors > kMaxTensors) refuse((words) => words.tooManyTensors(kMaxTensors, tensors));
}

/** Each name once. */
export function checkDistinct(names: readonly string[]): void {
  checkCount(names.length);
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) refuse((words) => words.twice(said(name)));
    seen.add(name);
  }
}

/** What a page shows: at least one tensor, under names that can be seen. */
export function checkVisible(names: readonly string[]): void {
  if (names.length === 0) refuse((words) => words.noTensors);
  for (const name of names)
    if (name.length === 0 || name.length > kMaxNameCharacters || /\p{C}/u.test(name))
      refuse((words) => words.name(said(name), kMaxNameCharacters));
}

/** Whatever it is, in a few characters that are all visible. */
export function said(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  return visible(text);
}

/** Without what turns the rest round or shows nothing, and not too long. */
export function visible(text: string): string {
  const shown = text.replace(/\p{C}/gu, '·');
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
