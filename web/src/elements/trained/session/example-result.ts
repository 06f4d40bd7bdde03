/** An example with its results from the trained model, with and without the visitor's changes. */
import type { RowPlace } from '../../../engine/client/engine';
import { interventionsIn } from '../../../model/trained/changes';
import { formatEdits } from '../../../model/edits/edits';
import type { Inspected, InspectedModel } from '../../../model/trained/inspected-model';
import type { ModelExample } from '../../../model/trained/model-example';
import type { ModelState } from '../../../model/trained/model-state';
import { parameterEdits } from '../../../model/edits/parameter-edits';
import { hasRow } from '../../../model/stages/story-row';
import { shownToken } from '../../../model/tokens/shown-token';
import type { Before } from '../../example/example-session';

export interface ExampleResult {
  readonly text: string;
  readonly input: ModelExample;
  /** The result without changes. */
  readonly original?: Inspected;
  /** The result with the changes. */
  readonly changed?: Inspected;
  /** The changes with which `changed` was computed, as text. */
  readonly changesKey?: string;
  readonly problem?: Error;
}

/**
 * Inspects example `i` with the changes of the state. If that fails, returns the last result and the problem. Throws if
 * the model is gone. `row`: the row whose arithmetic to include, if the example has it.
 */
export async function computeExample(
  loaded: InspectedModel,
  state: ModelState,
  i: number,
  input: ModelExample,
  original: Inspected | Error,
  last: ExampleResult | undefined,
  row: RowPlace | undefined,
): Promise<ExampleResult> {
  const { text } = input;
  if (original instanceof Error) return { text, input, problem: original };
  const changes = interventionsIn(state, i, original.model.trace);
  const { mask, positions, edits } = state;
  const parameters = formatEdits(parameterEdits(edits, loaded.parameters));
  if (changes.length === 0 && mask === null && positions === null && parameters === '')
    return { text, input, original, changed: original };
  const settings = JSON.stringify([mask, positions, changes, parameters]);
  // Only the story's place has changed.
  if (last && !last.problem && last.original === original && last.changesKey === settings)
    return last;
  try {
    const existingRow = row && hasRow(original.model.trace, row) ? row : undefined;
    const changed = await loaded.inspect(input, state, changes, existingRow);
    return { text, input, original, changed, changesKey: settings };
  } catch (problem) {
    if (loaded.isGone) throw problem;
    return { ...(last ?? { text, input, original }), problem: problem as Error };
  }
}

/** The guesses and the inspection of an example before it was changed. */
export function beforeOf({ example, model }: Inspected, changed: Inspected): Before {
  const { shape, data } = model.probabilities;
  const of = (row: number, id: number) => data[row * shape[2]! + id] ?? 0;
  return {
    inspection: example,
    guesses: (row) => {
      const [first] = example.answers[row] ?? [];
      const now = (changed.model.answers[row] ?? []).map(({ id }) => of(row, id));
      return first && { first: { ...first, token: shownToken(first.token) }, current: now };
    },
  };
}
