/**
 * A whole model: its answers, also with numbers of its trace replaced, its gradients, and the text that it generates.
 */
import type {
  Attributions,
  CreatedTokenModel,
  EngineModule,
  HeadInspection,
  ModelInspection,
  NamedTensorInputs,
  NamedTensors,
  NumberGradients,
  RoundingError,
  RowDetail,
  SimilarityChange,
  Tensor,
  TokenGuess,
  TokenModelConfig,
  ValueWeighted,
} from '../../../../wasm/engine';
import { checkCall } from '../checks/check-call';
import type { Arguments, Result, Verb } from '../transport/protocol';
import { Handle, type HeldObject } from './handle';
import type { HeadFinder } from './head-finder';
import { type ModelInput, promptOf, type Texts, inputTensors } from './model-input';
import { abortError, type CallOptions, type Requests, type Stoppable } from './requests';
import { expectCallback, expectInteger, kMaxInteger, refuseValue } from '../checks/expect';
import type {
  AttributionOptions,
  Changed,
  GenerateOptions,
  Generated,
  HeadOptions,
  InspectModelOptions,
  MaskedWordGradientsOptions,
  MaskedWordOptions,
  NumberGradientsOptions,
  ParameterPartOptions,
  RowOptions,
  SimilarityGradientsOptions,
  ValueWeightedOptions,
  WithoutHeadsOptions,
  WordVectorOptions,
} from './token-model-options';

export type * from './token-model-options';

/** The number of tokens that one request generates, so that other requests get their turn. */
const kSliceTokens = 16;

/** The verbs that take a model, its inputs, a mask and options. */
type InputVerb = Exclude<
  Extract<Verb<EngineModule>, 'inspectTokenModel' | `tokenModel${string}`>,
  `tokenModelParameter${string}`
>;

/** Lost when the engine stops. Then create another. */
export class TokenModel extends Handle {
  /** Every key. */
  readonly config: TokenModelConfig;
  /** Whether it has a head for masked words. */
  readonly predicts_words: boolean;
  readonly has_pooler: boolean;

  /** Use the engine's `model` instead. */
  constructor(engine: Requests<EngineModule>, created: CreatedTokenModel & HeldObject) {
    super(engine, created, {
      what: 'model',
      release: 'releaseTokenModel',
      lost: 'this model was lost when the engine stopped: create another',
    });
    this.config = created.config;
    this.predicts_words = created.predicts_words;
    this.has_pooler = created.has_pooler;
  }

  /** The model's answers, and the intermediates that `keep` or `fields` select. */
  async inspect(input: ModelInput, options: InspectModelOptions = {}): Promise<ModelInspection> {
    return this.#ask(
      'inspectTokenModel',
      input,
      options,
      ['interventions', 'keep', 'fields', 'row'],
      { keep: 'outputs' },
    );
  }

  /** The arithmetic of one row of attention weights alone. */
  async row(input: ModelInput, options: RowOptions): Promise<RowDetail> {
    checkCall(options, [
      'attention',
      'batch',
      'head',
      'query',
      'max_keys',
      'interventions',
      'signal',
    ]);
    const { interventions, signal, ...row } = options;
    const changed = interventions !== undefined && { interventions };
    return (await this.inspect(input, { fields: [], row, ...changed, signal })).row!;
  }

  /**
   * The gradients of one number with respect to every field that is computed before it and to every parameter. No
   * gradient flows through a replaced number.
   */
  async gradients(input: ModelInput, options: NumberGradientsOptions): Promise<NumberGradients> {
    return this.#ask('tokenModelGradients', input, options, ['of', 'interventions', 'fields']);
  }

  /** The gradients, in the same way, of the cosine of a text's vector and another one, which is fixed. */
  async similarityGradients(
    input: ModelInput,
    options: SimilarityGradientsOptions,
  ): Promise<NumberGradients> {
    return this.#ask('tokenModelSimilarityGradients', input, options, [
      'other',
      'interventions',
      'fields',
    ]);
  }

  /** The gradients, in the same way, of the log-probability of a word at a place. Throws as `maskedWords`. */
  async maskedWordGradients(
    input: ModelInput,
    options: MaskedWordGradientsOptions,
  ): Promise<NumberGradients> {
    return this.#ask('tokenModelMaskedWordGradients', input, options, [
      'place',
      'word',
      'interventions',
      'fields',
    ]);
  }

  /** [text, other_text]: the cosine of the vectors that the model reads ('pooled') of any two texts. */
  async similarities(input: ModelInput | Texts, options: Changed = {}): Promise<Tensor> {
    return this.#ask('tokenModelSimilarities', input, options, ['interventions']);
  }

  /** [text, d_model]: the vector that the model reads ('pooled') of each text, scaled to length 1. */
  async textVectors(input: ModelInput | Texts, options: Changed = {}): Promise<Tensor> {
    return this.#ask('tokenModelTextVectors', input, options, ['interventions']);
  }

  /** The similarities of texts without and with interventions, and their differences. */
  async similarityChange(input: ModelInput | Texts, options: Changed): Promise<SimilarityChange> {
    return this.#ask('tokenModelSimilarityChange', input, options, ['interventions']);
  }

  /** [head]: the similarity of the first two texts without each head of a layer in turn. */
  async similaritiesWithoutHeads(
    input: ModelInput | Texts,
    options: WithoutHeadsOptions,
  ): Promise<Tensor> {
    return this.#ask('tokenModelSimilaritiesWithoutHeads', input, options, [
      'layer',
      'interventions',
    ]);
  }

  /** Compares this model's weights and vectors with those of `exact`, a model of the same engine, on the same texts. */
  async roundingError(
    input: ModelInput | Texts,
    options: { exact: TokenModel } & Stoppable,
  ): Promise<RoundingError> {
    checkCall(options, ['exact', 'signal']);
    const { exact, signal } = options;
    // A model of another engine has a number that may be that of another model here.
    if (!(exact instanceof TokenModel) || exact.engine !== this.engine)
      refuseValue('the exact model to be one of the same engine', [], exact);
    const { tensors, mask } = inputTensors(input);
    const args = [this.number(), tensors, mask, exact.number()] as const;
    return this.engine.request('tokenModelRoundingError', [...args], { signal });
  }

  /**
   * The contribution of each token to a number: the input of the first layer times its gradient, summed over d_model.
   * For the similarity of two texts: `{ of: { field: 'similarities', index: [0, 1] } }`.
   */
  async attributions(
    input: ModelInput | Texts,
    options: AttributionOptions,
  ): Promise<Attributions> {
    return this.#ask('tokenModelAttributions', input, options, ['of', 'interventions']);
  }

  /**
   * The mean vector of each word's tokens, of one text: [word, layer, d_model]. Layer 0 enters the first
   * layer, layer i leaves the i-th one.
   */
  async wordVectors(input: ModelInput | Texts, options: WordVectorOptions): Promise<Tensor> {
    return this.#ask('tokenModelWordVectors', input, options, ['words', 'interventions']);
  }

  /** The weights of attentions, and what their heads do, of one text. */
  async heads(input: ModelInput | Texts, options: HeadOptions): Promise<HeadInspection> {
    return this.#ask(
      'tokenModelHeads',
      input,
      options,
      ['interventions', 'attentions', 'tokens', 'rescaled', 'fields', 'row'],
      { rescaled: false, fields: [] },
    );
  }

  /** The weights of a layer's heads by the lengths of the vectors v, of one text. */
  async valueWeighted(
    input: ModelInput | Texts,
    options: ValueWeightedOptions,
  ): Promise<ValueWeighted> {
    return this.#ask('tokenModelValueWeighted', input, options, [
      'attention',
      'tokens',
      'interventions',
    ]);
  }

  /**
   * The most probable words at places of one text, with their probabilities among the whole vocabulary. Throws for a
   * model without a head for masked words, as `poolerOutput` for one without a pooler.
   */
  async maskedWords(
    input: ModelInput | Texts,
    options: MaskedWordOptions,
  ): Promise<TokenGuess[][]> {
    return this.#ask(
      'tokenModelMaskedWords',
      input,
      options,
      ['places', 'max_words', 'interventions'],
      { max_words: 5 },
    );
  }

  /** [batch, d_model]: tanh of a layer on top of the first token. */
  async poolerOutput(input: ModelInput | Texts, options: Changed = {}): Promise<Tensor> {
    return this.#ask('tokenModelPoolerOutput', input, options, ['interventions']);
  }

  /**
   * Continues the ids, or the target_ids of `{ ids, target_ids }`, by new tokens. Interventions count
   * places in the complete sequence, of n = ids + count - 1 inputs: a row of weights has n numbers.
   * Without them keys and values are cached.
   */
  async generate(
    input: readonly number[] | { ids: readonly number[]; target_ids: readonly number[] },
    options: GenerateOptions,
  ): Promise<Generated> {
    checkCall(options, [
      'count',
      'temperature',
      'seed',
      'end_id',
      'interventions',
      'onToken',
      'signal',
    ]);
    const { count, interventions = [], onToken, signal, ...choice } = options;
    expectInteger('count', count, 1, kMaxInteger);
    expectCallback('onToken', onToken);
    const { ids, target_ids } = promptOf(input);
    const prompt = target_ids ?? ids;
    const generated: Generated = { ids: [], steps: [] };
    let slice = 0;
    for (let remaining = count; remaining > 0; remaining -= slice) {
      slice = Math.min(kSliceTokens, remaining);
      const sequence = [...prompt, ...generated.ids];
      const inputs = target_ids ? { ids, target_ids: sequence } : { ids: sequence };
      const request = { ...choice, count: slice, length: prompt.length + count - 1 };
      const args = [this.number(), inputTensors(inputs).tensors, request, interventions] as const;
      const tokens = await this.engine.request('generateTokens', [...args], { signal });
      for (const token of tokens) {
        // A callback may have aborted it.
        if (signal?.aborted) throw abortError(signal);
        generated.ids.push(token.id);
        generated.steps.push(token);
        onToken?.(token);
      }
      if (generated.ids.at(-1) === choice.end_id) break;
    }
    return generated;
  }

  /** Creates a head finder. Call its `dispose` when you no longer need it. */
  async headFinder(): Promise<HeadFinder> {
    const { HeadFinder } = await import('./head-finder');
    const { generation } = this.engine;
    const number = await this.engine.request('createHeadFinder', [this.number()]);
    return new HeadFinder(this.engine, { number, generation }, () => this.number());
  }

  /** The parameters of these names, or all of them. */
  async parameters(names?: readonly string[], options?: CallOptions): Promise<NamedTensors> {
    return this.engine.request('tokenModelParameters', [this.number(), names], options);
  }

  /**
   * Part of a parameter of a checkpoint's model: [row, column], or [column] of a vector. If the model holds it with
   * fewer bits, its numbers as float32.
   */
  async parameterPart(part: ParameterPartOptions): Promise<Tensor> {
    checkCall(part, ['name', 'from', 'to', 'signal']);
    const { name, from, to, signal } = part;
    return this.engine.request('tokenModelParameterPart', [this.number(), name, from, to], {
      signal,
    });
  }

  /** Replaces these parameters. If one of them is refused, none has changed. */
  async setParameters(
    parameters: NamedTensorInputs,
    options?: Omit<CallOptions, 'into'>,
  ): Promise<void> {
    return this.engine.request('setTokenModelParameters', [this.number(), parameters], options);
  }

  /** Calls a verb with the input and its options. `names`: those of the options, in the order of the verb's arguments. */
  async #ask<V extends InputVerb, Options extends Changed>(
    verb: V,
    input: ModelInput | Texts,
    options: Options,
    names: readonly (keyof Options & string)[],
    defaults: Partial<Options> = {},
  ): Promise<Result<EngineModule, V>> {
    checkCall(options, [...names, 'signal']);
    const { tensors, mask } = inputTensors(input);
    const absent: Partial<Options> = { interventions: [], ...defaults };
    const others = names.map((name) =>
      options[name] === undefined ? absent[name] : options[name],
    );
    const args = [this.number(), tensors, mask, ...others];
    return this.engine.request(verb, args as Arguments<EngineModule, V>, {
      signal: options.signal,
    });
  }
}
