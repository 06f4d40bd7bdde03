/** The inputs of a lab's computation: an embedded sentence, or queries, keys and values from a file. */
import type { Qkv } from '../../qkv';
import { configOf, type LabState } from '../../state';
import type { Embedded, TensorInput } from '../../tensor';
import { tokenize, type Token } from '../../tokenize';
import type { LabEngine } from './lab-engine';

export interface Subject {
  readonly tokens: readonly Token[];
  /** The tokens of the keys; in self-attention the same array as `tokens`. */
  readonly keys: readonly Token[];
  readonly embedded: Embedded | null;
  readonly qkv: Qkv | null;
  readonly d_model: number;
  readonly num_heads: number;
  /** The same object while the inputs are unchanged. */
  readonly inputs: SentenceInputs | HeadInputs;
  /** The layer to prepare; null if q, k and v come from a file. */
  readonly layer: { readonly config: LayerConfig; readonly seed: number } | null;
}

export interface SentenceInputs {
  readonly query: TensorInput;
}
export type HeadInputs = Readonly<Record<'q' | 'k' | 'v', TensorInput>>;

interface LayerConfig extends ReturnType<typeof configOf> {
  readonly bias: false;
  readonly need_weights: false;
}

export class Subjects {
  #tokens: { text: string; tokens: readonly Token[] } | null = null;
  #embedded: { embedded: Embedded; inputs: SentenceInputs; key: string } | null = null;
  #qkv: Subject | null = null;

  constructor(private readonly engine: LabEngine) {}

  /** Throws an error that names the expected and the actual value. */
  async of(asked: LabState, qkv: Qkv | null): Promise<Subject> {
    if (qkv) return this.#ofQkv(qkv);
    this.#qkv = null;
    const { d_model, num_heads, seed } = asked;
    const tokens = this.#tokenized(asked.text);
    const { embedded, inputs } = await this.#embeddedOf(tokens, asked);
    return {
      tokens,
      keys: tokens,
      embedded,
      qkv: null,
      d_model,
      num_heads,
      inputs,
      layer: { config: { ...configOf(asked), bias: false, need_weights: false }, seed },
    };
  }

  async #ofQkv(qkv: Qkv): Promise<Subject> {
    if (this.#qkv?.qkv === qkv) return this.#qkv;
    const { headsOf } = await import('../../qkv');
    const heads = headsOf(qkv);
    const { q, k, v } = heads;
    const [, num_heads = 1, , d_head = 1] = q.shape;
    const asTokens = (texts: readonly string[]) => texts.map((text) => ({ text, word: text }));
    const tokens = asTokens(heads.tokens);
    const keys = heads.keys === heads.tokens ? tokens : asTokens(heads.keys);
    this.#qkv = {
      tokens,
      keys,
      embedded: null,
      qkv,
      d_model: num_heads * d_head,
      num_heads,
      inputs: { q, k, v },
      layer: null,
    };
    return this.#qkv;
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
      const config = { tokens: words, d_model, seed, positions };
      const { outputs: embedded } = await this.engine.run('sentence_embedding', { config });
      this.#embedded = { embedded, inputs: { query: embedded.x }, key };
    }
    return this.#embedded;
  }
}
