/** What the views of a training run show and report. `<attention-training>` composes them. */
import { sharedSettings } from '../shared-settings';

/** A range of consecutive words. */
export interface WordSpan {
  readonly from: number;
  readonly count: number;
}

/** One layer of `<attention-arcs>`: the weights of one of its heads. */
export interface ArcLayer {
  readonly title: string;
  /** The title where there is little room. */
  readonly shortTitle?: string;
  /** The name that the head has earned, with its score, such as `goes with 0.999`, shown after the title. */
  readonly name?: string | undefined;
  /** `[query, key]` */
  readonly weights: Float32Array;
  /** The weights before the visitor's changes, if there are any. */
  readonly before?: Float32Array | undefined;
  /** The words that look, and those that they look at; by default all words. */
  readonly queries?: WordSpan;
  readonly keys?: WordSpan;
  /** From 0 (pencil grey, for a head without a skill) to 1 (ink blue). */
  readonly ink: number;
  /** Whether the head adds nothing to the computation. */
  readonly off?: boolean;
}

/** A row of weights that is forced onto one key. The layer is an index into `layers`. */
export interface ForcedLayerRow {
  readonly layer: number;
  readonly query: number;
  readonly key: number;
}

/** The direction of the arcs: from the chosen word to the words it looks at, or from the words that look at it. */
export const arcDirections = sharedSettings.direction.words;
export type ArcDirection = (typeof arcDirections)[number];

export interface Guess {
  readonly token: string;
  readonly probability: number;
}

/** Facts about the shown model for saved pictures. */
export interface ModelShown {
  readonly model: string;
  readonly trained: boolean;
  /** The word that the model is asked about. */
  readonly word: string;
  readonly answers: readonly Guess[];
}

/** The model's answers before the visitor's changes. */
export interface GuessesBefore {
  readonly first: Guess;
  /** The probabilities of the guesses that are shown now, where they are known. */
  readonly current: readonly (number | undefined)[];
}

/** A head by its attention's name in the trace, such as `layers.1.attention`, and its number from 0. */
export interface HeadPlace {
  readonly attention: string;
  readonly head: number;
}

/** One map of `<attention-head-maps>`. */
export interface HeadMap extends HeadPlace {
  /** The title of the attention, such as `layer 2`; its heads are grouped below it. */
  readonly title: string;
  /** `[query, key]` */
  readonly weights: Float32Array;
  readonly shape: readonly [number, number];
  /** The head's skill, such as `previous token`; undefined until it has one. */
  readonly name?: string | undefined;
  /** The name where there is little room. */
  readonly shortName?: string | undefined;
  readonly score?: number | undefined;
  readonly on: boolean;
}

/** The events of the views. They bubble and are composed. */
export interface TrainingViewEvents {
  'attention-choose': { readonly index: number };
  /** The word under the pointer, whose arcs are shown meanwhile; undefined when the pointer leaves. */
  'attention-preview': { readonly index: number | undefined };
  'attention-direction': { readonly direction: ArcDirection };
  /** Without a key, the row is as the model computes it. */
  'attention-force': {
    readonly layer: number;
    readonly query: number;
    readonly key: number | undefined;
  };
  /** The cells of a drawing, `[28, 28]` from 0 to 15. */
  'attention-draw': { readonly drawing: Uint8Array };
  'attention-head-choose': HeadPlace;
  'attention-head-toggle': HeadPlace;
}
