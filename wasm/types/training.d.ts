/**
 * Training: recipes, reports, evaluations and inspections (core/training, core/operations/config/recipe_config.h).
 * Written by hand, like operations.d.ts.
 */
import type { ModelShape, TokenModelConfig } from './models';
import type { NamedTensorInputs, NamedTensors, TensorInput } from './tensors';

/** The tasks. `needle` is meant for `evaluate` of a model that was trained on `induction`. */
export type TaskName =
  | 'goes_with'
  | 'who'
  | 'induction'
  | 'needle'
  | 'translation'
  | 'sort'
  | 'reverse'
  | 'copy'
  | 'copy_places'
  | 'digits'
  | 'characters'
  | 'words';

/** Options of the tasks that have them; a task ignores those of others. */
export interface TaskOptions {
  /** Symbols in a row (copy, reverse, sort), or tokens of an input. */
  length?: number;
  /** copy, reverse, sort: rows have from this many to `length` symbols. */
  min_length?: number;
  /** The size of the alphabet. */
  symbols?: number;
  /** copy_places: how many tokens are copied at each place. */
  places?: number;
  /** needle: keys with a value each. */
  pairs?: number;
  /** characters, words: the text to learn. */
  text?: string;
}

/** A recipe, which alone determines a training run. Missing keys are those of the task's own recipe. */
export interface TrainerRecipe extends TaskOptions, ModelShape {
  task: TaskName;
  /** From 0 to 2^53 - 1: of the parameters, the examples and dropout. */
  seed?: number;
  /** The length of the schedules; training may go on after them. */
  steps?: number;
  /** Examples in a step. */
  batch?: number;
  /** Batches are drawn from this many fixed examples; 0: every example is new. */
  pool?: number;

  optimizer?: 'adamw' | 'adam' | 'sgd';
  learning_rate?: number;
  beta_1?: number;
  beta_2?: number;
  epsilon?: number;
  /** adamw: x <- x - learning_rate weight_decay x */
  weight_decay?: number;
  /** The parameters that decay: all, or only matrices (not biases, norms and embeddings). */
  decayed?: 'all' | 'matrices';
  /** sgd */
  momentum?: number;
  /** The largest norm of all gradients together; 0: no clipping. */
  clip?: number;
  schedule?: 'constant' | 'cosine';
  /** Steps in which the learning rate rises. */
  warm_up?: number;
  /** The fraction of the learning rate that the cosine ends at. */
  floor?: number;

  /** The coefficient of the mean entropy of attention rows in the loss. */
  entropy?: number;
  /** The coefficient is 0 until this fraction of the steps, and complete from `entropy_full` on. */
  entropy_begin?: number;
  entropy_full?: number;
  /** The attentions whose names end with this: '' for all, or 'cross_attention'. */
  entropy_attentions?: string;
  /** Probabilities, of attention weights, of residuals and of embeddings. */
  dropout?: number;
  residual_dropout?: number;
  embedding_dropout?: number;
  label_smoothing?: number;
}

/** The images that the task digits needs. */
export interface DigitImages {
  /** [image, 28, 28], from 0, the background, to 255 */
  images: TensorInput;
  /** [image], from 0 to 9 */
  digits: TensorInput;
}

export interface SnapshotOptions {
  every?: number; // 5 steps
  count?: number; // 200, in addition to that of the first step
}

/** A trainer's state, from which `engine.trainer(recipe, { from })` continues with the same bits. */
export interface TrainerState {
  /** How many steps were taken. */
  step: number;
  /** The parameters, the optimizer's running means and `progress` (core/training/trainer_state.h). */
  tensors: NamedTensors;
}

/**
 * With the parameters alone, as in the model files of the site, running means start at 0, and batches with
 * the first.
 */
export interface TrainerStateInput {
  step: number;
  tensors: NamedTensorInputs;
}

/** The facts that follow from a recipe and its task. */
export interface RecipeInfo {
  /** Every key; of the task's options those that were set. */
  recipe: TrainerRecipe;
  /** The model's configuration, for `engine.model`. */
  config: TokenModelConfig;
  /** Empty for images. */
  vocabulary: string[];
  /** Empty without a decoder. */
  target_vocabulary: string[];
  /** What the model can answer. */
  answers: string[];
  answers_per_place: number;
  /** The kinds of places where a head would have to look; no loss reads them. */
  relations: string[];
  /** The kinds of examples. */
  categories: string[];
  /** The maximum length of an input. */
  max_length: number;
}

export interface TrainerInfo extends RecipeInfo {
  /** The step at which it started: 0, or that of the state it was created from. */
  first_step: number;
}

/** What was measured before the step changed the parameters; evaluation and inspections, after it. */
export interface StepReport {
  /** How many steps were taken, this one included. */
  step: number;
  /** Without the penalty. */
  loss: number;
  /** The penalty on the entropy of attention rows. */
  penalty: number;
  /** Before clipping. */
  gradient_norm: number;
  learning_rate: number;
  /** The share of the batch's labels that are right. */
  accuracy: number;
  /** After the step, on held-out examples: the scores of every head too. */
  evaluation?: Evaluation;
  /** After the step: the answers to chosen examples, and the weights on them. */
  inspections?: ExampleInspection[];
}

export interface HeadScores {
  /** 'layers.1.attention' */
  attention: string;
  head: number;
  /** The mean weight on the right key, by kind of relation. */
  relations: Record<string, number>;
  /** The share of queries with a relation whose largest weight is on a right key. */
  rows_right: number;
  /** The mean weight of the same queries on right keys. */
  weight: number;
  /** The share of a sequence's queries whose largest weight is in its most popular column. */
  popular_column: number;
}

export interface Evaluation {
  loss: number;
  /** The share of labels that are right. */
  accuracy: number;
  /** The share of examples whose labels are all right. */
  exact: number;
  /** The accuracy by category, if the task has any. */
  categories: Record<string, number>;
  heads: HeadScores[];
}

/**
 * A text; or tokens by id, with the decoder's input if there is one; or a held-out example by its number; or, for
 * the task digits, an image: 28 x 28 pixels row by row, from 0, the background, to 255.
 */
export type ExampleInput =
  | string
  | { ids: readonly number[]; target_ids?: readonly number[] }
  | { held_out: number }
  | { image: readonly number[] };

export interface Guess {
  token: string;
  probability: number;
}

export interface ExampleInspection {
  tokens: string[];
  /** The decoder's input; empty without a decoder. */
  target_tokens: string[];
  /** The right answers, answers_per_place for each place; undefined where none is asked. */
  labels: (string | undefined)[];
  relations: { kind: string; query: number; key: number }[];
  /** The five most probable for each label. */
  answers: Guess[][];
  /** By attention: 'layers.0.attention' [head, query, key] */
  weights: NamedTensors;
  /** Every intermediate, if asked for. */
  trace?: NamedTensors;
}
