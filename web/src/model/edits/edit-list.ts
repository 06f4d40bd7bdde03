/** Adds an edit to a list of edits, or removes one. Loads with the first story. */
import { fieldName, floatOf, placeKey, type Edit, type EditPlace } from './edits';

/**
 * Adds an edit that replaces, multiplies or shifts these numbers. It is merged into an earlier edit of the same place,
 * unless later edits change some of the same numbers: then it is appended. A factor of 1, a summand of 0 and an edit that
 * would make a number infinite or larger than float32 holds are dropped.
 */
export function withEdit(edits: readonly Edit[], edit: Edit): Edit[] {
  if (!Number.isFinite(floatOf(edit.value))) return [...edits];
  const index = editAt(edits, edit);
  const isCovered = edits.slice(index + 1).some((later) => overlaps(later, edit));
  const before = edits[index];
  if (edit.multiplies || edit.adds) {
    const merged = before && !isCovered ? mergedValue(before, edit) : undefined;
    if (!before || merged === undefined)
      return isIdle(edit) ? [...edits] : [...edits, inFloat32(edit)];
    const changed = inFloat32({ ...before, value: merged });
    if (!Number.isFinite(changed.value)) return [...edits];
    return isIdle(changed) ? withoutEdit(edits, index) : edits.with(index, changed);
  }
  const key = placeKey(edit);
  const isOther = (other: Edit) => placeKey(other) !== key;
  if (!before || isCovered) return [...edits.filter(isOther), inFloat32(edit)];
  return edits.with(index, inFloat32(edit)).filter((other, at) => at === index || isOther(other));
}

/** The last edit of exactly this place, by its number; -1 if there is none. */
export function editAt(edits: readonly Edit[], place: EditPlace): number {
  const key = placeKey(place);
  return edits.findLastIndex((edit) => placeKey(edit) === key);
}

const inFloat32 = (edit: Edit): Edit => ({ ...edit, value: floatOf(edit.value) });

const isIdle = ({ multiplies, adds, value }: Edit): boolean =>
  (multiplies === true && value === 1) || (adds === true && value === 0);

/** The value of one edit with the effect of both; undefined if no single edit has it. */
function mergedValue(first: Edit, second: Edit): number | undefined {
  // Float32 numbers have seven digits: steps of decimals add up without stray ones.
  if (second.adds && !first.multiplies) return Number((first.value + second.value).toPrecision(7));
  return second.multiplies && !first.adds ? first.value * second.value : undefined;
}

/** Whether two places have numbers in common. */
const overlaps = (one: EditPlace, other: EditPlace): boolean =>
  fieldName(one) === fieldName(other) &&
  one.index.every((at, axis) => {
    const there = other.index[axis] ?? null;
    return at === null || there === null || at === there;
  });

export const withoutEdit = (edits: readonly Edit[], index: number): Edit[] =>
  edits.toSpliced(index, 1);
