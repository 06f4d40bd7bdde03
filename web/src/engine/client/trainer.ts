/** A trainer: a model that learns a task by a recipe, step by step and reproducible to the last bit. */
import type {
  DigitImages,
  EngineModule,
  Evaluation,
  ExampleInput,
  ExampleInspection,
  HeadScores,
  Intervention,
  Keep,
  NamedTensors,
  SnapshotOptions,
  StepReport,
  TaskName,
  TaskOptions,
  TokenModelConfig,
  TrainerInfo,
  TrainerRecipe,
  TrainerState,
  TrainerStateInput,
} from '../../../../wasm/engine';
import { checkCall } from '../checks/check-call';
import { Handle, type HeldObject } from './handle';
import { abortError, type Requests, type Stoppable } from './requests';
import { expectCallback, expectInteger, expectObject, kMaxInteger } from '../checks/expect';
import { snapshotOf } from './snapshot';

export interface TrainerOptions extends Stoppable {
  /** The states to keep, which `seek` returns to: by default { every: 5, count: 200 }. */
  snapshots?: SnapshotOptions;
  /** The images of the task digits. */
  data?: DigitImages;
  /**
   * Begins here instead of at step 0: a `snapshot()` of a trainer of the same recipe, to go on from to
   * the same bits; or the parameters alone.
   */
  from?: TrainerStateInput | undefined;
}

/** Aborting takes effect after the steps in progress, within about 10 ms. */
export interface StepOptions extends Stoppable {
  /** Reports every `every`-th step of the run, and the last step of the call. 1 by default. */
  every?: number;
  /** Each report has an `evaluation` on this many held-out examples, at most 65,536. 0 by default: none. */
  evaluate?: number;
  /** Each report has `inspections` of these examples. */
  inspect?: readonly ExampleInput[] | undefined;
  /** Called with each report as it comes. */
  onReport?: ((report: StepReport) => void) | undefined;
}

/** A task's options need its name, also that of the trainer's own. */
export type EvaluateOptions = Stoppable &
  (({ task: TaskName } & TaskOptions) | { task?: undefined });

export interface InspectExampleOptions<K extends Keep = Keep> extends Stoppable {
  interventions?: readonly Intervention[];
  /** 'trace': the result has a trace. 'weights' by default: the answers and the weights. */
  keep?: K;
}

/** The duration of a slice of steps in milliseconds, so that other requests get their turn. */
const kSliceMs = 10;

/**
 * Lost when the engine stops, as its model is. The same recipe, or the recipe with a snapshot, makes it
 * again, bit for bit.
 */
export class Trainer extends Handle {
  /** Every key of the recipe. `engine.trainer(recipe)` makes the same trainer. */
  readonly recipe: TrainerRecipe;
  /** The configuration of its model: `engine.model({ config, parameters: await trainer.parameters() })`. */
  readonly config: TokenModelConfig;
  /** The tokens of the inputs; empty for images. */
  readonly vocabulary: readonly string[];
  /** The tokens of the decoder's input; empty without a decoder. */
  readonly target_vocabulary: readonly string[];
  /** All possible answers. */
  readonly answers: readonly string[];
  readonly answers_per_place: number;
  /** The kinds of places where a head would have to look. */
  readonly relations: readonly string[];
  /** The kinds of examples. */
  readonly categories: readonly string[];
  /** The maximum length of an input. */
  readonly max_length: number;
  /** The step that it began at: 0, or that of the state it began from, whose steps it did not take. */
  readonly first_step: number;

  #stepCount: number;
  /** The number of steps in the next slice. */
  #slice = 1;
  /** The last call of `step` or `seek`: they run one after another. */
  #turn: Promise<unknown> = Promise.resolve();

  /** Use the engine's `trainer` instead. */
  constructor(engine: Requests<EngineModule>, created: TrainerInfo & HeldObject) {
    super(engine, created, {
      what: 'trainer',
      release: 'releaseTrainer',
      lost: 'this trainer was lost when the engine stopped: create another',
    });
    this.recipe = created.recipe;
    this.config = created.config;
    this.vocabulary = created.vocabulary;
    this.target_vocabulary = created.target_vocabulary;
    this.answers = created.answers;
    this.answers_per_place = created.answers_per_place;
    this.relations = created.relations;
    this.categories = created.categories;
    this.max_length = created.max_length;
    this.first_step = this.#stepCount = created.first_step;
  }

  /** How many steps were taken. */
  get step_count(): number {
    return this.#stepCount;
  }

  /**
   * Takes `count` steps, in slices between which other requests are answered. If it is aborted, or stops at a number
   * that is not finite, `step_count` tells how far it got, and it can continue. `onReport` has then received the
   * reports of all slices except the refused one.
   */
  async step(count = 1, options: StepOptions = {}): Promise<StepReport[]> {
    checkCall(options, ['every', 'evaluate', 'inspect', 'onReport', 'signal']);
    expectInteger('count', count, 0, kMaxInteger);
    expectInteger('every', options.every ?? 1, 1, kMaxInteger);
    expectCallback('onReport', options.onReport);
    // Copied now: every slice sends them.
    const [inspect] = snapshotOf([options.inspect] as const).values;
    const copied = { ...options, inspect };
    return this.#inTurn(() => this.#advance(count, copied));
  }

  /** Goes to a step, back to the last snapshot before it or on from here, and from there by steps. */
  async seek(step: number, options: Stoppable = {}): Promise<void> {
    checkCall(options, ['signal']);
    const { signal } = options;
    expectInteger('step', step, this.first_step, kMaxInteger);
    return this.#inTurn(async () => {
      if (signal?.aborted) throw abortError(signal);
      const { snapshots } = await this.#state();
      const from = Math.max(...snapshots.filter((snapshot) => snapshot <= step));
      if (step < this.#stepCount || from > this.#stepCount) {
        await this.engine.request('seekTrainer', [this.number(), from]);
        this.#stepCount = from;
      }
      await this.#advance(step - this.#stepCount, { every: 0, signal });
    });
  }

  /** The steps of the snapshots that `seek` returns to, from `first_step` on. */
  async snapshotSteps(): Promise<number[]> {
    return (await this.#state()).snapshots;
  }

  /**
   * The first `count` held-out examples of the task, which it never trains on; or those of another
   * task with the same vocabulary: `evaluate(500, { task: 'needle', pairs: 5 })`.
   */
  async evaluate(count: number, options: EvaluateOptions = {}): Promise<Evaluation> {
    const { signal, ...task } = expectObject('the call', options) as EvaluateOptions;
    return this.engine.request('evaluateTrainer', [this.number(), count, task], { signal });
  }

  /** The scores of the heads on held-out examples. */
  async scores(count: number, options?: Stoppable): Promise<HeadScores[]> {
    return (await this.evaluate(count, options)).heads;
  }

  /** The model's answers to an example, and the weights of its heads. */
  async inspect<K extends Keep = 'weights'>(
    example: ExampleInput,
    options: InspectExampleOptions<K> = {},
  ): Promise<ExampleInspection & (K extends 'trace' ? { trace: NamedTensors } : unknown)> {
    checkCall(options, ['interventions', 'keep', 'signal']);
    const { interventions = [], keep = 'weights', signal } = options;
    const args = [this.number(), example, interventions, keep] as const;
    return this.engine.request('inspectTrainer', [...args], { signal }) as Promise<never>;
  }

  /** All parameters by name. */
  async parameters(options?: Stoppable): Promise<NamedTensors> {
    return this.engine.request('trainerParameters', [this.number()], options);
  }

  /**
   * The state from which another trainer continues with the same bits: `engine.trainer(trainer.recipe, { from })`, also
   * in another engine or on another machine. `writeSafetensors` writes its tensors.
   */
  async snapshot(options?: Stoppable): Promise<TrainerState> {
    return this.engine.request('trainerState', [this.number()], options);
  }

  /**
   * The data of the next `count` steps, at most 4,194,304 examples; takes no step. `ids` [step, batch, token] with
   * `keep`, 0 for padding, or `patches` [step, batch, patch, d_patch]; `target_ids` and `target_keep` for a decoder;
   * `labels` [step, batch, label], -1 where no answer is asked for.
   */
  async batches(count: number, options?: Stoppable): Promise<NamedTensors> {
    return this.engine.request('trainerBatches', [this.number(), count], options);
  }

  async #advance(count: number, options: StepOptions): Promise<StepReport[]> {
    const { signal, onReport } = options;
    const all: StepReport[] = [];
    for (let remaining = count; remaining > 0;) {
      if (signal?.aborted) throw abortError(signal);
      const slice = Math.min(remaining, this.#slice);
      remaining -= slice;
      const began = performance.now();
      const reports = await this.#stepSlice(slice, remaining === 0, options);
      const fitting = Math.round((slice * kSliceMs) / (performance.now() - began));
      this.#slice = Math.max(1, Math.min(fitting, 2 * slice));
      for (const report of reports) onReport?.(report);
      all.push(...reports);
    }
    return all;
  }

  async #stepSlice(
    count: number,
    last: boolean,
    { every = 1, evaluate = 0, inspect = [] }: StepOptions,
  ): Promise<StepReport[]> {
    const args = [this.number(), count, every, last, evaluate, inspect] as const;
    try {
      const { step, reports } = await this.engine.request('stepTrainer', [...args]);
      this.#stepCount = step;
      return reports;
    } catch (error) {
      // After a number that is not finite, the trainer has returned to the last valid step.
      if (!this.isGone) await this.#state().catch(() => {});
      throw error;
    }
  }

  async #state(): Promise<{ step: number; snapshots: number[] }> {
    const state = await this.engine.request('trainerProgress', [this.number()]);
    this.#stepCount = state.step;
    return state;
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(run, run);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}
