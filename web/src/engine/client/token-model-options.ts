/** The options of a whole model's calls, and the text that it generates. */
import type {
  GeneratedToken,
  Intervention,
  Keep,
  NumberPlace,
  RowPlace,
  TensorInput,
} from '../../../../wasm/engine';
import type { Stoppable } from './requests';

export interface Changed extends Stoppable {
  interventions?: readonly Intervention[];
}

export interface InspectModelOptions extends Changed {
  /** The fields of the trace to return. By default 'outputs', none of them. */
  keep?: Keep;
  /** Their names, instead: `['layers.1.attention.weights']`. The others are not copied. */
  fields?: readonly string[];
  /** A row of attention weights whose arithmetic to return: q · k, scores, exponentials, weight × v. */
  row?: RowPlace | undefined;
}

export interface RowOptions extends Changed, RowPlace {}

export interface NumberGradientsOptions extends Changed {
  of: NumberPlace;
  /** The names of the fields and parameters whose gradients to return; by default all. */
  fields?: readonly string[];
}

export interface SimilarityGradientsOptions extends Changed {
  /** The vector of the other text: [d_model]. */
  other: TensorInput;
  /** The same as for the gradients of any number. */
  fields?: readonly string[];
}

export interface MaskedWordGradientsOptions extends Changed {
  /** The place of the token. */
  place: number;
  /** The id of the word whose log-probability is meant. */
  word: number;
  /** The same as for the gradients of any number. */
  fields?: readonly string[];
}

export interface ParameterPartOptions extends Stoppable {
  /** 'layers.1.attention.w_q' */
  name: string;
  /** For each axis, the first index and the one after the last. */
  from: readonly number[];
  to: readonly number[];
}

export interface AttributionOptions extends Changed {
  /** In addition to fields: 'similarities' [text, other_text] and 'log_probabilities' [batch, place, answer]. */
  of: NumberPlace;
}

export interface WordVectorOptions extends Changed {
  /** The places of each word's tokens. */
  words: readonly (readonly number[])[];
}

export interface HeadOptions extends Changed {
  /** `['layers.0.attention', ..]` */
  attentions: readonly string[];
  /** The places of the tokens whose shares to return, such as delimiters. */
  tokens: readonly number[];
  /** Whether to return the weights without these tokens, each row divided by its sum. False by default. */
  rescaled?: boolean;
  /** Further fields of the trace to return. */
  fields?: readonly string[];
  /** A row of attention weights whose arithmetic to return. */
  row?: RowPlace | undefined;
}

export interface WithoutHeadsOptions extends Changed {
  /** The layer, counted from 0. */
  layer: number;
}

export interface ValueWeightedOptions extends Changed {
  /** 'layers.1.attention' */
  attention: string;
  /** The places of the tokens whose shares to return, such as delimiters. */
  tokens: readonly number[];
}

export interface MaskedWordOptions extends Changed {
  /** The places of the tokens to predict, from 0: those of the tokenizer's mask. */
  places: readonly number[];
  /** The maximum number of words for each place; by default 5. */
  max_words?: number;
}

export interface GenerateOptions extends Changed {
  /** The maximum number of new tokens. */
  count: number;
  /** 0 by default: each token is the most probable one. Otherwise it is drawn. */
  temperature?: number;
  /** The seed of the draws. */
  seed?: number;
  /** The last token: `vocabulary.indexOf('</s>')`. */
  end_id?: number;
  /** Called with each new token. */
  onToken?: (token: GeneratedToken) => void;
}

export interface Generated {
  /** The new tokens. */
  ids: number[];
  steps: GeneratedToken[];
}
