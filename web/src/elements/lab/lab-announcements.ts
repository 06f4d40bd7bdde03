/** The events that a lab dispatches for lessons: state, query, trace, hover and error. */
import { isMatrixName } from '../../settings/playground';
import { formatState, type LabState } from '../../settings/state';
import { cellAt, matrixOf } from '../../tensors/tensor';
import { sender } from '../base/sender';
import type { Field, LabResult, Pointed, Problem } from './lab-context';
import { isUntrained } from './untrained';

/** The events of `<attention-lab>` and their details. They bubble and are composed. */
export interface LabAnnouncements {
  /** The settings of the shown result have changed. */
  'attention-state': LabState;
  /** Another query has been selected. */
  'attention-query': { readonly query: number; readonly token: string };
  /** A new trace has been computed. */
  'attention-trace': Pick<LabResult, 'state' | 'tokens' | 'trace'> & {
    /** Whether the parameters are random numbers. */
    readonly untrained: boolean;
  };
  /** The number under the pointer or keyboard cursor has changed; null for none. */
  'attention-hover': Hover | null;
  /** The requested settings could not be computed. The last result stays. */
  'attention-error': Pick<Problem, 'setting' | 'message'>;
}

export interface Hover {
  readonly field: Field;
  readonly query: number;
  readonly key: number;
  readonly value: number;
  /** The attention that the weight belongs to, in a model of several layers. The head counts from 0. */
  readonly attention?: string;
  readonly head?: number;
}

const send = sender<LabAnnouncements>();

export class Announcer {
  #state = '';
  #query = -1;
  #token = '';
  #trace: unknown = null;
  #error: string | null = null;
  #hover: string | null = null;

  constructor(private readonly lab: Element) {}

  result(result: LabResult | null, problem: Problem | null): void {
    if (problem && problem.message !== this.#error) {
      const { setting, message } = problem;
      send(this.lab, 'attention-error', { setting, message });
    }
    this.#error = problem?.message ?? null;
    if (!result) return;
    const { state, tokens, trace } = result;
    const untrained = isUntrained(result);
    if (trace !== this.#trace)
      send(this.lab, 'attention-trace', { state, tokens, trace, untrained });
    this.#trace = trace;
    const settings = formatState(state);
    if (settings !== this.#state) send(this.lab, 'attention-state', { ...state });
    this.#state = settings;
    const { word: query } = state;
    const token = tokens[query]?.text ?? '';
    if (query !== this.#query || token !== this.#token)
      send(this.lab, 'attention-query', { query, token });
    [this.#query, this.#token] = [query, token];
  }

  pointer(pointed: Pointed | null, result: LabResult | null): void {
    const hover = pointed && result ? hoverOf(pointed, result) : null;
    const key = JSON.stringify(hover);
    if (key !== this.#hover) send(this.lab, 'attention-hover', hover);
    this.#hover = key;
  }
}

function hoverOf({ field, query, key }: Pointed, { trace, mean, state }: LabResult): Hover {
  const matrix =
    isMatrixName(field) && state.head === null && mean
      ? matrixOf(mean[field]!)
      : matrixOf(trace[field]!, state.head ?? 0);
  return { field, query, key, value: cellAt(matrix, query, key) };
}
