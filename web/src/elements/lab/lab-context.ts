/** The contexts that a lab provides to its views: the result, and the number under the pointer. */
import { createContext } from '@lit/context';
import type { OddRows, Opened } from '../../tensors/opened';
import type { MatrixName } from '../../settings/playground';
import type { LabState } from '../../settings/state';
import type { Token } from '../../text/tokenize';
import { placedTokens } from '../../model/tokens/placed-tokens';
import type { TranslatedMessage } from '../../words/refusal';
import { sender } from '../base/sender';
import {
  cellAt,
  matrixOf,
  type AttentionTrace,
  type Embedded,
  type MultiHeadParameters,
  type RowDetail,
  type Tensor,
  type WeightsRow,
} from '../../tensors/tensor';

/** A symbol of the formula. Links the symbol with the view of its numbers. */
export type Field = 'q' | 'k' | 'v' | MatrixName | 'context';

/** The intermediates; for weights from a file only the weights. */
export type LabTrace = Pick<AttentionTrace, 'weights'> & Partial<AttentionTrace>;

/** A query's row; for weights from a file without its arithmetic and its context. */
export type LabRow = Pick<RowDetail, 'weights' | 'ranking' | 'rest_weight'> &
  Partial<RowDetail> &
  Partial<WeightsRow>;

/** A consistent result, which the next one replaces as a whole. */
export interface LabResult {
  /** The requested settings. */
  readonly requested: LabState;
  /** The same settings, with query and head limited to those that exist. */
  readonly state: LabState;
  /** The tokens of the queries. */
  readonly tokens: readonly Token[];
  /** The tokens of the keys; in self-attention the same array as `tokens`. */
  readonly keys: readonly Token[];
  /** Data from a file or a page that replaces the sentence; null for a sentence. */
  readonly opened: Opened | null;
  /** For weights from a file: how many rows are not distributions, and why. */
  readonly odd: OddRows | null;
  readonly embedded: Embedded | null;
  /** The parameters of the layer. */
  readonly parameters: () => Promise<MultiHeadParameters>;
  readonly trace: LabTrace;
  /** The row of the selected query. */
  readonly detail: LabRow;
  /** The same row, with only as many tokens ranked as have a color of their own. */
  readonly shares: LabRow;
  /** The mean over heads of the weights, `[batch, query, key]`. */
  readonly meanWeights: Tensor;
  /** The mean over heads of each step; null if a single head is shown. */
  readonly mean: LabMean | null;
}

/** The mean over heads of each step; for weights from a file only that of the weights. */
export type LabMean = Readonly<
  Pick<Record<MatrixName, Tensor>, 'weights'> & Partial<Record<MatrixName, Tensor>>
>;

/** The labels of queries and keys: literal ones, or the lab's tokens. In self-attention the same array. */
export function namesOf(literal: readonly string[] | undefined, result: LabResult | null) {
  if (literal) return { tokens: literal, keys: literal };
  const names = (tokens: readonly Token[]) => tokens.map(({ text }) => text);
  const tokens = result ? names(result.tokens) : [];
  const keys = !result || result.keys === result.tokens ? tokens : names(result.keys);
  return { tokens, keys };
}

/** The tokens as labels that distinguish equal words. Returns the same arrays while the tokens are the same. */
export function placedNamesOf(literal: readonly string[] | undefined, result: LabResult | null) {
  const { tokens, keys } = namesOf(literal, result);
  const labels = (names: readonly string[], of: object) => {
    let known = placed.get(of);
    if (!known) placed.set(of, (known = placedTokens(names)));
    return known;
  };
  const rows = labels(tokens, literal ?? result?.tokens ?? noTokens);
  return {
    tokens: rows,
    keys: keys === tokens ? rows : labels(keys, result!.keys),
  };
}
const placed = new WeakMap<object, readonly string[]>();
const noTokens = {};

/** Whether the mask hides the key from the selected query. */
export function isKeyMasked(detail: LabRow, result: LabResult | null, key: number): boolean {
  const maskedScore = detail.masked_scores?.data[key];
  if (maskedScore !== undefined) return maskedScore === -Infinity;
  const mean = result?.mean?.masked_scores;
  return mean !== undefined && cellAt(matrixOf(mean), result!.state.word, key) === -Infinity;
}

/** The reason why settings could not be applied, and the setting that the message belongs to. */
export interface Problem {
  readonly setting: keyof LabState | 'engine' | 'opened';
  /** In English; `translate` gives it in any language. */
  readonly message: string;
  readonly translate: TranslatedMessage;
}

export interface LabValue {
  readonly result: LabResult | null;
  /** The requested settings. `result` is the last one that could be computed. */
  readonly requested: LabState;
  readonly problem: Problem | null;
  /** The file that was shown until the sentence changed. */
  readonly closed: Opened | null;
}

/** What a lab provides to its views. */
export interface ProvidedValue extends LabValue {
  /** Whether computing the requested settings takes long; a view then says so. */
  readonly isLate: boolean;
}

/** The number under the pointer or the keyboard's cursor. */
export interface Pointed {
  readonly field: Field;
  readonly query: number;
  readonly key: number;
  /** The details of the row, once computed. */
  readonly detail: LabRow | null;
}

export interface PointerValue {
  readonly pointed: Pointed | null;
  /** The highlighted symbol of the formula. */
  readonly lit: Field | null;
}

/** The cell under the pointer in a view. A query of null means the selected query. */
export interface PointedCell {
  readonly field: Field;
  readonly query: number | null;
  readonly key: number;
}

export const labContext = createContext<ProvidedValue>('attention-lab');
export const pointerContext = createContext<PointerValue>('attention-lab-pointer');

/** The events that views send to their lab. They bubble and are composed, so pages can listen as well. */
export interface LabEvents {
  /** The settings to change; for a heatmap without a lab, the chosen key. */
  'attention-change': Partial<LabState> & { readonly key?: number };
  /** The cell under the pointer; null when the pointer leaves. */
  'attention-cell': PointedCell | null;
  /** The symbol to highlight; null for none. */
  'attention-lit': Field | null;
  /** A symbol was clicked: scroll to its numbers. */
  'attention-visit': Field;
  /** Data to show instead of the sentence; null returns to the sentence. */
  'attention-opened': Opened | null;
}

const send = sender<LabEvents>();

/** Dispatches an event from a view to the lab around it, or to the lab it is linked to. */
export function sendToLab<Name extends keyof LabEvents>(
  from: Element & { readonly linkedLab?: Element | null },
  name: Name,
  detail: LabEvents[Name],
): void {
  send(from.linkedLab ?? from, name, detail);
}
