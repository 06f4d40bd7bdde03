/** The vectors of words, layer by layer: how they diverge, how similar they are, and how changes turn them. */
import type {
  SimilarityChange,
  Tensor,
  TensorInput,
  VectorOperations,
} from '../../../../wasm/engine';
import { checkCall } from '../../engine/checks/check-call';
import { expectList, expectObject, expectText } from '../../engine/checks/expect';
import '../../words/add-language-model';
import { Refusal } from '../../words/refusal';
import type { OpenModel, TextEngine } from '../checkpoint/open-model';
import { changesOf, type ChangedText } from './text-changes';
import { wordsOf, type CutText, type TokenizedText } from '../checkpoint/word-pieces';

type WordPaths = VectorOperations['word_paths']['outputs'];
export type GroupCosines = VectorOperations['mean_cosines']['outputs'];
/** The changes of a similarity without each head. */
export type HeadEffects = VectorOperations['head_effects']['outputs'];

export interface FollowedWord extends WordPaths {
  /** The place of the word's first token in each sentence. */
  readonly places: readonly number[];
  /** [layer, sentence, other_sentence] */
  readonly cosines: Tensor;
  /** The places at which too long sentences are cut. */
  readonly cuts: readonly CutText[];
}

/** A word: its first occurrence in a text, or the word with this number, counted from 0. */
export interface PlacedWord {
  readonly word: string;
  readonly text: string;
  readonly at?: number | undefined;
}

export class TextVectors {
  constructor(
    private readonly model: OpenModel,
    private readonly engine: TextEngine,
    private readonly tokenize: (text: string) => TokenizedText,
  ) {}

  /** The number of vectors of a word: what enters the first layer, and what leaves each layer. */
  get #layers(): number {
    return this.model.config.layers! + 1;
  }

  /**
   * How the vector of a word changes from layer to layer in these sentences. Throws a Refusal for a sentence
   * without the word.
   */
  async followWord(
    word: string,
    sentences: readonly string[],
    options: Pick<ChangedText, 'off'> = {},
  ): Promise<FollowedWord> {
    expectList('the texts', sentences);
    if (sentences.length === 0) throw new Refusal(({ languageModel }) => languageModel.empty);
    const words = Array.from(sentences, (text) => ({
      word,
      text: expectText('the text', text),
    }));
    const { vectors, places, cuts } = await this.#vectorsOf(words, options);
    const inputs = { vectors };
    const [paths, alike] = await Promise.all([
      this.engine.run('word_paths', { inputs }),
      this.engine.run('cosine_by_layer', { inputs }),
    ]);
    return { ...paths.outputs, ...alike.outputs, places, cuts };
  }

  /** The mean cosines of sentences of two groups, within each and across. */
  async groupCosines(cosines: Tensor, groups: readonly number[]): Promise<GroupCosines> {
    const call = { config: { groups }, inputs: { cosines } };
    return (await this.engine.run('mean_cosines', call)).outputs;
  }

  /** [layer, word, other_word]: how alike the vectors of words are. Throws a Refusal for a text without its word. */
  async wordCosines(
    words: readonly PlacedWord[],
    options: Pick<ChangedText, 'off'> = {},
  ): Promise<Tensor> {
    expectList('the words', words);
    const { vectors } = await this.#vectorsOf(words, options);
    return (await this.engine.run('cosine_by_layer', { inputs: { vectors } })).outputs.cosines;
  }

  /** [token, layer, d_model]: layer 0 enters the first layer, layer i leaves the i-th one. */
  async tokenVectors(text: string, changes: ChangedText = {}): Promise<Tensor> {
    const { ids } = this.tokenize(text);
    const interventions = changesOf(changes, ids.length);
    return this.model.wordVectors({ ids }, { words: ids.map((_, i) => [i]), interventions });
  }

  /** [token, layer]: 1 - the cosine of each token's vector with that of the same text without the changes. */
  async turnedVectors(text: string, changes: ChangedText): Promise<Tensor> {
    const [before, after] = await Promise.all([
      this.tokenVectors(text),
      this.tokenVectors(text, changes),
    ]);
    return (await this.engine.run('turned_vectors', { inputs: { before, after } })).outputs.turned;
  }

  /** The similarities of texts before and after a change; rows and numbers are those of the first. */
  similarityChange(texts: readonly string[], changes: ChangedText): Promise<SimilarityChange> {
    if (expectList('the texts', texts).length === 0)
      throw new Refusal(({ languageModel }) => languageModel.empty);
    const ids = Array.from(texts, (text) => this.tokenize(text).ids);
    // Shorter texts are padded.
    const keys = Math.max(...ids.map(({ length }) => length));
    const interventions = changesOf(changes, ids[0]!.length, keys);
    return this.model.similarityChange({ ids }, { interventions });
  }

  /** [word, layer, d_model], the place of each word's first token, and where texts are cut. */
  async #vectorsOf(
    words: readonly PlacedWord[],
    options: Pick<ChangedText, 'off'>,
  ): Promise<{ vectors: TensorInput; places: number[]; cuts: CutText[] }> {
    checkCall(options, ['off']);
    const interventions = changesOf(options, 0);
    const located = Array.from(words, (placed) => {
      const { word, text, at } = expectObject('the word', placed) as PlacedWord;
      expectText('the word', word);
      const tokenized = this.tokenize(text);
      const tokens = at === undefined ? tokensOfWord(word, tokenized) : tokensAt(at, tokenized);
      if (tokens.length === 0) this.#refuse(word, text, tokenized.cut);
      return { ids: tokenized.ids, tokens, cut: tokenized.cut };
    });
    // All at once, so that the engine's other work comes in between only once.
    const vectors = await Promise.all(
      located.map(({ ids, tokens }) =>
        this.model.wordVectors({ ids }, { words: [tokens], interventions }),
      ),
    );
    const size = this.#layers * this.model.config.d_model;
    const data = new Float32Array(words.length * size);
    vectors.forEach((vector, i) => data.set(vector.data, i * size));
    const shape = [words.length, this.#layers, this.model.config.d_model];
    const places = located.map(({ tokens }) => tokens[0]!);
    return { vectors: { shape, data }, places, cuts: located.flatMap(({ cut }) => cut ?? []) };
  }

  /** The word may be in the part that was cut off. */
  #refuse(word: string, text: string, cut: CutText | null): never {
    const { max_length = 0 } = this.model.config;
    throw new Refusal(({ languageModel }) =>
      cut
        ? `${languageModel.paths.noWord(word, `… ${cut.after}`)} ${languageModel.cut(max_length, cut.tokens, cut.after)}`
        : languageModel.paths.noWord(word, text),
    );
  }
}

/** The tokens of the word with this number. */
const tokensAt = (at: number, { word_of }: TokenizedText): number[] =>
  word_of.flatMap((word, i) => (word === at ? [i] : []));

/** The tokens of a word's first occurrence in a text. */
function tokensOfWord(word: string, tokenized: TokenizedText): number[] {
  const lowerCase = word.trim().toLowerCase();
  const index = wordsOf(tokenized).findIndex((word) => word.toLowerCase() === lowerCase);
  return index < 0 ? [] : tokensAt(index, tokenized);
}
