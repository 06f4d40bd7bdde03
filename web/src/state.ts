/**
 * What a lab is set to, and how that stands in an address: `#v=1&text=...&num_heads=2`, of which
 * whatever is at its default is left out.
 */
import type { MaskKind, PositionKind } from './tensor';
import { kMaxCharacters, tokenize } from './tokenize';
import { Refusal } from './words/refusal';

/** The matrices of scores and weights, in the order in which the formula makes them. */
export const steps = ['scores', 'masked_scores', 'weights'] as const;
export type Step = (typeof steps)[number];

export interface LabState {
  /** The version of this description. */
  v: 1;
  text: string;
  d_model: number;
  num_heads: number;
  /** The head shown, counted from 0; null is the mean of all. */
  head: number | null;
  /** The token whose row is followed, counted from 0. */
  query: number;
  seed: number;
  mask: MaskKind;
  positions: PositionKind;
  step: Step;
}

export const defaultState: Readonly<LabState> = {
  v: 1,
  text: 'The cat sat on the mat',
  d_model: 8,
  num_heads: 2,
  head: 0,
  query: 5,
  seed: 1,
  mask: 'none',
  positions: 'sinusoidal',
  step: 'weights',
};

/** What the page offers; the core takes more. */
export const limits = {
  d_model: { least: 1, most: 256 },
  num_heads: { least: 1, most: 16 },
  seed: { least: 0, most: 999_999_999 },
  query: { least: 0, most: 511 },
  head: { least: 0, most: 15 },
} as const;
export type Count = keyof typeof limits;

export const settingWords = {
  mask: ['none', 'causal'],
  positions: ['none', 'sinusoidal'],
  step: steps,
} as const;

const version = String(defaultState.v);

/** A whole number as a person types it. Throws with what was expected and what came. */
export function parseCount(name: Count, typed: string): number {
  const { least, most } = limits[name];
  const value = /^\s*\d{1,15}\s*$/.test(typed) ? Number(typed) : NaN;
  if (!(value >= least && value <= most)) {
    const came = shortened(typed.trim()) || null;
    throw new Refusal(({ refused }) => refused.wholeNumber(least, most, came));
  }
  return value;
}

export function formatState(state: LabState): string {
  const parameters = new URLSearchParams({ v: version });
  for (const name of Object.keys(defaultState) as (keyof LabState)[])
    if (state[name] !== defaultState[name]) parameters.set(name, String(state[name] ?? 'mean'));
  return parameters.toString();
}

/** The state that a hash (without `#`) tells of, or the defaults and why. */
export function parseState(hash: string): { state: LabState; notice: Refusal | null } {
  if (hash === '') return { state: { ...defaultState }, notice: null };
  try {
    return { state: readState(new URLSearchParams(hash)), notice: null };
  } catch (error) {
    const { say } = error as Refusal;
    const notice = new Refusal((words) => words.refused.link(say(words)));
    return { state: { ...defaultState }, notice };
  }
}

function readState(parameters: URLSearchParams): LabState {
  const came = parameters.get('v');
  if (came !== version)
    throw new Refusal(({ refused }) => refused.version(version, came ? shortened(came) : null));
  const state = { ...defaultState };
  state.text = parameters.get('text') ?? state.text;
  // Longer ones take the browser seconds just to show.
  if (state.text.length > kMaxCharacters) tokenize(state.text);
  for (const name of ['d_model', 'num_heads', 'query', 'seed'] as const)
    state[name] = within(name, () => parseCount(name, parameters.get(name) ?? `${state[name]}`));
  const head = parameters.get('head');
  if (head === 'mean') state.head = null;
  else if (head !== null) state.head = within('head', () => parseCount('head', head));
  state.mask = oneOf(parameters, 'mask');
  state.positions = oneOf(parameters, 'positions');
  state.step = oneOf(parameters, 'step');
  return state;
}

function oneOf<N extends keyof typeof settingWords>(parameters: URLSearchParams, name: N) {
  type Word = (typeof settingWords)[N][number];
  const came = parameters.get(name) ?? defaultState[name];
  if (!(settingWords[name] as readonly string[]).includes(came))
    throw new Refusal(({ refused }) => refused.oneOf(name, settingWords[name], shortened(came)));
  return came as Word;
}

function within<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { say } = error as Refusal;
    throw new Refusal((words) => words.refused.named(name, say(words)));
  }
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}
