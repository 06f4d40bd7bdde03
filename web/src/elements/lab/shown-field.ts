/** The matrix of a field of a lab's result, as its views show it. */
import { isMatrixName } from '../../settings/playground';
import { headsSideBySide, matrixOf, type MatrixView, type Tensor } from '../../tensors/tensor';
import '../../words/add-lab';
import { Refusal } from '../../words/refusal';
import type { Words } from '../../words/words';
import type { Field, LabResult } from './lab-context';

/** Null where a file has only weights. Throws a `Refusal` if `field`, which may come from an attribute, is unknown. */
export function shownField(
  { trace, mean, state }: LabResult,
  field: Field,
  words: Words,
): { readonly source: Tensor; readonly mask: Tensor | null } | null {
  const { titles } = words.heatmap;
  if (!Object.hasOwn(titles, field))
    throw new Refusal(({ refused }) => refused.oneOf('field', Object.keys(titles), String(field)));
  const source = isMatrixName(field) && state.head === null ? mean![field] : trace[field];
  if (!source) return null;
  const mask = isMatrixName(field) && field !== 'scores' ? (mean ?? trace).masked_scores : null;
  return { source, mask: mask ?? null };
}

/** The matrix of one head. If `head` is null, that of the mean of all heads, or of all heads side by side. */
export const shownMatrix = (source: Tensor, field: Field, head: number | null): MatrixView =>
  head === null && !isMatrixName(field) ? headsSideBySide(source) : matrixOf(source, head ?? 0);
