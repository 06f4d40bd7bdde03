/** What a lab gives to the views inside it: a result that is whole, and what the pointer is at. */
import { createContext } from '@lit/context';
import type { Given } from '../../given';
import type { LabState, Step } from '../../state';
import type { Token } from '../../tokenize';
import type { Say } from '../../words/refusal';
import {
  at,
  matrixOf,
  type AttentionTrace,
  type Embedded,
  type MultiHeadParameters,
  type RowDetail,
  type Tensor,
} from '../../tensor';

/** A value that the formula names. The views light up, and are led to, by these. */
export type Field = 'q' | 'k' | 'v' | Step | 'context';

/** Everything in it belongs together; the next one replaces it whole. */
export interface LabResult {
  /** The settings that were asked for. */
  readonly asked: LabState;
  /** The same, with the query and the head put within what there is. */
  readonly state: LabState;
  /** Of the queries. */
  readonly tokens: readonly Token[];
  /** In self-attention the same array; in cross-attention others, and as many as there are keys. */
  readonly keys: readonly Token[];
  /** Somebody's queries, keys and values, where no sentence was embedded. */
  readonly given: Given | null;
  readonly embedded: Embedded | null;
  /** Of the layer, as long as it is the lab's. */
  readonly parameters: () => Promise<MultiHeadParameters>;
  readonly trace: AttentionTrace;
  /** The followed query's row. */
  readonly detail: RowDetail;
  /** The same row, ranked for the few tokens that get a colour of their own. */
  readonly shares: RowDetail;
  /** The mean over heads of the weights, `[batch, query, key]`. */
  readonly meanWeights: Tensor;
  /** The mean of every step, when that is what is shown. */
  readonly mean: Readonly<Record<Step, Tensor>> | null;
}

/** The queries and the keys by name: literal ones, or the lab's. In self-attention they are one array. */
export function namesOf(literal: readonly string[] | undefined, result: LabResult | null) {
  if (literal) return { tokens: literal, keys: literal };
  const names = (tokens: readonly Token[]) => tokens.map(({ text }) => text);
  const tokens = result ? names(result.tokens) : [];
  const keys = !result || result.keys === result.tokens ? tokens : names(result.keys);
  return { tokens, keys };
}

/** Whether the followed query may not see a key: not a small weight, but none. */
export function isKeyMasked(detail: RowDetail, result: LabResult | null, key: number): boolean {
  const own = detail.masked_scores?.data[key];
  if (own !== undefined) return own === -Infinity;
  const mean = result?.mean?.masked_scores;
  return mean !== undefined && at(matrixOf(mean), result!.state.query, key) === -Infinity;
}

/** A setting that could not be followed: why, and the control that it concerns. */
export interface Problem {
  readonly setting: keyof LabState | 'engine' | 'given';
  /** In English; `say` has it in any language. */
  readonly message: string;
  readonly say: Say;
}

export interface LabValue {
  readonly result: LabResult | null;
  /** What was asked for, of which `result` is the last that could be computed. */
  readonly wanted: LabState;
  readonly problem: Problem | null;
}

/** The number under the pointer or the keyboard's cursor. */
export interface Pointed {
  readonly field: Field;
  readonly query: number;
  readonly key: number;
  /** The row's arithmetic, once it has come. */
  readonly detail: RowDetail | null;
}

export interface PointerValue {
  readonly pointed: Pointed | null;
  /** The symbol of the formula that is lit. */
  readonly lit: Field | null;
}

/** What a view points at; a query of null is the one that is followed, whichever it is. */
export interface PointedCell {
  readonly field: Field;
  readonly query: number | null;
  readonly key: number;
}

export const labContext = createContext<LabValue>('attention-lab');
export const pointerContext = createContext<PointerValue>('attention-lab-pointer');

/** What views tell their lab. They bubble, composed, so a page may listen too. */
export interface LabEvents {
  /** Settings to change, in part. */
  'attention-change': Partial<LabState>;
  /** The number that is pointed at; null when the pointer leaves. */
  'attention-cell': PointedCell | null;
  /** A symbol, or the place where its numbers stand, is pointed at. */
  'attention-lit': Field | null;
  /** A symbol was chosen: show where its numbers stand. */
  'attention-visit': Field;
  /** Queries, keys and values to compute instead of a sentence; null: the sentence again. */
  'attention-given': Given | null;
}

/** A view tells the lab around it, or the one that it is linked to. */
export function tell<K extends keyof LabEvents>(
  from: Element & { readonly linkedLab?: Element | null },
  type: K,
  detail: LabEvents[K],
): void {
  const at = from.linkedLab ?? from;
  at.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
}
