/** The inputs of a lab's computation: an embedded sentence, or what was opened from a file. */
import { isWeights, type FileWeights, type OddRows, type Opened } from '../../tensors/opened';
import type { Qkv } from '../../tensors/qkv';
import { configOf, type LabState } from '../../settings/state';
import type { Embedded, Tensor, TensorInput } from '../../tensors/tensor';
import { tokenize, type Token } from '../../text/tokenize';
import { loaded } from '../../words/refusal';
import type { LabEngine } from './lab-engine';

export interface Subject {
  readonly tokens: readonly Token[];
  /** The tokens of the keys; in self-attention the same array as `tokens`. */
  readonly keys: readonly Token[];
  readonly embedded: Embedded | null;
  readonly opened: Opened | null;
  /** For weights from a file: how many rows are not distributions, and why. */
  readonly odd: OddRows | null;
  readonly d_model: number;
  readonly num_heads: number;
  /** The same object while the inputs are unchanged. */
  readonly inputs: SentenceInputs | HeadInputs | WeightInputs;
  /** The layer to prepare; null for a file. */
  readonly layer: { readonly config: LayerConfig; readonly seed: number } | null;
}

export interface SentenceInputs {
  readonly query: TensorInput;
}
export type HeadInputs = Readonly<Record<'q' | 'k' | 'v', TensorInput>>;
/** [batch 1, head, query, key] */
export type WeightInputs = Readonly<Record<'weights', Tensor>>;

interface LayerConfig extends ReturnType<typeof configOf> {
  readonly bias: false;
  readonly need_weights: false;
}

export class Subjects {
  #tokens: { text: string; tokens: readonly Token[] } | null = null;
  #embedded: { embedded: Embedded; inputs: SentenceInputs; key: string } | null = null;
  #opened: Subject | null = null;

  constructor(private readonly engine: LabEngine) {}

  /** Throws an error that names the expected and the actual value. */
  async subject(requested: LabState, opened: Opened | null): Promise<Subject> {
    if (opened) return this.#ofOpened(opened, requested);
    this.#opened = null;
    const { d_model, num_heads, seed } = requested;
    const tokens = this.#tokenized(requested.text);
    const { embedded, inputs } = await this.#embeddedOf(tokens, requested);
    return {
      tokens,
      keys: tokens,
      embedded,
      opened: null,
      odd: null,
      d_model,
      num_heads,
      inputs,
      layer: { config: { ...configOf(requested), bias: false, need_weights: false }, seed },
    };
  }

  async #ofOpened(opened: Opened, { d_model }: LabState): Promise<Subject> {
    if (this.#opened?.opened === opened) return this.#opened;
    const contents = isWeights(opened)
      ? { ...(await weightsIn(opened)), d_model }
      : await headsIn(opened);
    const { tokens: names, keys: keyNames, ...rest } = contents;
    const asTokens = (texts: readonly string[]) => texts.map((text) => ({ text, word: text }));
    const tokens = asTokens(names);
    const keys = keyNames === names ? tokens : asTokens(keyNames);
    this.#opened = { ...rest, tokens, keys, embedded: null, opened, layer: null };
    return this.#opened;
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

/** Its code loads with the first file. */
async function headsIn(opened: Qkv) {
  const { headsOf } = await loaded(import('../../tensors/qkv'));
  const { q, k, v, tokens, keys } = headsOf(opened);
  const [, num_heads = 1, , d_head = 1] = q.shape;
  return { tokens, keys, num_heads, d_model: num_heads * d_head, inputs: { q, k, v }, odd: null };
}

async function weightsIn(opened: FileWeights) {
  const { checkedWeights } = await loaded(import('../../tensors/file-weights'));
  const { weights, tokens, keys, odd } = checkedWeights(opened);
  return { tokens, keys, num_heads: weights.shape[1]!, inputs: { weights }, odd };
}
