/** From a lab's settings to a whole result, asking the engine only for what has changed. */
import type { Given } from '../../given';
import { defaultState, type LabState } from '../../state';
import { checkState } from '../../state-object';
import type { AttentionTrace, Tensor, TensorInput } from '../../tensor';
import { en } from '../../words/en';
import { modelOf } from '../views/heatmap-model';
import type { Field, LabResult } from './lab-context';
import type { LabEngine, LabLayer } from './lab-engine';
import { Subjects, type Subject } from './lab-subject';

/** How many tokens are named one by one: past it the largest, and the rest together. */
const kMaxNamed = 24;
/** How many of them get a colour of their own. */
const kMaxColored = 6;

type Mean = LabResult['mean'];

/** The trace that the engine keeps, what it was made of, and what was read from it. */
interface Kept {
  readonly inputs: Subject['inputs'];
  readonly layer: LabLayer;
  readonly mask: LabState['mask'];
  readonly trace: AttentionTrace;
  readonly meanWeights: Tensor;
  mean: Mean;
}

export class LabComputation {
  #layer: { layer: LabLayer; key: Subject['layerKey'] } | null = null;
  #kept: Kept | null = null;
  #forgotten = false;

  readonly #subjects: Subjects;

  constructor(private readonly engine: LabEngine) {
    this.#subjects = new Subjects(engine);
  }

  /** Throws with what was expected and what came. One run at a time. */
  async run(asked: LabState, given: Given | null): Promise<LabResult> {
    checkState(asked, given !== null);
    const subject = await this.#subjects.of(asked, given);
    const { tokens, keys, embedded, d_model, num_heads } = subject;
    const layer = await this.#layerFor(subject);
    const kept = await this.#traced(subject.inputs, layer, asked.mask);
    // What was chosen before may be gone: a shorter text, fewer heads.
    const query = Math.min(asked.query, tokens.length - 1);
    const head = asked.head === null ? null : Math.min(asked.head, num_heads - 1);
    if (head === null) kept.mean ??= await meanOf(kept);
    const row = (most: number) => layer.rowDetail({ head, query, most });
    const detail = await row(namedCount(keys.length));
    const shares = keys.length <= kMaxColored ? detail : await row(kMaxColored - 1);
    const { trace, meanWeights, mean } = kept;
    return {
      asked,
      state: { ...asked, d_model, num_heads, query, head },
      tokens,
      keys,
      given,
      embedded,
      parameters: () => layer.parameters(),
      trace,
      detail,
      shares,
      meanWeights,
      mean: head === null ? mean : null,
    };
  }

  /** When there is nothing to keep yet: the same sentence with the default sizes, or the defaults. */
  async first(asked: LabState): Promise<LabResult | null> {
    const { d_model, num_heads, seed } = defaultState;
    return this.run({ ...asked, d_model, num_heads, seed }, null)
      .catch(() => this.run({ ...defaultState }, null))
      .catch(() => null);
  }

  /** The row of another query of the last result. */
  async row({ state, keys }: LabResult, query: number) {
    return this.#layer?.layer.rowDetail({
      head: state.head,
      query,
      most: namedCount(keys.length),
    });
  }

  /** Of what heatmaps of this field show of two results. */
  async difference(a: LabResult, b: LabResult, field: Field): Promise<Tensor> {
    return this.engine.difference(shownOf(a, field), shownOf(b, field));
  }

  /** For good: a layer that is still being made is given back as soon as it has come. */
  forget(): void {
    this.#forgotten = true;
    this.#layer?.layer.release();
  }

  async #layerFor({ config, layerKey: key }: Subject): Promise<LabLayer> {
    if (this.#layer?.key === key) return this.#layer.layer;
    // Off the page while the sentence was embedded: no layer is asked for.
    if (this.#forgotten) throw new Error('the lab was taken off the page');
    const layer = await this.engine.multiHead(config);
    if (this.#forgotten) {
      layer.release();
      throw new Error('the lab was taken off the page');
    }
    this.#layer?.layer.release();
    this.#layer = { layer, key };
    return layer;
  }

  async #traced(inputs: Subject['inputs'], layer: LabLayer, mask: LabState['mask']): Promise<Kept> {
    const before = this.#kept;
    const projected = before?.inputs === inputs && before.layer === layer;
    if (projected && before.mask === mask) return before;
    this.#kept = null;
    const made = await layer.trace({ ...inputs, mask });
    const meanWeights = await layer.average('weights');
    // A mask changes no projection: the views of these need not draw again.
    const { q, k, v } = projected ? before.trace : made;
    const trace = { ...made, q, k, v };
    this.#kept = { inputs, layer, mask, trace, meanWeights, mean: null };
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

function shownOf(result: LabResult, field: Field): TensorInput {
  const { rows, columns, data } = modelOf(null, result, field, en).matrix;
  return { shape: [rows, columns], data };
}

function namedCount(tokens: number): number {
  return tokens <= kMaxNamed ? tokens : kMaxNamed - 1;
}
