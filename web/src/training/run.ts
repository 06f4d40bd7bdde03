/**
 * A training run: plays, pauses, steps and seeks a trainer, one call at a time. After each turn it inspects the
 * watched examples once. If the trainer is lost, a new trainer continues from the same step, because the recipe determines
 * everything.
 */
import type {
  ExampleInput,
  ExampleInspection,
  Intervention,
  TrainerRecipe,
  TrainerState,
} from '../../../wasm/engine';
import type { RunSize } from '../model/examples/tasks';
import { History } from './history';
import { parametersNow, type ParametersNow } from './parameters-now';
import { Pace, type Speed } from './speed';
import { kHeldOut, type MakeTrainer, type RunTrainer } from '../model/trained/trainer';

export interface Watched {
  readonly input: ExampleInput;
  readonly interventions: readonly Intervention[];
}

export interface WatchedResult {
  /** The last one that could be read. */
  readonly inspection?: ExampleInspection;
  /** The same without interventions, if there are any. */
  readonly original?: ExampleInspection | undefined;
  /** Why the example as it is now could not be read. */
  readonly problem?: Error;
}

export interface RunOptions extends RunSize {
  /** Begins here instead of at step 0. */
  readonly from?: TrainerState | undefined;
}

export interface RunHooks {
  /** Called after each turn. */
  changed(): void;
  /** Inspects the model in each turn, instead of watched examples; the run waits for it. */
  inspect?(trainer: RunTrainer): Promise<void>;
  /** Resolves when the page is about to draw, hence not in a hidden tab. */
  frame(): Promise<unknown>;
}

const kSnapshots = 200;
/** The number of steps between saved states, from which a run continues when its trainer is lost. */
const kSaved = 50;
/** A run whose trainer is lost this often at the same step has failed. */
const kLosses = 3;

export class TrainingRun {
  readonly history: History;
  speed: Speed = '1';
  /** The step that is shown. */
  step: number;
  /** Every key, once the trainer has been made. */
  recipe: TrainerRecipe | null = null;
  results: readonly WatchedResult[] = [];
  /** The examples that `results` belongs to. */
  resultsOf: readonly Watched[] = [];
  problem: Error | null = null;
  /** How often the trainer was lost. */
  losses = 0;
  #lossesAtStep = 0;

  readonly #requestedRecipe: TrainerRecipe;
  readonly #makeTrainer: MakeTrainer;
  readonly #hooks: RunHooks;
  readonly #options: RunOptions;
  readonly #pace = new Pace();
  #trainer: RunTrainer | null = null;
  /** The state from which another trainer continues. */
  #savedState: TrainerState | undefined;
  #watched: readonly Watched[] = [];
  #stopStep = 0;
  #isFastForwarding = false;
  #stepsSingly = false;
  #seekTo: number | null = null;
  #isStale = true;
  #isWorking = false;
  #hasEnded = false;

  constructor(recipe: TrainerRecipe, make: MakeTrainer, hooks: RunHooks, options: RunOptions = {}) {
    this.#requestedRecipe = recipe;
    this.#makeTrainer = make;
    this.#hooks = hooks;
    this.#options = options;
    this.step = options.from?.step ?? 0;
    this.history = new History(this.step);
  }

  /** The step that it begins at. */
  get first(): number {
    return this.history.first;
  }

  /** The step at which playing ends: after as many steps as the schedules have. */
  get steps(): number {
    return this.recipe ? this.first + this.recipe.steps! : 0;
  }

  get isPlaying(): boolean {
    return this.#stopStep > this.target && !this.problem;
  }

  /** Whether the run is on its way to a step that it has not reached before. */
  get isFastForwarding(): boolean {
    return this.#isFastForwarding && this.isPlaying;
  }

  /** Whether there is a model, and its examples have been looked at. */
  get isReady(): boolean {
    return this.history.evaluationAt(this.step) !== undefined;
  }

  /** The step that the run is seeking, or the current one. */
  get target(): number {
    return this.#seekTo ?? this.step;
  }

  /** The step that it hurries to, or else the one that it is at. */
  get destination(): number {
    return this.isFastForwarding ? this.#stopStep : this.target;
  }

  /** Whether it is on its way to another step. */
  get isMoving(): boolean {
    return this.isPlaying || (this.target !== this.step && !this.problem);
  }

  /** The number of steps between two snapshots. */
  get every(): number {
    return (
      this.#options.every ?? Math.max(5, Math.ceil((this.#requestedRecipe.steps ?? 0) / kSnapshots))
    );
  }

  get trainer(): RunTrainer | null {
    return this.#trainer;
  }

  /** Plays; from the first step again if the run has reached its end. */
  play(): void {
    if (this.recipe && this.target >= this.steps) this.#seekTo = this.first;
    this.#go(this.recipe ? this.steps : Infinity, false);
  }

  pause(): void {
    this.#go(0, false);
  }

  /** Takes one step more. Clicks may come faster than steps are computed, so they add up. */
  stepOnce(): void {
    const from = this.#stepsSingly && this.isPlaying ? this.#stopStep : this.target;
    this.#go(Math.min(from + 1, this.steps), false);
    this.#stepsSingly = true;
  }

  /** Goes back to a step, or forward to one as fast as possible. */
  goTo(step: number): void {
    if (step > this.history.last) return this.#go(step, true);
    this.#seekTo = step;
    this.#go(0, false);
  }

  /** Looks at these examples from now on. */
  watch(watched: readonly Watched[]): void {
    this.#watched = watched;
    this.#isStale = true;
    void this.#work();
  }

  /** Tries again after a problem. */
  retry(): void {
    this.problem = null;
    this.#lossesAtStep = 0;
    this.#isStale = true;
    this.#hooks.changed();
    void this.#work();
  }

  /** The parameters of the step that the trainer is at, which may be later than the shown step. */
  async parameters(): Promise<ParametersNow> {
    if (!this.#trainer) throw new Error('expected a trainer, got none');
    return parametersNow(this.#trainer);
  }

  /** Creates another trainer of the recipe, at its first step. The caller disposes of it. */
  makeTrainer(): Promise<RunTrainer> {
    const { from } = this.#options;
    return this.#makeTrainer(this.#requestedRecipe, { snapshots: { every: 0, count: 0 }, from });
  }

  end(): void {
    this.#hasEnded = true;
    this.#trainer?.dispose();
    this.#trainer = null;
  }

  #go(until: number, hurries: boolean): void {
    this.#stopStep = until;
    this.#isFastForwarding = hurries;
    this.#stepsSingly = false;
    this.#isStale = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    // Each attribute of an element that is upgraded may start a run: one that is replaced at once makes no trainer.
    await null;
    while (!this.#hasEnded && !this.problem && (this.#isStale || this.isPlaying)) {
      await this.#turn().catch((error: Error) => this.#failed(error));
      if (this.#hasEnded) break;
      this.#hooks.changed();
      await this.#hooks.frame();
    }
    this.#isWorking = false;
  }

  async #turn(): Promise<void> {
    const to = this.#seekTo;
    const trainer = await this.#trainerFor(to ?? this.step);
    if (this.#hasEnded) return trainer.dispose();
    this.#isStale = false;
    if (to !== null) {
      await trainer.seek(to);
    } else if (this.#stopStep > trainer.step_count && this.isReady) {
      await this.#advance(trainer);
    }
    await this.#inspectWatched(trainer);
    if (this.#seekTo === to) this.#seekTo = null;
    this.#lossesAtStep = 0;
  }

  /** A trainer that can go to the step. */
  async #trainerFor(step: number): Promise<RunTrainer> {
    if (this.#trainer && this.#trainer.first_step <= step) return this.#trainer;
    this.#trainer?.dispose();
    const { from: begun, snapshots: count = kSnapshots } = this.#options;
    const from = this.#savedState && this.#savedState.step <= step ? this.#savedState : begun;
    const snapshots = { every: this.every, count };
    const trainer = (this.#trainer = await this.#makeTrainer(this.#requestedRecipe, {
      snapshots,
      from,
    }));
    this.recipe = trainer.recipe;
    if (this.#stopStep === Infinity) this.#stopStep = this.steps;
    if (step > trainer.step_count) await trainer.seek(step);
    return trainer;
  }

  async #advance(trainer: RunTrainer): Promise<void> {
    const pace = this.#isFastForwarding ? 'end' : this.speed;
    const count = Math.min(this.#pace.steps(pace), this.#stopStep - trainer.step_count);
    const began = performance.now();
    this.history.add(await trainer.step(count));
    this.#pace.record(count, performance.now() - began);
    if (trainer.step_count >= (this.#savedState?.step ?? this.first) + kSaved)
      this.#savedState = await trainer.snapshot();
  }

  async #inspectWatched(trainer: RunTrainer): Promise<void> {
    const step = trainer.step_count;
    if (!this.history.evaluationAt(step))
      this.history.evaluate(step, await trainer.evaluate(this.#options.heldOut ?? kHeldOut));
    const watched = this.#watched;
    const results: WatchedResult[] = [];
    for (const [i, { input, interventions }] of watched.entries()) {
      try {
        const isChanged = interventions.length > 0;
        const original = isChanged ? await trainer.inspect(input, {}) : undefined;
        results.push({ inspection: await trainer.inspect(input, { interventions }), original });
      } catch (problem) {
        if (trainer.isGone) throw problem;
        results.push({ ...this.results[i], problem: problem as Error });
      }
    }
    await this.#hooks.inspect?.(trainer);
    this.results = results;
    this.resultsOf = watched;
    this.step = step;
  }

  #failed(error: Error): void {
    const isGone = this.#trainer?.isGone;
    if (isGone) this.losses++;
    if (isGone && ++this.#lossesAtStep < kLosses) {
      this.#trainer = null;
      this.#isStale = true;
    } else {
      if (isGone) this.#trainer = null;
      this.problem = error;
    }
  }
}
