/** Turns a lab's result into the content of files and scripts. */
import { settings } from '../../settings/playground';
import type { Tensor } from '../../tensors/tensor';
import type { AxisLabels } from '../../files/csv';
import { fileName, kUntrainedPrefix } from '../../files/file-name';
import type { Screen } from '../../files/script';
import type { ExportedTrace } from '../../files/trace';
import { namesOf, type LabResult } from '../lab/lab-context';
import { isUntrained } from '../lab/untrained';

/** All tensors by name, in the order of the computation. */
export async function exportedTrace(result: LabResult): Promise<ExportedTrace> {
  const { opened, embedded, trace } = result;
  const before = opened ? {} : { ...embedded, ...(await result.parameters()) };
  const tensors = Object.entries({ ...before, ...trace } as Record<string, Tensor>);
  return {
    ...namesOf(undefined, result),
    state: settingsOf(result),
    opened: opened?.name ?? null,
    untrained: isUntrained(result),
    tensors: tensors.filter(([, { data }]) => data.length > 0),
  };
}

/** The settings that reproduce the result. */
function settingsOf({ opened, requested, state }: LabResult): ExportedTrace['state'] {
  if (!opened) return state;
  const head = state.head === null ? null : Math.min(state.head, settings.head.max);
  return { ...requested, head, word: state.word };
}

/** The inputs and results of the computation that an exported script repeats; null for weights alone. */
export async function screenOf(result: LabResult): Promise<Screen | null> {
  const { opened, embedded, trace } = result;
  const { q, k, v } = trace;
  if (!q || !k || !v) return null;
  return {
    ...namesOf(undefined, result),
    state: result.state,
    untrained: isUntrained(result),
    inputs: opened
      ? { q, k, v }
      : { embedding: embedded!.embedding, parameters: await result.parameters() },
    archive: fileOf(result, 'parameters', 'npz'),
  };
}

export function fileOf(result: LabResult, what: string, extension: string): string {
  const { opened, state } = result;
  const untrained = isUntrained(result) ? kUntrainedPrefix : null;
  return fileName([untrained, what, opened?.name ?? state.text], extension);
}

/** Tokens as labels of the query and key axes. */
export function labelsOf(result: LabResult): AxisLabels {
  const { tokens, keys } = namesOf(undefined, result);
  return { query: tokens, key: keys };
}
