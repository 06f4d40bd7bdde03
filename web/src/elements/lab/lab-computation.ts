/** Computes a complete result from a lab's settings. Asks the engine only for what has changed. */
import type { Opened } from '../../tensors/opened';
import { settingNames } from '../../settings/playground';
import { defaultState, type LabState } from '../../settings/state';
import { checkState } from '../../settings/state-object';
import type { Inspection } from '../../engine/client/engine';
import type {
  AttentionTrace,
  MultiHeadParameters,
  Tensor,
  TensorInput,
} from '../../tensors/tensor';
import { en } from '../../words/en/base';
import { loaded, Refusal } from '../../words/refusal';
import type { Field, LabMean, LabResult, LabRow, LabTrace } from './lab-context';
import type { LabEngine, LabModel } from './lab-engine';
import {
  Subjects,
  type HeadInputs,
  type SentenceInputs,
  type Subject,
  type WeightInputs,
} from './lab-subject';
import { problemOf } from './lab-problem';
import { shownField, shownMatrix } from './shown-field';

/** With more tokens than this, only the largest are listed, and the rest are summed up. */
const kMaxNamed = 24;
/** The number of tokens with a color of their own. */
const kMaxColored = 6;

/** The last trace with its inputs, and the details already computed from it. */
interface CachedTrace {
  readonly inputs: Subject['inputs'];
  readonly layer: Subject['layer'];
  readonly mask: LabState['mask'];
  readonly trace: LabTrace;
  readonly meanWeights: Tensor;
  mean: LabMean | null;
  row: { head: number | null; query: number; detail: LabRow; shares: LabRow };
}

interface RowSelection {
  mask: LabState['mask'];
  head: number | null;
  query: number;
  max_keys: readonly number[];
  keep: 'trace' | 'outputs';
}

/** The result of one inspection. `mean` contains the weights if the trace is kept. */
interface Inspected {
  readonly trace: LabTrace | null;
  readonly row: readonly LabRow[];
  readonly mean: Partial<Inspection['mean']>;
}

/** The matrix for weights from a file, which have no other. */
const onlyWeights = { matrix: 'weights' } as const;

export class LabComputation {
  #model: { model: LabModel; key: string } | null = null;
  #kept: CachedTrace | null = null;
  #forgotten = false;

  readonly #subjects: Subjects;

  constructor(private readonly engine: LabEngine) {
    this.#subjects = new Subjects(engine);
  }

  /** Throws an error that names the expected and the actual value. Runs must not overlap. */
  async run(requested: LabState, opened: Opened | null): Promise<LabResult> {
    checkState(requested, opened !== null);
    const subject = await this.#subjects.subject(requested, opened);
    const { tokens, keys, embedded, odd, d_model, num_heads, layer } = subject;
    // The text may have become shorter, or the number of heads smaller.
    const query = Math.min(requested.word, tokens.length - 1);
    const head = requested.head === null ? null : Math.min(requested.head, num_heads - 1);
    const cached = await this.#inspected(subject, { mask: requested.mask, head, query });
    const { trace, meanWeights, mean } = cached;
    const { detail, shares } = cached.row;
    return {
      requested,
      state: { ...requested, d_model, num_heads, word: query, head, ...(!trace.q && onlyWeights) },
      tokens,
      keys,
      opened,
      odd,
      embedded,
      parameters: () => this.#parametersOf(layer),
      trace,
      detail,
      shares,
      meanWeights,
      mean: head === null ? mean : null,
    };
  }

  /**
   * A first result if a setting is refused: with its default, or else also with default sizes, or else with all defaults.
   */
  async first(refused: string, requested: LabState): Promise<LabResult | null> {
    const { d_model, num_heads, seed } = defaultState;
    const rest = replaced(refused, requested, defaultState);
    return this.run(rest, null)
      .catch(() => this.run({ ...rest, d_model, num_heads, seed }, null))
      .catch(() => this.run({ ...defaultState }, null))
      .catch(() => null);
  }

  /**
   * Computes with the last valid value of each refused setting and the other requested settings; otherwise returns the
   * last result.
   */
  async without(refused: string, requested: LabState, last: LabResult): Promise<LabResult> {
    const rest = replaced(refused, requested, last.state);
    if (
      rest === requested ||
      last.opened ||
      settingNames.every((setting) => rest[setting] === last.requested[setting])
    )
      return last;
    return this.run(rest, null).catch((error: unknown) =>
      this.without(problemOf(error, 'text').setting, rest, last),
    );
  }

  /** The details of another query in the last result. */
  async row({ state, keys }: LabResult, query: number): Promise<LabRow | undefined> {
    const cached = this.#kept;
    if (!cached) return undefined;
    const { head } = state;
    const selection = { mask: cached.mask, head, query, max_keys: [namedCount(keys.length)] };
    return (await this.#inspect(cached, { ...selection, keep: 'outputs' })).row[0];
  }

  /** The difference between the heatmaps of this field for two results. */
  async difference(a: LabResult, b: LabResult, field: Field): Promise<Tensor> {
    const inputs = { a: shownOf(a, field), b: shownOf(b, field) };
    return (await this.engine.run('difference', { inputs })).outputs.difference;
  }

  /** Ends the computation and disposes of the model, even one that is still being prepared. */
  forget(): void {
    this.#forgotten = true;
    this.#model?.model.dispose();
  }

  /** Calls the engine once, or not at all if only `matrix` has changed. */
  async #inspected(
    { inputs, layer, keys }: Subject,
    { mask, head, query }: Pick<RowSelection, 'mask' | 'head' | 'query'>,
  ): Promise<CachedTrace> {
    const before = this.#kept;
    const projected = before?.inputs === inputs && isSame(before.layer, layer);
    const max_keys = [namedCount(keys.length)];
    if (keys.length > kMaxColored) max_keys.push(kMaxColored - 1);
    const selection = { mask, head, query, max_keys };
    if (projected && before.mask === mask) {
      const { row } = before;
      if (row.head === head && row.query === query) return before;
      const { row: rows, mean } = await this.#inspect(before, { ...selection, keep: 'outputs' });
      before.row = rowOf(rows, selection);
      if (head === null) before.mean ??= meanOf(mean, before.meanWeights);
      return before;
    }
    const source = { inputs, layer };
    const {
      trace: newTrace,
      row: rows,
      mean,
    } = await this.#inspect(source, { ...selection, keep: 'trace' });
    // A mask does not change the projections. Reusing the objects saves their views a redraw.
    const { q, k, v } = projected ? before.trace : newTrace!;
    const projections = q && k && v && { q, k, v };
    const cached: CachedTrace = {
      inputs,
      layer,
      mask,
      trace: { ...newTrace!, ...projections },
      meanWeights: mean.weights!,
      mean: head === null ? meanOf(mean, mean.weights!) : null,
      row: rowOf(rows, selection),
    };
    return (this.#kept = cached);
  }

  /** Inspects the prepared layer, or the contents of a file. `trace` is null unless kept. */
  async #inspect(
    { inputs, layer }: Pick<Subject, 'inputs' | 'layer'>,
    { mask, ...selection }: RowSelection,
  ): Promise<Inspected> {
    if ('weights' in inputs) return this.#inspectWeights(inputs, selection);
    const request = { ...selection, mask: { causal: mask === 'causal' ? 'end' : 'none' } as const };
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
    if (selection.keep !== 'trace') return { ...rest, trace: null };
    const { withFlatHeads } = await loaded(import('../../tensors/qkv'));
    return { ...rest, trace: withFlatHeads(trace as AttentionTrace) };
  }

  async #inspectWeights(
    { weights }: WeightInputs,
    selection: Omit<RowSelection, 'mask'>,
  ): Promise<Inspected> {
    const { meanOfHeads, weightsRow } = await loaded(import('./lab-weights'));
    const { head, query, max_keys, keep } = selection;
    const row = weightsRow(this.engine, weights, head, query, max_keys[0]!);
    if (keep === 'outputs') return { trace: null, row: [await row], mean: {} };
    const [detail, mean] = await Promise.all([row, meanOfHeads(this.engine, weights)]);
    return { trace: { weights }, row: [detail], mean: { weights: mean } };
  }

  async #parametersOf(layer: Subject['layer']): Promise<MultiHeadParameters> {
    if (!layer) throw new Error('expected a layer, got a file');
    return (await (await this.#modelFor(layer)).parameters()) as unknown as MultiHeadParameters;
  }

  /** The prepared layer. Prepares it again if the engine has stopped; the same seed gives the same one. */
  async #modelFor({ config, seed }: NonNullable<Subject['layer']>): Promise<LabModel> {
    const key = JSON.stringify([config, seed]);
    if (this.#model?.key === key && !this.#model.model.isGone) return this.#model.model;
    // The lab left the page while the sentence was embedded.
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

/** The requested settings with another value of the refused one. The same object if this changes no setting. */
function replaced(refused: string, requested: LabState, by: LabState): LabState {
  const name = settingNames.find((setting) => setting === refused);
  if (!name || Object.is(requested[name], by[name])) return requested;
  return { ...requested, [name]: by[name] };
}

function isSame(a: Subject['layer'], b: Subject['layer']): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function rowOf(
  [detail, shares]: readonly LabRow[],
  { head, query }: Pick<RowSelection, 'head' | 'query'>,
): CachedTrace['row'] {
  return { head, query, detail: detail!, shares: shares ?? detail! };
}

function meanOf({ scores, masked_scores }: Inspected['mean'], weights: Tensor): LabMean {
  return { ...(scores && masked_scores && { scores, masked_scores }), weights };
}

function shownOf(result: LabResult, field: Field): TensorInput {
  const shown = shownField(result, field, en);
  if (!shown) throw new Refusal(({ fileWeights }) => fileWeights.only);
  const { rows, columns, data } = shownMatrix(shown.source, field, result.state.head);
  return { axes: shown.source.axes.slice(-2), shape: [rows, columns], data };
}

function namedCount(tokens: number): number {
  return tokens <= kMaxNamed ? tokens : kMaxNamed - 1;
}
