/**
 * Whole models from one configuration (core/operations/config/model_config.h, core/operations/models/named_model.h,
 * model_inputs.h and model_inspection.h). Written by hand, like operations.d.ts.
 */
import type { ActivationKind } from './configurations';
import type { NamedTensors, RowDetail, Tensor } from './tensors';

/** One number for each layer, or one for all of them. */
type EachLayer = number | readonly number[];

/** The keys that recipes and models share. */
export interface ModelShape {
  architecture?: 'encoder_only' | 'decoder_only' | 'encoder_decoder' | 'vision';
  d_model?: number;
  /** How many layers: what C++ and the configuration of a stack name `num_layers`. */
  layers?: number;
  /** The heads of each layer: what C++ and the configuration of a layer name `num_heads`. */
  heads?: EachLayer;
  d_head?: EachLayer;
  d_v?: EachLayer;
  /** 0: no feed-forward. */
  d_ff?: EachLayer;
  /** 1: rotary positions in the attention. */
  rotary?: EachLayer;
  rotary_base?: number;
  /** The same for the decoder of an encoder-decoder. */
  decoder_layers?: number;
  decoder_heads?: EachLayer;
  decoder_d_head?: EachLayer;
  decoder_d_v?: EachLayer;
  decoder_d_ff?: EachLayer;
  decoder_rotary?: EachLayer;
  positions?: 'sinusoidal' | 'learned' | 'none';
  /** The initial standard deviation of the embeddings of tokens and positions. */
  embedding_std?: number;
  /** Whether embeddings are multiplied by √d_model. */
  scale_embedding?: boolean;
  activation?: ActivationKind;
  norm?: 'layer' | 'rms';
  norm_first?: boolean;
  final_norm?: boolean;
  bias?: boolean;
  tied_head?: boolean;
  output_bias?: boolean;
}

/** A whole model. By default it has one layer with one head, and otherwise the settings of the original Transformer. */
export interface TokenModelConfig extends ModelShape {
  architecture: NonNullable<ModelShape['architecture']>;
  d_model: number;
  /** The number of tokens that the model knows; absent for images. */
  vocab_size?: number;
  /** The types of the tokens, such as first and second sentence; of an encoder-decoder's source. 0 for none. */
  num_types?: number;
  /** For tokens: whether the sum of the embeddings is normalized. */
  embedding_norm?: boolean;
  /** Added to the variance in every norm. 1e-5 when absent. */
  epsilon?: number;
  /** In an encoder-decoder: the vocabulary of the decoder's input. vocab_size when absent. */
  target_vocab_size?: number;
  /** The number of learned positions, that of the class token included. */
  max_length?: number;
  target_max_length?: number;
  /** In a vision model: the number of values in a patch. */
  d_patch?: number;
  /** Whether a learned vector precedes the sequence; of an encoder only. */
  class_token?: boolean;
  /** What the logits are read from: every position, or in an encoder also the first, or the mean of all. */
  readout?: 'every_place' | 'first' | 'mean';
  /** Whether there are logits: true when absent. Without, an encoder ends with what the readout reads. */
  head?: boolean;
  /** The width of the logits; vocab_size when absent. */
  num_labels?: number;
  /** The logits of a position are this many rows of answers. */
  answers_per_place?: number;
}

/** A tensor of a checkpoint, as the header of its safetensors file says. */
export interface StoredShape {
  dtype:
    | 'F64'
    | 'F32'
    | 'F16'
    | 'BF16'
    | 'I64'
    | 'I32'
    | 'I16'
    | 'I8'
    | 'U64'
    | 'U32'
    | 'U16'
    | 'U8'
    | 'BOOL'
    | (string & {});
  shape: readonly number[];
}

/** The bytes of a tensor of the file in [begin, end). */
export interface TensorSlice {
  tensor: string;
  begin: number;
  end: number;
}

/** The format in which a model for inference holds its matrices. */
export type ParameterForm = 'float32' | 'float16' | 'bfloat16' | 'int8';

/**
 * Replaces, multiplies or shifts elements of a field of the trace as soon as it is computed, so that
 * everything computed from it changes too. Or, for one call, elements of a parameter: of an attention's
 * projections, a feed-forward, a norm, or a head that is not tied. The model itself stays as it is.
 */
export interface Intervention {
  /** 'layers.1.attention'; absent for a field of the model itself. */
  layer?: string;
  /** 'q', 'scores', 'weights', 'context', 'output' .. or a parameter: 'w_q', 'b_q', 'gamma' .. */
  field: string;
  /** One index for each leading axis, null for all of it: [0, head, query]; of a parameter [row, column], or [column]. */
  index?: readonly (number | null)[];
  /** One number for all selected elements, or one for each, row-major. */
  value: number | readonly number[] | Float32Array;
  /** Whether the elements are multiplied by the value instead of replaced. Masked scores stay −∞. */
  multiplies?: boolean;
  /** Whether the value is added to the elements instead. Not together with `multiplies`. */
  adds?: boolean;
}

/** What a word may look at, as core/analysis/heads/relation_sentences.h says. */
export type RelationName =
  | 'previous_word'
  | 'next_word'
  | 'same_word_before'
  | 'determiner_to_noun'
  | 'adjective_to_noun'
  | 'verb_to_subject'
  | 'subject_to_verb'
  | 'verb_to_object'
  | 'object_to_verb'
  | 'possessive_to_owner'
  | 'pronoun_to_noun'
  | 'auxiliary_to_verb'
  | 'preposition_to_object'
  /** Only in decoders. */
  | 'induction';

/** Two words of a sentence, counted from 0: `from` should look at `to`. */
export interface WordPair {
  relation: RelationName;
  from: number;
  to: number;
}

/** "was" is a verb; pronouns and auxiliaries are other words. */
export type WordKind = 'noun' | 'verb' | 'other';

export interface RelationSentence {
  words: string[];
  /** One for each word. */
  kinds: WordKind[];
  /** All pairs that are known. */
  pairs: WordPair[];
}

/** How one head does on the sentences of the half 'report'. */
export interface HeadScore {
  /** The share of rows in which the right word has the largest weight of all words, delimiters excluded. */
  share: number;
  /** The mean weight of the right word. */
  mean_weight: number;
  /** The 95 % Wilson interval of the share. */
  low: number;
  high: number;
  /** The same share on the sentences of the half 'find'. */
  find_share: number;
  /** Whether the head meets the rule. */
  named: boolean;
}

/** The scores that a head needs for a name. */
export interface NamingRule {
  /** The least `find_share`. */
  min_find_share: number;
  /** The least `share`. */
  min_share: number;
  /** The least difference of `share` and `offset_share`, unless the relation is an offset. */
  min_above_offset: number;
}

/** The nearest noun, or the nearest verb, on the side of the word on which it is right more often. */
export interface NearestOfKind {
  kind: 'noun' | 'verb';
  side: 'before' | 'after';
  /** Its share of the same rows. */
  share: number;
}

export interface RelationScores {
  relation: RelationName;
  /** Whether the relation is a fixed offset, such as the previous word. */
  is_offset: boolean;
  /** Word pairs in the sentences of the half 'report', from which the scores are, and in those of the half 'find'. */
  rows: number;
  find_rows: number;
  /** The distance `to - from` that is right most often, and its share of the same rows. */
  offset: number;
  offset_share: number;
  /**
   * A further baseline, which the rule does not ask for. Undefined where right words are of several kinds, for an offset,
   * and if kinds of words were not given.
   */
  nearest: NearestOfKind | undefined;
  /** The best head by the sentences of the half 'find'; -1 when it has none. */
  best_layer: number;
  best_head: number;
  /** [layer * heads + head] */
  heads: HeadScore[];
}

export interface FoundHeads {
  rule: NamingRule;
  relations: RelationScores[];
  /** By layer, the share of all weight on delimiters. */
  delimiter_share: number[];
}

/** A whole model that the module holds. */
export interface CreatedTokenModel {
  number: number;
  /** Every key. */
  config: TokenModelConfig;
  /** Whether it has a head for masked words. */
  predicts_words: boolean;
  has_pooler: boolean;
}

/** An answer, or a token of the vocabulary. */
export interface TokenGuess {
  id: number;
  probability: number;
}

export interface ModelInspection {
  /** [batch, position, num_labels]; with a readout, one position. Empty without a head, as are probabilities and answers. */
  logits: Tensor;
  /** [batch, position * answers_per_place, answer] */
  probabilities: Tensor;
  /** The five most probable of each row of the probabilities. */
  answers: TokenGuess[][];
  /** The fields that were asked for: 'layers.1.attention.weights' [batch, head, query, key] */
  trace: NamedTensors;
  /** The arithmetic of the row of attention weights that was asked for. */
  row?: RowDetail;
}

/** How far a model with rounded parameters is from the exact one, on the same texts. */
export interface RoundingError {
  /** The largest difference of an attention weight, over all layers and heads. */
  largest_difference: number;
  /** The mean over rows of weights of the row's largest difference. */
  mean_difference: number;
  /** The share of rows of weights whose largest weight is at another key. */
  other_key: number;
  /** The smallest cosine of a text's vectors in both models: the means over its tokens in the last layer. */
  least_cosine: number;
}

/**
 * A number of a model: of a field of its trace, of 'log_probabilities' [batch, position, answer], or of
 * 'similarities' [batch, batch], where a sequence has one vector.
 */
export interface NumberPlace {
  /** 'layers.1.attention'; absent for a field of the model itself. */
  layer?: string;
  field: string;
  /** One index for each axis. */
  index: readonly number[];
}

/** A row of attention weights. */
export interface RowPlace {
  /** 'layers.1.attention' */
  attention: string;
  /** 0, when absent. */
  batch?: number;
  head: number;
  query: number;
  /** The maximum number of keys in the ranking; all when absent. */
  max_keys?: number;
}

/** Gradients of one number. */
export interface NumberGradients {
  number: number;
  /**
   * By the name of the field: 'layers.0.attention.q'. Fields after the number have gradient 0.
   * 'layers.0.attention.contributions' [batch, head, query, d_v] is the gradient of weight × v. It is the same for all
   * keys, because the context is their sum.
   */
  d_fields: NamedTensors;
  /** By the name of the parameter: 'layers.0.attention.w_q'. */
  d_parameters: NamedTensors;
}

/** What a change of the model does to the similarities of texts (core/analysis/vectors/similarities.h). */
export interface SimilarityChange {
  /** [text, other_text], as are the others. */
  before: Tensor;
  after: Tensor;
  /** after - before */
  change: Tensor;
}

/** How much each token contributes to a number of a model: the input of the first layer times its gradient. */
export interface Attributions {
  number: number;
  /** [batch, token] */
  tokens: Tensor;
}

/** What the tokens of one text bring to a head (core/analysis/weights/value_weighted.h). */
export interface ValueWeighted {
  /** [head, key]: |v| */
  lengths: Tensor;
  /** [head, query, key]: weight × |v|, each row divided by its sum. */
  weighted_rows: Tensor;
  /** [head]: the part of a row of weights that is on the chosen tokens, averaged over the rows. */
  share: Tensor;
  /** [head]: the same for weight × |v|. */
  weighted_share: Tensor;
}

/** What the heads of one layer do in one text (core/analysis/heads/head_figures.h). */
export interface LayerHeads {
  /** [head]: the mean over its rows, in nats. */
  entropy: Tensor;
  /** [head]: the mean over its rows, in tokens. */
  distance: Tensor;
  /** [head, query]: the part of a row that is on the chosen tokens. */
  row_shares: Tensor;
  /** [head]: the mean of these over its rows. */
  shares: Tensor;
  /** Their mean over the rows of all heads. */
  layer_share: number;
  /** [head, query, key]: the weights without the chosen tokens, each row divided by its sum. Absent unless asked for. */
  rescaled?: Tensor | undefined;
}

export interface HeadInspection {
  /** One entry for each attention that was asked for. */
  heads: LayerHeads[];
  /** [d_model]: `pooled`, scaled to length 1. Absent unless 'pooled' is among the fields that were asked for. */
  vector?: Tensor | undefined;
  /** The weights of these attentions, and the fields that were asked for. */
  trace: NamedTensors;
  /** The arithmetic of the row that was asked for. */
  row?: RowDetail;
}

export interface GeneratedToken extends TokenGuess {
  /** The five most probable at this position. Probabilities are those at temperature 1. */
  answers: TokenGuess[];
}
