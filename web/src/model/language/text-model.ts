/** An open model of the BERT family, and the weights of its heads for a text. */
import type {
  LayerHeads,
  ModelInspection,
  ParameterForm,
  RelationSentence,
  RoundingError,
  RowDetail,
  SimilarityChange,
  Tensor,
  ValueWeighted,
} from '../../../../wasm/engine';
import { checkCall } from '../../engine/checks/check-call';
import {
  expectCallback,
  expectList,
  expectObject,
  expectText,
  expectTexts,
  refuseValue,
} from '../../engine/checks/expect';
import { attentionOf, type HeadPlace } from '../heads/head-place';
import '../../words/add-language-model';
import { Refusal } from '../../words/refusal';
import type { FindHeadsOptions, SentenceChoice } from '../heads/finder-batches';
import { finderBatches, uncutSentences, withDefaultSentences } from '../heads/finder-batches';
import type { FoundHeads } from '../heads/found-heads';
import { openModelFiles } from '../checkpoint/model-files';
import { neededTensors, openCheckpoint } from '../checkpoint/open-checkpoint';
import { headsPerLayer, type OpenModel, type TextEngine } from '../checkpoint/open-model';
import { changeKeys, changesOf, type ChangedText } from './text-changes';
import { TextSimilarities, type ComparedPair, type ComparedTexts } from './text-similarities';
import { TextStory, type StoryRequest, type StoryOfText } from './text-story';
import { TextVectors, type FollowedWord, type HeadEffects } from './text-vectors';
import { WordPieces, type CutText, type TokenizedText } from '../checkpoint/word-pieces';

export interface OpenOptions {
  /** Default: the form of the file. */
  weights?: ParameterForm | undefined;
  /** Aborting it ends the opening, downloads included. */
  signal?: AbortSignal | undefined;
}

export interface InspectTextOptions extends ChangedText {
  /** Further fields of the trace to return. */
  fields?: readonly string[];
  /** Whether to return the weights between words alone as well, each row divided by its sum. */
  rescaled?: boolean;
  /** Whether to return the numbers of a story in the same pass. */
  story?: StoryRequest | undefined;
}

export interface InspectedText extends TokenizedText {
  readonly text: string;
  /** The changes with which it was computed. */
  readonly changes: ChangedText;
  /** The weights of each layer: [head, query, key]. */
  readonly weights: readonly Float32Array[];
  /** Facts about the heads of each layer, and the share of their weight on the delimiters at both ends. */
  readonly heads: readonly LayerHeads[];
  /** [d_model]: the mean of the last layer over all tokens, scaled to length 1. */
  readonly embedding: Float32Array;
  readonly trace: ModelInspection['trace'];
  /** The requested story. */
  readonly story?: StoryOfText | undefined;
}

export interface TextRow {
  readonly detail: RowDetail;
  readonly q: Tensor;
  readonly k: Tensor;
}

export type {
  ComparedPair,
  ComparedTexts,
  CutText,
  FollowedWord,
  RoundingError,
  SimilarityChange,
  TextEngine,
  TokenizedText,
  ValueWeighted,
};

export interface PredictOptions extends ChangedText {
  /** The maximum number of words for each masked place; by default 5. */
  max_words?: number;
}

export interface PredictedWord {
  readonly id: number;
  /** The token as displayed: a piece that continues a word begins with a dot. */
  readonly word: string;
  /** Among the whole vocabulary. */
  readonly probability: number;
}

/** Phi pads its table by 905 rows, Qwen 2 by 271; BERT's cased tokenizer has 1,526 tokens fewer than its uncased one. */
const kMaxPadding = 1024;

/** A search asks for its sentences with its own options. */
const searchKeys = ['sentences', 'seed', 'onProgress', 'signal'];

export class TextModel {
  readonly vectors: TextVectors;
  readonly story: TextStory;
  private readonly similarities: TextSimilarities;

  private constructor(
    private readonly model: OpenModel,
    private readonly engine: TextEngine,
    private readonly pieces: WordPieces,
    readonly weights: ParameterForm,
    /** The contents of config.json. */
    readonly settings: object,
  ) {
    const tokenize = (text: string) => this.tokenize(text);
    this.vectors = new TextVectors(model, engine, tokenize);
    this.similarities = new TextSimilarities(model, engine, tokenize);
    this.story = new TextStory(model, engine, pieces, tokenize);
  }

  /**
   * Opens a BERT, DistilBERT or RoBERTa model from config.json, tokenizer.json and model.safetensors, or its shards
   * with their index. Throws a Refusal that names an error in the files, and the engine's refusals.
   */
  static async open(
    files: readonly File[],
    engine: TextEngine,
    { weights: requested, signal }: OpenOptions = {},
  ): Promise<TextModel> {
    const { config, tokenizer, tensors: all } = await openModelFiles(files);
    // Before the tokenizer: that of another architecture differs too, but is not the actual reason.
    const tensors = await neededTensors({ config, tensors: all }, engine, signal);
    const pieces = new WordPieces(tokenizer);
    const { vocab_size: rows = 0 } = config as { readonly vocab_size?: number };
    if (pieces.size > rows)
      throw new Refusal(({ languageModel }) =>
        languageModel.otherVocabulary(pieces.size - 1, rows),
      );
    const opened = openCheckpoint({ config, tensors }, engine, requested, signal);
    const { model, weights } = await opened;
    return new TextModel(model, engine, pieces, weights, config);
  }

  /**
   * The number of the tokenizer's tokens and that of the table's rows, if the table has many more rows: the tokenizer
   * may then belong to another model. Tables are often padded, but by fewer rows.
   */
  get doubtfulVocabulary(): { readonly tokens: number; readonly rows: number } | null {
    const { size: tokens } = this.pieces;
    const { vocab_size: rows = 0 } = this.model.config;
    return rows - tokens > kMaxPadding ? { tokens, rows } : null;
  }

  get layers(): number {
    return this.model.config.layers!;
  }

  get heads(): number {
    return headsPerLayer(this.model);
  }

  get d_model(): number {
    return this.model.config.d_model;
  }

  /** The maximum number of tokens that the model reads; longer texts are cut. */
  get max_length(): number {
    return this.model.config.max_length ?? 0;
  }

  /** Whether the model has a head for masked words, and its tokenizer a mask. */
  get predictsWords(): boolean {
    return this.model.predicts_words && this.pieces.mask !== null;
  }

  get hasPooler(): boolean {
    return this.model.has_pooler;
  }

  /** The tokenizer's mask, '[MASK]' or '<mask>'; null if it has none. */
  get mask(): string | null {
    return this.pieces.mask?.content ?? null;
  }

  /** The token for what the vocabulary lacks, such as '[UNK]', if it is among these tokens. */
  unknownIn(tokens: readonly string[]): string | undefined {
    const { unknown } = this.pieces;
    return unknown !== null && expectList('tokens', tokens).includes(unknown) ? unknown : undefined;
  }

  /** Throws a Refusal for a text without words. */
  tokenize(text: string): TokenizedText {
    expectText('the text', text);
    const tokenized = this.pieces.split(text, this.max_length);
    if (!tokenized.word_of.some((word) => word >= 0))
      throw new Refusal(({ languageModel }) => languageModel.empty);
    return tokenized;
  }

  async inspect(text: string, options: InspectTextOptions = {}): Promise<InspectedText> {
    checkCall(options, ['fields', 'rescaled', 'story', ...changeKeys]);
    const { fields = [], rescaled = false, story: storyRequest, ...changes } = options;
    expectTexts('fields', fields);
    const tokenized = this.tokenize(text);
    const { ids } = tokenized;
    const story =
      storyRequest === undefined ? undefined : this.story.fitting(storyRequest, ids.length);
    const attentions = Array.from({ length: this.layers }, (_, i) => attentionOf(i));
    const storyOptions = story && this.story.inspectOptions(story.place);
    const computed = this.model.heads(
      { ids },
      {
        attentions,
        tokens: [0, ids.length - 1],
        rescaled,
        fields: ['pooled', ...fields, ...(storyOptions?.fields ?? [])],
        row: storyOptions?.row,
        interventions: changesOf(changes, ids.length),
      },
    );
    const storyOfText = story && (await this.story.fromInspection(ids, story, changes, computed));
    const { heads, vector, trace } = await computed;
    const weights = attentions.map((name) => trace[`${name}.weights`]!.data);
    const result = { ...tokenized, text, changes, weights, heads, trace };
    return { ...result, embedding: vector!.data, story: storyOfText };
  }

  /** The arithmetic of one row of a head's weights, with its q and k [batch, head, token, d_head]. */
  async row(
    text: string,
    place: HeadPlace & { readonly query: number },
    changes: ChangedText = {},
  ): Promise<TextRow> {
    checkCall(changes, changeKeys);
    const { attention } = expectObject('the place', place) as HeadPlace;
    expectText('attention', attention);
    const { ids } = this.tokenize(text);
    const interventions = changesOf(changes, ids.length);
    const [q, k] = ['q', 'k'].map((field) => `${attention}.${field}`) as [string, string];
    const options = { fields: [q, k], row: place, interventions };
    const { row, trace } = await this.model.inspect({ ids }, options);
    return { detail: row!, q: trace[q]!, k: trace[k]! };
  }

  /** The weights of an attention by the lengths of v, and the shares of both on the delimiters at the ends. */
  async valueWeighted(
    text: string,
    attention: string,
    changes: ChangedText = {},
  ): Promise<ValueWeighted> {
    checkCall(changes, changeKeys);
    const { ids } = this.tokenize(text);
    const tokens = [0, ids.length - 1];
    const interventions = changesOf(changes, ids.length);
    return this.model.valueWeighted({ ids }, { attention, tokens, interventions });
  }

  /** The vector of each text, of length 1: their products are the similarities of the texts. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    expectList('the texts', texts);
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      const { ids } = this.tokenize(text);
      vectors.push((await this.model.textVectors({ ids: [ids] })).data);
    }
    return vectors;
  }

  /**
   * The most probable words at each place of a text that contains the tokenizer's mask. Throws a Refusal for a text
   * without a mask, and the engine's refusal for a model without a head for masked words.
   */
  async predictWords(text: string, options: PredictOptions = {}): Promise<PredictedWord[][]> {
    checkCall(options, ['max_words', ...changeKeys]);
    const { max_words = 5, ...changes } = options;
    const { ids } = this.tokenize(text);
    const { mask } = this.pieces;
    if (!mask) throw new Refusal(({ languageModel }) => languageModel.noMaskToken);
    const places = ids.flatMap((id, i) => (id === mask.id ? [i] : []));
    if (places.length === 0 && this.predictsWords)
      throw new Refusal(({ languageModel }) => languageModel.noMask(mask.content));
    const interventions = changesOf(changes, ids.length);
    const words = await this.model.maskedWords({ ids }, { places, max_words, interventions });
    return words.map((guesses) =>
      guesses.map(({ id, probability }) => ({ id, word: this.pieces.tokenText(id), probability })),
    );
  }

  /** tanh of a layer on top of the first token: [d_model]. Throws the engine's refusal for a model without a pooler. */
  async poolerOutput(text: string, changes: ChangedText = {}): Promise<Float32Array> {
    checkCall(changes, changeKeys);
    const { ids } = this.tokenize(text);
    const interventions = changesOf(changes, ids.length);
    return (await this.model.poolerOutput({ ids }, { interventions })).data;
  }

  /** How alike the texts are, any two of them. */
  compare(
    texts: readonly string[],
    options: Pick<InspectTextOptions, 'off'> = {},
  ): Promise<ComparedTexts> {
    return this.similarities.compare(texts, options);
  }

  /** The change of the similarity of two texts without each head. Null if `onProgress` returns false. */
  withoutEachHead(
    texts: readonly [string, string],
    onProgress: (done: number) => boolean,
    off: readonly HeadPlace[] = [],
  ): Promise<HeadEffects | null> {
    return this.similarities.withoutEachHead(texts, onProgress, off);
  }

  /** The same changes, with the means of heads that have a name and of the others; heads are numbered layer by layer. */
  withNames(effects: HeadEffects, namedHeads: readonly number[]): Promise<HeadEffects> {
    return this.similarities.withNames(effects, namedHeads);
  }

  /** The contribution of each token to the similarity of two texts. */
  comparePair(
    texts: readonly [string, string],
    options: Pick<InspectTextOptions, 'off'> = {},
  ): Promise<ComparedPair> {
    return this.similarities.comparePair(texts, options);
  }

  /** How the vector of a word changes from layer to layer in these sentences (text-vectors.ts). */
  followWord(
    word: string,
    sentences: readonly string[],
    options: Pick<ChangedText, 'off'> = {},
  ): Promise<FollowedWord> {
    return this.vectors.followWord(word, sentences, options);
  }

  /** Compares this model's weights and vectors with those of `exact`, a model of the same engine, on these texts. */
  async roundingError(texts: readonly string[], exact: TextModel): Promise<RoundingError> {
    const ids = Array.from(
      expectList('the texts', texts),
      (text) => this.tokenize(text as string).ids,
    );
    if (!(expectObject('the exact model', exact) instanceof TextModel))
      refuseValue('the exact model to be one of the same engine', [], exact);
    return this.model.roundingError({ ids }, { exact: exact.model });
  }

  /** Sentences in which it is known which word looks at which. */
  async relationSentences(choice: SentenceChoice = {}): Promise<RelationSentence[]> {
    checkCall(choice, searchKeys);
    const { sentences, seed } = withDefaultSentences(choice);
    return this.engine.relationSentences(seed, sentences);
  }

  /** Measures each head on sentences in which it is known which word looks at which. */
  async findHeads(options: FindHeadsOptions = {}): Promise<FoundHeads> {
    checkCall(options, searchKeys);
    const { onProgress, signal } = options;
    expectCallback('onProgress', onProgress);
    const sentences = await this.relationSentences(options);
    const count = sentences.length;
    const batches = finderBatches(sentences);
    const finder = await this.model.headFinder();
    try {
      let [done, cut] = [0, 0];
      for (const { half, sentences } of batches) {
        signal?.throwIfAborted();
        onProgress?.(done, count);
        const tokenized = uncutSentences(sentences, (text) => this.tokenize(text));
        if (tokenized.ids.length > 0) await finder.add({ ...tokenized, half });
        done += sentences.length;
        cut += sentences.length - tokenized.ids.length;
      }
      signal?.throwIfAborted();
      onProgress?.(count, count);
      return { ...(await finder.found()), drawn: withDefaultSentences(options), cut };
    } finally {
      finder.dispose();
    }
  }

  close(): void {
    this.model.dispose();
  }
}
