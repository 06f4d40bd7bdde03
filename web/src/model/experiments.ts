/** Short experiments on the model that opens: each is a question, and what to set on the page to see. */
import { exampleView, changedPlaces } from '../training/example-view';
import type { HeadPlace } from '../training/view-types';
import type { Inspected } from './loaded-model';
import { asLearned, formatModelState, type ModelState } from './model-state';

export const experimentNames = ['number', 'causal', 'layer', 'idle', 'positions'] as const;
export type ExperimentName = (typeof experimentNames)[number];

/** In layer 1, the head whose weights of "it" are on the adjective; and one that looks at "too". */
export const kReader = { attention: 'layers.0.attention', head: 2 } as const;
export const kIdle = { attention: 'layers.0.attention', head: 0 } as const;

/** The field of the one number that is turned round: the value of "wide" in that head. */
const kValue = { layer: kReader.attention, field: 'v' } as const;

/** The state of the page after the experiment: one change to the trained model. */
export function stateOf(
  name: ExperimentName,
  state: ModelState,
  originals: readonly Inspected[],
): ModelState {
  const learned = asLearned(state);
  const off = (heads: readonly HeadPlace[]) => ({
    ...learned,
    changes: { ...learned.changes, off: heads },
  });
  switch (name) {
    case 'number':
      return { ...learned, edits: [{ ...kValue, ...turnedRound(originals) }] };
    case 'causal':
      return { ...learned, mask: 'causal' };
    case 'layer': {
      const { attention } = kReader;
      const [, heads = 0] = originals[1]!.model.trace[`${attention}.weights`]!.shape;
      return off(Array.from({ length: heads }, (_, head) => ({ attention, head })));
    }
    case 'idle':
      return off([kIdle]);
    case 'positions':
      return { ...learned, positions: 'none' };
  }
}

/** The value of the last word that differs, of the second example, with the other sign. */
function turnedRound(originals: readonly Inspected[]) {
  const [first = [], second = []] = originals.map(({ example }) => exampleView(example).words);
  const place = changedPlaces(second, first).at(-1) ?? 0;
  const { shape, data } = originals[1]!.model.trace[`${kValue.layer}.v`]!;
  const [, , places = 0, width = 0] = shape;
  const value = data[(kReader.head * places + place) * width]!;
  return { index: [0, kReader.head, place, 0], value: -value };
}

/** Whether the page is as the experiment sets it. */
export function isAt(name: ExperimentName, state: ModelState, originals: readonly Inspected[]) {
  return formatModelState(state) === formatModelState(stateOf(name, state, originals));
}
