/** What a lab computes on: a sentence, embedded; or queries, keys and values that it was given. */
import type { Given } from '../../given';
import type { LabState } from '../../state';
import type { Embedded, MultiHeadConfig, TensorInput } from '../../tensor';
import { tokenize, type Token } from '../../tokenize';
import type { LabEngine } from './lab-engine';

export interface Subject {
  readonly tokens: readonly Token[];
  /** In self-attention the same array. */
  readonly keys: readonly Token[];
  readonly embedded: Embedded | null;
  readonly given: Given | null;
  readonly d_model: number;
  readonly num_heads: number;
  /** The same object as long as they are the same. */
  readonly inputs: { query: TensorInput; key?: TensorInput; value?: TensorInput };
  readonly config: MultiHeadConfig;
  /** Equal for equal layers. */
  readonly layerKey: string | Given;
}

export class Subjects {
  #tokens: { text: string; tokens: readonly Token[] } | null = null;
  #embedded: { embedded: Embedded; inputs: Subject['inputs']; key: string } | null = null;
  #given: Subject | null = null;

  constructor(private readonly engine: LabEngine) {}

  /** Throws with what was expected and what came. */
  async of(asked: LabState, given: Given | null): Promise<Subject> {
    if (given) return this.#ofGiven(given);
    this.#given = null;
    const { d_model, num_heads, seed } = asked;
    const tokens = this.#tokenized(asked.text);
    const { embedded, inputs } = await this.#embeddedOf(tokens, asked);
    return {
      tokens,
      keys: tokens,
      embedded,
      given: null,
      d_model,
      num_heads,
      inputs,
      config: { d_model, num_heads, seed, bias: false },
      layerKey: `${d_model} ${num_heads} ${seed}`,
    };
  }

  async #ofGiven(given: Given): Promise<Subject> {
    if (this.#given?.given === given) return this.#given;
    const { headsOf, layerOf } = await import('../../given');
    const heads = headsOf(given);
    const { config, inputs } = layerOf(heads);
    const { d_model, num_heads } = config;
    const asTokens = (texts: readonly string[]) => texts.map((text) => ({ text, word: text }));
    const tokens = asTokens(heads.tokens);
    const keys = heads.keys === heads.tokens ? tokens : asTokens(heads.keys);
    const layerKey = given;
    this.#given = {
      tokens,
      keys,
      embedded: null,
      given,
      d_model,
      num_heads,
      inputs,
      config,
      layerKey,
    };
    return this.#given;
  }

  #tokenized(text: string): readonly Token[] {
    if (this.#tokens?.text !== text) this.#tokens = { text, tokens: tokenize(text) };
    return this.#tokens.tokens;
  }

  async #embeddedOf(tokens: readonly Token[], state: LabState) {
    const { d_model, seed, positions } = state;
    const words = tokens.map((token) => token.word);
    const key = JSON.stringify([words, d_model, seed, positions]);
    if (this.#embedded?.key !== key) {
      const embedded = await this.engine.embed({ tokens: words, d_model, seed, positions });
      this.#embedded = { embedded, inputs: { query: embedded.x }, key };
    }
    return this.#embedded;
  }
}
