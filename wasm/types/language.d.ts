/** The verbs of language.wasm that are about the vectors, the heads and the predicted words of texts. */
import type {
  Attributions,
  HeadInspection,
  Intervention,
  NumberGradients,
  NumberPlace,
  RoundingError,
  RowPlace,
  SimilarityChange,
  TokenGuess,
  ValueWeighted,
} from './models';
import type { NamedTensorInputs, Tensor, TensorInput } from './tensors';

export interface LanguageVerbs {
  /** [text, other_text]: the cosine of the vectors of any two texts of the batch. */
  tokenModelSimilarities(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    interventions: readonly Intervention[],
  ): Tensor;
  /** [text, d_model]: the vector ("pooled") of each text of the batch, scaled to length 1. */
  tokenModelTextVectors(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    interventions: readonly Intervention[],
  ): Tensor;
  tokenModelSimilarityChange(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    interventions: readonly Intervention[],
  ): SimilarityChange;
  /** [head]: the similarity of the first two texts without each head of a layer in turn. */
  tokenModelSimilaritiesWithoutHeads(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    layer: number,
    interventions: readonly Intervention[],
  ): Tensor;
  tokenModelRoundingError(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    exact: number,
  ): RoundingError;
  tokenModelAttributions(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    of: NumberPlace,
    interventions: readonly Intervention[],
  ): Attributions;
  /**
   * The gradients of the cosine of a text's vector and a fixed one, [d_model]. `names`: the fields whose gradients to
   * return; without it, all.
   */
  tokenModelSimilarityGradients(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    other: TensorInput,
    interventions: readonly Intervention[],
    names: readonly string[] | undefined,
  ): NumberGradients;
  /** [word, layer, d_model], of one text; `words`: the positions of each word's tokens. */
  tokenModelWordVectors(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    words: readonly (readonly number[])[],
    interventions: readonly Intervention[],
  ): Tensor;
  /**
   * What the heads do in one text. `tokens`: the positions whose share of the weight to return. `rescaled`: whether to
   * return also the weights without these positions, each row divided by its sum.
   */
  tokenModelHeads(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    interventions: readonly Intervention[],
    attentions: readonly string[],
    tokens: readonly number[],
    rescaled: boolean,
    fields: readonly string[],
    row: RowPlace | undefined,
  ): HeadInspection;
  /** The weights of one text times the lengths of v. `tokens`: the positions whose share to return. */
  tokenModelValueWeighted(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    attention: string,
    tokens: readonly number[],
    interventions: readonly Intervention[],
  ): ValueWeighted;
  /** The most probable words, at most `max_words`, at each of these places of one text. */
  tokenModelMaskedWords(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    places: readonly number[],
    max_words: number,
    interventions: readonly Intervention[],
  ): TokenGuess[][];
  /**
   * The numbers [from, to) of a parameter, [row, column] or [column], as float32 whatever form it is packed in. `from`,
   * `to`: one index for each axis.
   */
  tokenModelParameterPart(
    model: number,
    name: string,
    from: readonly number[],
    to: readonly number[],
  ): Tensor;
  /**
   * The gradients of the log-probability of a word, by its id, at a place of one text. `names`: the fields whose
   * gradients to return; without it, all.
   */
  tokenModelMaskedWordGradients(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    place: number,
    word: number,
    interventions: readonly Intervention[],
    names: readonly string[] | undefined,
  ): NumberGradients;
  tokenModelPoolerOutput(
    model: number,
    inputs: NamedTensorInputs,
    mask: object | undefined,
    interventions: readonly Intervention[],
  ): Tensor;
}
