/** From a lab's settings to a whole result, asking the engine only for what has changed. */
import { limits, type LabState } from '../state';
import type { AttentionTrace, Tensor, TensorInput } from '../tensor';
import { tokenize, type Token } from '../tokenize';
import { Refusal } from '../words/refusal';
import type { LabResult } from './lab-context';
import type { LabEngine, LabLayer } from './lab-engine';

/** How many tokens are named one by one: past it the largest, and the rest together. */
const kMostNamed = 24;
/** How many of them get a colour of their own. */
const kMostColored = 6;

type Mean = LabResult['mean'];

/** The trace that the engine keeps, what it was made of, and what was read from it. */
interface Kept {
  readonly x: Tensor;
  readonly layer: LabLayer;
  readonly mask: LabState['mask'];
  readonly trace: AttentionTrace;
  readonly meanWeights: Tensor;
  mean: Mean;
}

export class LabComputation {
  #tokens: { text: string; tokens: readonly Token[] } | null = null;
  #x: { tensor: Tensor; key: string } | null = null;
  #layer: { layer: LabLayer; key: string } | null = null;
  #kept: Kept | null = null;
  #forgotten = false;

  constructor(private readonly engine: LabEngine) {}

  /** Throws with what was expected and what came. One run at a time. */
  async run(asked: LabState): Promise<LabResult> {
    const tokens = this.#tokenized(asked.text);
    checkCounts(asked);
    const x = await this.#embedded(tokens, asked);
    const layer = await this.#layerFor(asked);
    const kept = await this.#traced(x, layer, asked.mask);
    // What was chosen before may be gone: a shorter text, fewer heads.
    const query = Math.min(asked.query, tokens.length - 1);
    const head = asked.head === null ? null : Math.min(asked.head, asked.num_heads - 1);
    if (head === null) kept.mean ??= await meanOf(kept);
    const row = (most: number) => layer.rowDetail({ head, query, most });
    const detail = await row(namedCount(tokens.length));
    const shares = tokens.length <= kMostColored ? detail : await row(kMostColored - 1);
    const { trace, meanWeights, mean } = kept;
    return {
      asked,
      state: { ...asked, query, head },
      tokens,
      trace,
      detail,
      shares,
      meanWeights,
      mean: head === null ? mean : null,
    };
  }

  /** The row of another query of the last result. */
  async row({ state, tokens }: LabResult, query: number) {
    return this.#layer?.layer.rowDetail({
      head: state.head,
      query,
      most: namedCount(tokens.length),
    });
  }

  async difference(a: TensorInput, b: TensorInput): Promise<Tensor> {
    return this.engine.difference(a, b);
  }

  /** For good: a layer that is still being made is given back as soon as it has come. */
  forget(): void {
    this.#forgotten = true;
    this.#layer?.layer.release();
  }

  #tokenized(text: string): readonly Token[] {
    if (this.#tokens?.text !== text) this.#tokens = { text, tokens: tokenize(text) };
    return this.#tokens.tokens;
  }

  async #embedded(tokens: readonly Token[], state: LabState): Promise<Tensor> {
    const { d_model, seed, positions } = state;
    const words = tokens.map((token) => token.word);
    const key = JSON.stringify([words, d_model, seed, positions]);
    if (this.#x?.key !== key) {
      const { x } = await this.engine.embed({ tokens: words, d_model, seed, positions });
      this.#x = { tensor: x, key };
    }
    return this.#x.tensor;
  }

  async #layerFor({ d_model, num_heads, seed }: LabState): Promise<LabLayer> {
    const key = `${d_model} ${num_heads} ${seed}`;
    if (this.#layer?.key === key) return this.#layer.layer;
    const layer = await this.engine.multiHead({ d_model, num_heads, seed, bias: false });
    if (this.#forgotten) {
      layer.release();
      throw new Error('the lab was taken off the page');
    }
    this.#layer?.layer.release();
    this.#layer = { layer, key };
    return layer;
  }

  async #traced(x: Tensor, layer: LabLayer, mask: LabState['mask']): Promise<Kept> {
    const before = this.#kept;
    const projected = before?.x === x && before.layer === layer;
    if (projected && before.mask === mask) return before;
    this.#kept = null;
    const made = await layer.trace({ query: x, mask });
    const meanWeights = await layer.average('weights');
    // A mask changes no projection: the views of these need not draw again.
    const { q, k, v } = projected ? before.trace : made;
    const trace = { ...made, q, k, v };
    this.#kept = { x, layer, mask, trace, meanWeights, mean: null };
    return this.#kept;
  }
}

async function meanOf({ layer, meanWeights }: Kept): Promise<NonNullable<Mean>> {
  const [scores, masked_scores] = await Promise.all([
    layer.average('scores'),
    layer.average('masked_scores'),
  ]);
  return { scores, masked_scores, weights: meanWeights };
}

function namedCount(tokens: number): number {
  return tokens <= kMostNamed ? tokens : kMostNamed - 1;
}

/** The page's own limits; whether the numbers go together, the core says. */
function checkCounts(state: LabState): void {
  for (const name of ['d_model', 'num_heads', 'seed'] as const) {
    const { least, most } = limits[name];
    const value = state[name];
    if (!(Number.isInteger(value) && value >= least && value <= most))
      throw new Refusal(({ refused }) =>
        refused.named(name, refused.wholeNumber(least, most, value)),
      );
  }
}
