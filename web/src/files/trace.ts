/** A whole trace as a file: every tensor by its name, the tokens and the settings. */
import { defaultState, type LabState } from '../state';
import { partOfState } from '../state-object';
import { kMaxCharacters, kMaxTokens, tokenize } from '../tokenize';
import type { Tensor } from '../tensor';
import { said, visible } from './shape';
import { refuse } from './source';

export const kFormat = 'attention-lab trace';
const kVersion = 1;

/** What is said beside the numbers. */
export interface TraceNote {
  readonly state: LabState;
  /** Of the queries. */
  readonly tokens: readonly string[];
  /** Of the keys; in self-attention the same. */
  readonly keys: readonly string[];
  /** The file that q, k and v came from, where no sentence made them. */
  readonly given: string | null;
}

export interface ExportedTrace extends TraceNote {
  readonly tensors: readonly (readonly [string, Tensor])[];
}

export function noteOf({ state, tokens, keys, given }: TraceNote): Record<string, unknown> {
  return { format: kFormat, version: kVersion, state, tokens, keys, given };
}

/** Throws with what was expected and what came. */
export function readNote(value: unknown): TraceNote {
  const note = recordOf(value) ?? refuse((words) => words.trace(said(value)));
  if (note['format'] !== kFormat) refuse((words) => words.trace(said(note['format'])));
  if (note['version'] !== kVersion)
    refuse((words) => words.traceVersion(kVersion, said(note['version'])));
  const tokens = tokensOf(note['tokens']);
  const given = note['given'];
  if (given !== null && typeof given !== 'string') refuse((words) => words.traceState(said(given)));
  return {
    state: stateOf(note['state']),
    tokens,
    keys: tokensOf(note['keys']),
    given: typeof given === 'string' ? visible(given) : null,
  };
}

/** An object's own entries, and no others. */
export function recordOf(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

/** Whatever a lab would refuse is refused here. */
function stateOf(value: unknown): LabState {
  try {
    const state = { ...defaultState, ...partOfState(value) };
    tokenize(state.text);
    return state;
  } catch {
    return refuse((words) => words.traceState(said(value)));
  }
}

function tokensOf(value: unknown): string[] {
  const fits =
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= kMaxTokens &&
    value.every((token) => typeof token === 'string') &&
    value.join('').length <= kMaxCharacters;
  return fits
    ? (value as string[]).map((token) => token.toWellFormed())
    : refuse((words) => words.traceTokens(kMaxTokens, said(value)));
}
