/** From a lab's settings to a whole result, asking the engine only for what has changed. */
import type { Given } from '../../given';
import { defaultState, type LabState } from '../../state';
import { checkState } from '../../state-object';
import type { Inspection } from '../../engine/client';
import type {
  AttentionTrace,
  MultiHeadParameters,
  RowDetail,
  Tensor,
  TensorInput,
} from '../../tensor';
import { en } from '../../words/en';
import { modelOf } from '../views/heatmap-model';
import type { Field, LabResult } from './lab-context';
import type { LabEngine, LabModel } from './lab-engine';
import { Subjects, type HeadInputs, type SentenceInputs, type Subject } from './lab-subject';

/** How many tokens are named one by one: past it the largest, and the rest together. */
const kMaxNamed = 24;
/** How many of them get a colour of their own. */
const kMaxColored = 6;

type Mean = LabResult['mean'];

/** The last trace, what it was computed from, and what else was read from it. */
interface Kept {
  readonly inputs: Subject['inputs'];
  readonly layer: Subject['layer'];
  readonly mask: LabState['mask'];
  readonly trace: AttentionTrace;
  readonly meanWeights: Tensor;
  mean: Mean;
  row: { head: number | null; query: number; detail: RowDetail; shares: RowDetail };
}

interface Asked {
  mask: LabState['mask'];
  head: number | null;
  query: number;
  most: readonly number[];
  keep: 'trace' | 'outputs';
}

export class LabComputation {
  #model: { model: LabModel; key: string } | null = null;
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
    const { tokens, keys, embedded, d_model, num_heads, layer } = subject;
    // What was chosen before may be gone: a shorter text, fewer heads.
    const query = Math.min(asked.query, tokens.length - 1);
    const head = asked.head === null ? null : Math.min(asked.head, num_heads - 1);
    const kept = await this.#inspected(subject, { mask: asked.mask, head, query });
    const { trace, meanWeights, mean } = kept;
    const { detail, shares } = kept.row;
    return {
      asked,
      state: { ...asked, d_model, num_heads, query, head },
      tokens,
      keys,
      given,
      embedded,
      parameters: () => this.#parametersOf(layer),
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
  async row({ state, keys }: LabResult, query: number): Promise<RowDetail | undefined> {
    const kept = this.#kept;
    if (!kept) return undefined;
    const { head } = state;
    const asked = { mask: kept.mask, head, query, most: [namedCount(keys.length)] };
    return (await this.#inspect(kept, { ...asked, keep: 'outputs' })).row[0];
  }

  /** Of what heatmaps of this field show of two results. */
  async difference(a: LabResult, b: LabResult, field: Field): Promise<Tensor> {
    const inputs = { a: shownOf(a, field), b: shownOf(b, field) };
    return (await this.engine.run('difference', { inputs })).outputs.difference;
  }

  /** For good: a model that is still being prepared is disposed of as soon as it has come. */
  forget(): void {
    this.#forgotten = true;
    this.#model?.model.dispose();
  }

  /** One call of the engine; none where only the step has changed. */
  async #inspected(
    { inputs, layer, keys }: Subject,
    { mask, head, query }: Pick<Asked, 'mask' | 'head' | 'query'>,
  ): Promise<Kept> {
    const before = this.#kept;
    const projected = before?.inputs === inputs && isSame(before.layer, layer);
    const most = [namedCount(keys.length)];
    if (keys.length > kMaxColored) most.push(kMaxColored - 1);
    const asked = { mask, head, query, most };
    if (projected && before.mask === mask) {
      const { row } = before;
      if (row.head === head && row.query === query) return before;
      const { row: rows, mean } = await this.#inspect(before, { ...asked, keep: 'outputs' });
      before.row = rowOf(rows, asked);
      if (head === null) before.mean ??= meanOf(mean, before.meanWeights);
      return before;
    }
    this.#kept = null;
    const source = { inputs, layer };
    const {
      trace: made,
      row: rows,
      mean,
    } = await this.#inspect(source, { ...asked, keep: 'trace' });
    // A mask changes no projection: the views of these need not draw again.
    const { q, k, v } = projected ? before.trace : made!;
    const kept: Kept = {
      inputs,
      layer,
      mask,
      trace: { ...made!, q, k, v },
      meanWeights: mean.weights,
      mean: head === null ? meanOf(mean, mean.weights) : null,
      row: rowOf(rows, asked),
    };
    return (this.#kept = kept);
  }

  /** A layer as inputs and a model; queries, keys and values by themselves. `trace` where it is kept. */
  async #inspect(
    { inputs, layer }: Pick<Subject, 'inputs' | 'layer'>,
    { mask, ...asked }: Asked,
  ): Promise<{ trace: AttentionTrace | null; row: RowDetail[]; mean: Inspection['mean'] }> {
    const request = { ...asked, mask: { causal: mask === 'causal' ? 'end' : 'none' } as const };
    if (layer) {
      const model = await this.#modelFor(layer);
      const sentence = inputs as SentenceInputs;
      const { trace, ...rest } = await model.inspect({ ...request, inputs: sentence });
      return { ...rest, trace: trace as AttentionTrace };
    }
    const heads = inputs as HeadInputs;
    const { trace, ...rest } = await this.engine.inspect('scaled_dot_product', {
      ...request,
      inputs: heads,
    });
    if (asked.keep !== 'trace') return { ...rest, trace: null };
    const { completed } = await import('../../given');
    return { ...rest, trace: completed(trace as AttentionTrace) };
  }

  async #parametersOf(layer: Subject['layer']): Promise<MultiHeadParameters> {
    if (!layer) throw new Error('expected a layer, got queries, keys and values');
    return (await (await this.#modelFor(layer)).parameters()) as unknown as MultiHeadParameters;
  }

  /** The engine may have stopped since: the same seed gives the same model again. */
  async #modelFor({ config, seed }: NonNullable<Subject['layer']>): Promise<LabModel> {
    const key = JSON.stringify([config, seed]);
    if (this.#model?.key === key && !this.#model.model.isGone) return this.#model.model;
    // Off the page while the sentence was embedded: no model is prepared.
    if (this.#forgotten) throw new Error('the lab was taken off the page');
    const model = await this.engine.prepare('multi_head', { config, seed });
    if (this.#forgotten) {
      model.dispose();
      throw new Error('the lab was taken off the page');
    }
    this.#model?.model.dispose();
    this.#model = { model, key };
    return model;
  }
}

function isSame(a: Subject['layer'], b: Subject['layer']): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function rowOf(
  [detail, shares]: RowDetail[],
  { head, query }: Pick<Asked, 'head' | 'query'>,
): Kept['row'] {
  return { head, query, detail: detail!, shares: shares ?? detail! };
}

function meanOf({ scores, masked_scores }: Inspection['mean'], weights: Tensor): NonNullable<Mean> {
  return { scores: scores!, masked_scores: masked_scores!, weights };
}

function shownOf(result: LabResult, field: Field): TensorInput {
  const { rows, columns, data } = modelOf(null, result, field, en).matrix;
  return { shape: [rows, columns], data };
}

function namedCount(tokens: number): number {
  return tokens <= kMaxNamed ? tokens : kMaxNamed - 1;
}
