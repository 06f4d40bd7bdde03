/** What was changed in a model, as the engine takes it; and what of it the model does not have. */
import type {
  ExampleInspection,
  Intervention,
  NamedTensors,
  TokenModelConfig,
} from '../../../wasm/engine';
import { fittingChanges } from '../training/changes';
import { interventionsOf as headsAndRows } from '../training/interventions';
import { attentionsOf } from './attentions';
import { editText, interventionsOf as numbers, type Edit } from './edits';
import type { ModelState } from './model-state';
import { hasNumbers } from './parameter-edits';

/** The changes of one example. `trace`: of the model as it was learned. */
export function interventionsIn(
  { changes, edits }: ModelState,
  example: number,
  trace: NamedTensors,
): Intervention[] {
  const keys = (attention: string) => trace[`${attention}.weights`]?.shape[3] ?? 0;
  const rows = changes.row.filter((row) => row.example === example);
  const own = edits.filter((edit) => hasNumbers(edit, trace));
  return [...headsAndRows(changes.off, rows, keys), ...numbers(own)];
}

/** Without what the model or the examples do not have, which is listed as it is in the address. */
export function fittingState(
  state: ModelState,
  seen: readonly (ExampleInspection | undefined)[],
  traces: readonly NamedTensors[],
  { config, parameters }: { config: TokenModelConfig; parameters: NamedTensors },
): { state: ModelState; others: readonly string[] } {
  const { changes, others } = fittingChanges(state.changes, seen);
  const fits = (edit: Edit) => [parameters, ...traces].some((tensors) => hasNumbers(edit, tensors));
  const absent = state.edits.filter((edit) => !fits(edit)).map(editText);
  const hasLayer = state.layer < attentionsOf(config).length;
  if (!hasLayer) absent.push(`layer=${state.layer}`);
  if (others.length + absent.length === 0) return { state, others };
  const layer = hasLayer ? state.layer : 0;
  const fitting = { ...state, changes, layer, edits: state.edits.filter(fits) };
  return { state: fitting, others: [...others, ...absent] };
}
