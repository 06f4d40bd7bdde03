/** Results of a model on the page, and the requests that it answers. */
import type {
  NumberGradients,
  NumberPlace,
  RowDetail,
  RowPlace,
} from '../../../engine/client/engine';
import { interventionsIn } from '../../../model/trained/changes';
import type { InspectedModel } from '../../../model/trained/inspected-model';
import type { LoadedModel } from '../../../model/trained/loaded-model';
import type { ModelState } from '../../../model/trained/model-state';
import type { ExampleResult } from './example-result';

/** A consistent snapshot of one state. */
export interface ShownResult {
  readonly state: ModelState;
  readonly loaded: InspectedModel;
  readonly examples: readonly ExampleResult[];
}

/** The result of the model that was loaded from its file. */
export interface FileResult extends ShownResult {
  readonly loaded: LoadedModel;
}

export const kUnchanged = { mask: null, positions: null, edits: [] };

/** The gradients of one number of an example, with the changes that are shown. */
export async function shownGradients(
  { examples, loaded, state }: ShownResult,
  example: number,
  of: NumberPlace,
): Promise<NumberGradients | null> {
  const { input: read, original } = examples[example] ?? {};
  if (!read || !original) return null;
  const changes = interventionsIn(state, example, original.model.trace);
  return loaded.gradients(read, state, changes, of);
}

/** The arithmetic of a row of an example: as the model learned it, or with the changes that are shown. */
export async function shownRow(
  { examples, loaded, state }: ShownResult,
  example: number,
  place: RowPlace,
  of: 'learned' | 'shown',
): Promise<RowDetail | null> {
  const { input: read, original } = examples[example] ?? {};
  if (!read || !original) return null;
  if (of === 'learned') return loaded.row(read, kUnchanged, [], place);
  const changes = interventionsIn(state, example, original.model.trace);
  return loaded.row(read, state, changes, place);
}
