/** Converts changes of a model to interventions of the engine, and finds changes that the model does not have. */
import type {
  ExampleInspection,
  Intervention,
  NamedTensors,
  Tensor,
  TokenModelConfig,
} from '../../../../wasm/engine';
import { fittingVisitorChanges, forcedRowsOf } from '../changes/visitor-changes';
import { headInterventions } from '../changes/interventions';
import { attentionsOf, maskOf, positionsOf } from '../stages/attentions';
import { editText, editInterventions, placeKey, type EditPlace } from '../edits/edits';
import type { ModelState } from './model-state';
import { hasNumbers } from '../edits/parameter-edits';

/** The changes of one example. `trace`: of the model as it was learned. */
export function interventionsIn(
  { changes, edits }: ModelState,
  example: number,
  trace: NamedTensors,
): Intervention[] {
  const keys = (attention: string) => trace[`${attention}.weights`]?.shape[3] ?? 0;
  const rows = forcedRowsOf(changes, example);
  const applicable = edits.filter((edit) => hasNumbers(edit, trace));
  return [...headInterventions(changes.off, rows, keys), ...editInterventions(applicable)];
}

/**
 * The state without changes that the model or the examples do not have; those are listed as in the address. A mask or
 * positions that the model was trained with do not count as changes.
 */
export function fittingState(
  state: ModelState,
  inspections: readonly (ExampleInspection | undefined)[],
  traces: readonly NamedTensors[],
  {
    config,
    parameters,
    logits,
  }: { config: TokenModelConfig; parameters: NamedTensors; logits: readonly Tensor[] },
): { state: ModelState; absent: readonly string[] } {
  const { changes, absent } = fittingVisitorChanges(state.changes, inspections);
  const tensors = [parameters, ...traces];
  const fits = (place: EditPlace) => tensors.some((all) => hasNumbers(place, all));
  const edits = state.edits.filter(fits);
  const hasLayer = (state.layer ?? 0) < attentionsOf(config).length;
  const { matrix, asked } = state;
  const hasMatrix =
    matrix === '' || matrix === 'logits' || tensors.some((all) => Object.hasOwn(all, matrix));
  const answers = logits.map((log_probabilities) => ({ log_probabilities }));
  const hasNumber = !asked || fits(asked) || answers.some((numbers) => hasNumbers(asked, numbers));
  absent.push(...state.edits.filter((edit) => !fits(edit)).map(editText));
  if (!hasLayer) absent.push(`layer=${state.layer}`);
  if (!hasMatrix) absent.push(`matrix=${matrix}`);
  if (!hasNumber) absent.push(`asked=${placeKey(asked)}`);
  const mask = state.mask === maskOf(config) ? null : state.mask;
  const positions = state.positions === positionsOf(config) ? null : state.positions;
  const isFitting = absent.length === 0 && mask === state.mask && positions === state.positions;
  if (isFitting) return { state, absent };
  const fitting = {
    ...state,
    mask,
    positions,
    changes,
    edits,
    layer: hasLayer ? state.layer : null,
    matrix: hasMatrix ? matrix : '',
    asked: hasNumber ? asked : null,
  };
  return { state: fitting, absent };
}
