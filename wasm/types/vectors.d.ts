/**
 * The operations of language.wasm, on vectors of words and similarities of texts
 * (core/operations/groups/vector_operations.cpp). Written by hand, like operations.d.ts.
 */
import type { None } from './configurations';
import type { Tensor, TensorInput } from './tensors';

export interface VectorOperations {
  /** The cosine of any two words at each layer, from vectors [word, layer, d_model]. */
  cosine_by_layer: {
    config: None;
    inputs: { vectors: TensorInput };
    outputs: {
      cosines: Tensor; // [layer, word, other_word]
    };
  };
  /** Mean cosines of words in groups, over pairs of different words. `groups`: the group of each word, from 0. */
  mean_cosines: {
    config: { groups: readonly number[] };
    inputs: { cosines: TensorInput };
    outputs: {
      within: Tensor; // [group, layer]
      across: Tensor; // [layer], over pairs of different groups
    };
  };
  /** How far vectors [token, layer, d_model] turn: 1 - the cosine before and after. */
  turned_vectors: {
    config: None;
    inputs: { before: TensorInput; after: TensorInput };
    outputs: {
      turned: Tensor; // [token, layer]
    };
  };
  /**
   * How the vector of one word, [sentence, layer, d_model], changes from layer to layer, and how it differs between
   * sentences: coordinates along the first two principal components, and the share of the variance along each.
   */
  word_paths: {
    config: None;
    inputs: { vectors: TensorInput };
    outputs: {
      apart: Tensor; // [sentence, layer, component] of vectors minus the mean of their layer
      apart_explained: Tensor; // [component]
      plain: Tensor; // [sentence, layer, component] of vectors minus the mean over all sentences and layers
      plain_explained: Tensor; // [component]
      common: Tensor; // [number], the variance of the layers' means, as a share of the variance over sentences and layers
      common_by_layer: Tensor; // [layer], |mean vector|² as a share of the mean |vector|²
    };
  };
  /**
   * By how much a similarity changes without each head. `without`: the similarity without it, [layer, head]. `before`: the
   * similarity with all heads, by default 0. `named`: the heads that have a name, numbered layer by layer from 0.
   */
  head_effects: {
    config: { before?: number; named?: readonly number[] };
    inputs: { without: TensorInput };
    outputs: {
      changes: Tensor; // [layer, head], without - before
      order: Tensor; // [head], the numbers of the heads: the largest |change| first
      named_mean: Tensor; // [number], the mean |change| of the named heads; NaN if there are none
      unnamed_mean: Tensor; // [number], that of the others
    };
  };
}
