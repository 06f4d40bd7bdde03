/** A trace as a file: all tensors by name, the tokens and the settings. */
import { defaultState, type LabState } from '../settings/state';
import { partOfState } from '../settings/state-object';
import { kMaxCharacters, kMaxTokens, tokenize } from '../text/tokenize';
import type { Tensor } from '../tensors/tensor';
import { shortForm, visible } from './shape';
import { refuse } from './source';

const kFormat = 'attention-lab trace';
const kVersion = 1;

/** The settings and tokens of a trace. */
export interface TraceNote {
  readonly state: LabState;
  /** The tokens of the queries. */
  readonly tokens: readonly string[];
  /** The tokens of the keys; in self-attention the same. */
  readonly keys: readonly string[];
  /** The name of the opened file that q, k and v, or the weights, came from; null if it was the sentence. */
  readonly opened: string | null;
  /** Whether the parameters are random numbers. */
  readonly untrained: boolean;
}

export interface ExportedTrace extends TraceNote {
  readonly tensors: readonly (readonly [string, Tensor])[];
}

/** The note as it is in the file, where `opened` is called `given`. */
export function noteOf(note: TraceNote): Record<string, unknown> {
  const { state, tokens, keys, opened, untrained } = note;
  return { format: kFormat, version: kVersion, state, tokens, keys, given: opened, untrained };
}

/** Parses JSON in UTF-8. */
export function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refuse((words) => words.json);
  }
}

/** Throws an error that names the expected and the actual content. */
export function readNote(value: unknown): TraceNote {
  const note = recordOf(value) ?? refuse((words) => words.trace(shortForm(value)));
  const { format = value } = note;
  if (format !== kFormat) refuse((words) => words.trace(shortForm(format)));
  if (note['version'] !== kVersion)
    refuse((words) => words.traceVersion(kVersion, shortForm(note['version'])));
  const tokens = checkedTokens('tokens', note['tokens']);
  const opened = note['given'];
  if (opened !== null && typeof opened !== 'string')
    refuse((words) => words.traceState(shortForm(opened)));
  return {
    state: stateOf(note['state']),
    tokens,
    keys: checkedTokens('keys', note['keys']),
    opened: typeof opened === 'string' ? visible(opened) : null,
    // A sentence has no other parameters than random ones.
    untrained: opened === null || note['untrained'] === true,
  };
}

/** The own entries of an object, without a prototype; null if the value is not an object. */
export function recordOf(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

/** Rejects the same states as a lab. */
function stateOf(value: unknown): LabState {
  try {
    const state = { ...defaultState, ...partOfState(value) };
    tokenize(state.text);
    return state;
  } catch {
    return refuse((words) => words.traceState(shortForm(value)));
  }
}

/** `name`: the name of the list in the file. */
export function checkedTokens(name: string, value: unknown): string[] {
  const fits =
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= kMaxTokens &&
    value.every((token) => typeof token === 'string') &&
    value.join('').length <= kMaxCharacters;
  return fits
    ? (value as string[]).map((token) => token.toWellFormed())
    : refuseTokens(name, shortForm(value));
}

export function refuseTokens(name: string, actual: string): never {
  return refuse((words) => words.traceTokens(name, kMaxTokens, kMaxCharacters, actual));
}
