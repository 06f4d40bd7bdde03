/** The vectors of the words of texts, layer by layer: how they part, how alike they are, how far changes turn them. */
import type { GroupCosines, Tensor, TensorInput, WordPaths } from '../../../wasm/engine';
import { interventionsOf, type ForcedWeights } from '../training/interventions';
import type { HeadPlace } from '../training/view-types';
import '../words/add-opened';
import { Refusal } from '../words/refusal';
import type { OpenModel, TextEngine } from './open-checkpoint';
import type { HeadFigures } from './head-order';
import { wordsOf, type TokenizedText } from './word-pieces';

export interface ChangedText {
  /** Heads that are switched off. */
  off?: readonly HeadPlace[];
  /** Rows of one text that look at one token; not of texts that are compared. */
  forced?: readonly ForcedWeights[];
}

export interface FollowedWord extends WordPaths {
  /** Of each sentence, the place of the word's first token. */
  readonly places: readonly number[];
  /** [layer, sentence, other_sentence] */
  readonly cosines: Tensor;
}

/** A word where it first stands in a text, or the word with this number in it, from 0. */
export interface PlacedWord {
  readonly word: string;
  readonly text: string;
  readonly at?: number | undefined;
}

/** Tokens whose vectors are compared at once: the cosines of all pairs are computed. */
const kAtOnce = 16;

export class TextVectors {
  constructor(
    private readonly model: OpenModel,
    private readonly engine: TextEngine,
    private readonly tokenize: (text: string) => TokenizedText,
  ) {}

  /** Of the vectors of a word: what enters the first layer, and what leaves each. */
  get #layers(): number {
    return this.model.config.layers! + 1;
  }

  /** Of each head: the entropy of its rows and how far it looks, as means. */
  async headFigures({
    tokens: { length: n },
    weights,
  }: {
    readonly tokens: readonly string[];
    /** Of each layer: [head, query, key]. */
    readonly weights: readonly Float32Array[];
  }): Promise<HeadFigures> {
    const size = weights[0]!.length;
    const data = new Float32Array(weights.length * size);
    weights.forEach((layer, i) => data.set(layer, i * size));
    const shape = [weights.length, size / (n * n), n, n];
    const { entropy, distance } = await this.engine.headFigures({ shape, data });
    return { entropy: entropy.data, distance: distance.data };
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
    if (sentences.length === 0) throw new Refusal(({ opened }) => opened.empty);
    const placed = sentences.map((text) => ({ word, text }));
    const { vectors, places } = await this.#vectorsOf(placed, options);
    const [paths, cosines] = await Promise.all([
      this.engine.wordPaths(vectors),
      this.engine.cosinesByLayer(vectors),
    ]);
    return { ...paths, places, cosines };
  }

  /** The mean cosines of sentences of two groups, within each and across. */
  groupCosines(cosines: Tensor, groups: readonly number[]): Promise<GroupCosines> {
    return this.engine.groupCosines(cosines, groups);
  }

  /** [layer, word, other_word]: how alike the vectors of words are. Throws a Refusal for a text without its word. */
  async wordCosines(
    words: readonly PlacedWord[],
    options: Pick<ChangedText, 'off'> = {},
  ): Promise<Tensor> {
    return this.engine.cosinesByLayer((await this.#vectorsOf(words, options)).vectors);
  }

  /** [token, layer, d_model]: layer 0 enters the first layer, layer i leaves the i-th one. */
  async tokenVectors(text: string, { off = [], forced = [] }: ChangedText = {}): Promise<Tensor> {
    const { ids } = this.tokenize(text);
    const interventions = interventionsOf(off, forced, () => ids.length);
    return this.model.wordVectors({ ids }, { words: ids.map((_, i) => [i]), interventions });
  }

  /** [token, layer]: 1 - the cosine of each token's vector with that of the same text without the changes. */
  async turnedVectors(text: string, { off = [], forced = [] }: ChangedText): Promise<Tensor> {
    const { ids } = this.tokenize(text);
    const layers = this.#layers;
    const [before, after] = await Promise.all([
      this.tokenVectors(text),
      this.tokenVectors(text, { off, forced }),
    ]);
    const size = layers * this.model.config.d_model;
    const data = new Float32Array(ids.length * layers);
    for (let from = 0; from < ids.length; from += kAtOnce) {
      const count = Math.min(kAtOnce, ids.length - from);
      const both = [before, after].map((all) =>
        all.data.subarray(from * size, (from + count) * size),
      );
      const vectors = new Float32Array(2 * count * size);
      both.forEach((own, i) => vectors.set(own, i * count * size));
      const shape = [2 * count, layers, this.model.config.d_model];
      const cosines = await this.engine.cosinesByLayer({ shape, data: vectors });
      for (let layer = 0; layer < layers; ++layer)
        for (let i = 0; i < count; ++i)
          data[(from + i) * layers + layer] = Math.max(
            0,
            1 - cosines.data[(layer * 2 * count + i) * 2 * count + count + i]!,
          );
    }
    return { axes: ['token', 'layer'], shape: [ids.length, layers], data };
  }

  /** The similarity of a text to each of others, as it is changed. */
  async similaritiesTo(
    text: string,
    others: readonly string[],
    { off = [], forced = [] }: ChangedText = {},
  ): Promise<number[]> {
    const found = others.map((other) => {
      const ids = [text, other].map((each) => this.tokenize(each).ids);
      // Shorter texts are padded.
      const keys = Math.max(...ids.map(({ length }) => length));
      const interventions = interventionsOf(off, forced, () => keys);
      return this.model.similarities({ ids }, { interventions });
    });
    return (await Promise.all(found)).map(({ data }) => data[1]!);
  }

  /** [word, layer, d_model], and the place of each word's first token. */
  async #vectorsOf(
    words: readonly PlacedWord[],
    { off = [] }: Pick<ChangedText, 'off'>,
  ): Promise<{ vectors: TensorInput; places: number[] }> {
    const interventions = interventionsOf(off, [], () => 0);
    const asked = words.map(({ word, text, at }) => {
      const tokenized = this.tokenize(text);
      const tokens = at === undefined ? tokensOfWord(word, tokenized) : tokensAt(at, tokenized);
      if (tokens.length === 0) throw new Refusal(({ opened }) => opened.paths.noWord(word, text));
      return { ids: tokenized.ids, tokens };
    });
    // At once, so that other work of the engine comes between only once.
    const found = await Promise.all(
      asked.map(({ ids, tokens }) =>
        this.model.wordVectors({ ids }, { words: [tokens], interventions }),
      ),
    );
    const size = this.#layers * this.model.config.d_model;
    const data = new Float32Array(words.length * size);
    found.forEach((own, i) => data.set(own.data, i * size));
    const shape = [words.length, this.#layers, this.model.config.d_model];
    return { vectors: { shape, data }, places: asked.map(({ tokens }) => tokens[0]!) };
  }
}

/** The tokens of the word with this number. */
const tokensAt = (at: number, { word_of }: TokenizedText): number[] =>
  word_of.flatMap((word, i) => (word === at ? [i] : []));

/** The tokens of a word, where it first stands in a text. */
function tokensOfWord(word: string, tokenized: TokenizedText): number[] {
  const wanted = word.trim().toLowerCase();
  const at = wordsOf(tokenized).findIndex((one) => one.toLowerCase() === wanted);
  return at < 0 ? [] : tokensAt(at, tokenized);
}
