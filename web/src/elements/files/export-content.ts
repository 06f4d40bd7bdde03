/** Turns a lab's result into the content of files and scripts. */
import { settings } from '../../settings';
import type { Tensor } from '../../tensor';
import type { AxisLabels } from '../../files/csv';
import { fileName } from '../../files/file-name';
import type { Screen } from '../../files/recipe';
import type { ExportedTrace } from '../../files/trace';
import { namesOf, type LabResult } from '../lab/lab-context';

/** All tensors by name, in the order of the computation. */
export async function exportedTrace(result: LabResult): Promise<ExportedTrace> {
  const { qkv, embedded, trace } = result;
  const before = qkv ? {} : { ...embedded, ...(await result.parameters()) };
  const tensors = Object.entries({ ...before, ...trace } as Record<string, Tensor>);
  return {
    ...namesOf(undefined, result),
    state: settingsOf(result),
    given: qkv?.name ?? null,
    tensors: tensors.filter(([, { data }]) => data.length > 0),
  };
}

/** The settings that reproduce the result. */
function settingsOf({ qkv, asked, state }: LabResult): ExportedTrace['state'] {
  if (!qkv) return state;
  const head = state.head === null ? null : Math.min(state.head, settings.head.max);
  return { ...asked, head, word: state.word };
}

export async function screenOf(result: LabResult): Promise<Screen> {
  const { qkv, embedded, trace } = result;
  const { q, k, v } = trace;
  return {
    ...namesOf(undefined, result),
    state: result.state,
    inputs: qkv
      ? { q, k, v }
      : { embedding: embedded!.embedding, parameters: await result.parameters() },
    archive: fileOf(result, 'parameters', 'npz'),
  };
}

export function fileOf({ qkv, state }: LabResult, what: string, extension: string): string {
  return fileName([what, qkv?.name ?? state.text], extension);
}

/** Tokens as labels of the query and key axes. */
export function labelsOf(result: LabResult): AxisLabels {
  const { tokens, keys } = namesOf(undefined, result);
  return { query: tokens, key: keys };
}
