/** A run with its examples, as a Lit controller: what is shown, which heads are off, which rows are forced. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { TrainerRecipe } from '../../engine/client';
import { exampleView } from '../../training/example-view';
import { headKey, headName } from '../../training/heads';
import { interventionsOf, withRow, type ForcedWeights } from '../../training/interventions';
import { TrainingRun, type Seen } from '../../training/run';
import { taskRow } from '../../training/tasks';
import { defaultTraining, type TrainingState } from '../../training/training-state';
import type { HeadPlace } from '../../training/view-types';
import { providedTrainingEngine, type TrainingEngine } from './training-engine';

/** The example that the visitor types. */
export const kOwn = 2;
/** The score of a head that is worth showing instead of the first. */
const kLearned = 0.5;

export class TrainingSession implements ReactiveController {
  run: TrainingRun | null = null;
  #engine: TrainingEngine | Promise<TrainingEngine> | undefined;
  #state: TrainingState = defaultTraining;
  /** Of each attention, the head that the visitor chose. */
  readonly #shown = new Map<string, number>();
  #off = new Map<string, HeadPlace>();
  #forced: ForcedWeights[][] = [[], [], []];
  /** By example, the word that the visitor chose. */
  #chosen: (number | undefined)[] = [];

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  /** With the step of the run. */
  get state(): TrainingState {
    return { ...this.#state, step: this.run?.step || this.#state.step };
  }

  /** Starts another run, unless only the text differs. */
  set state(state: TrainingState) {
    const before = this.#state;
    this.#state = state;
    if (state.task !== before.task) this.#reset();
    const isSame =
      state.task === before.task && state.seed === before.seed && state.recipe === before.recipe;
    if (!isSame) this.#start();
    else this.watch();
    this.host.requestUpdate();
  }

  /** With another engine: the page's, or the provided one. */
  restart(engine: TrainingEngine | Promise<TrainingEngine> | undefined): void {
    this.#engine = engine;
    if (this.run) this.#start();
  }

  hostConnected(): void {
    this.#start();
  }

  hostDisconnected(): void {
    this.#state = this.state;
    this.run?.end();
    this.run = null;
  }

  get seen(): readonly Seen[] {
    return this.run?.seen ?? [];
  }

  get hasChanges(): boolean {
    return this.#off.size > 0 || this.#forced.some((rows) => rows.length > 0);
  }

  isOff(attention: string, head: number): boolean {
    return this.#off.has(headKey(attention, head));
  }

  forced(example: number): readonly ForcedWeights[] {
    return this.#forced[example]!;
  }

  /** The word whose arcs and answer are shown. */
  chosen(example: number): number {
    const { inspection } = this.seen[example] ?? {};
    if (!inspection) return 0;
    const { words, before } = exampleView(inspection);
    const asked = before + taskRow(this.#state.task).asked;
    const first = this.seen[0]?.inspection;
    const word = first && exampleView(first).words[asked];
    const own = word === undefined ? -1 : words.lastIndexOf(word);
    const usual = example === kOwn && words[asked] !== word && own >= 0 ? own : asked;
    return Math.min(this.#chosen[example] ?? usual, words.length - 1);
  }

  choose(example: number, index: number): void {
    this.#chosen[example] = index;
    this.host.requestUpdate();
  }

  type(text: string): void {
    this.#state = { ...this.state, text };
    this.#forced[kOwn] = [];
    this.#chosen[kOwn] = undefined;
    this.watch();
  }

  /** Of an attention, the head whose arcs are drawn: the chosen one, or one that has learned something, or the first. */
  headShown(attention: string): number {
    const { run } = this;
    const by = taskRow(this.#state.task).namedBy;
    const scored = run?.history.evaluationAt(run.step)?.heads ?? [];
    let best = { head: 0, score: kLearned };
    for (const scores of scored) {
      const { score } = headName(scores, by);
      if (scores.attention === attention && score > best.score) best = { head: scores.head, score };
    }
    return this.#shown.get(attention) ?? best.head;
  }

  show({ attention, head }: HeadPlace): void {
    this.#shown.set(attention, head);
    this.host.requestUpdate();
  }

  toggle({ attention, head }: HeadPlace): void {
    const key = headKey(attention, head);
    if (!this.#off.delete(key)) this.#off.set(key, { attention, head });
    this.watch();
  }

  force(example: number, row: Omit<ForcedWeights, 'key'>, key: number | undefined): void {
    // A word of the decoder's input is no key of a cross-attention.
    if (key !== undefined && key >= this.#keys(example, row.attention)) return;
    this.#forced[example] = withRow(this.#forced[example]!, row, key);
    this.watch();
  }

  /** All heads on, all rows free. */
  free(): void {
    this.#off.clear();
    this.#forced = [[], [], []];
    this.watch();
  }

  watch(): void {
    const { task, text } = this.#state;
    const inputs = [...taskRow(task).examples, ...(text.trim() === '' ? [] : [text])];
    this.run?.watch(
      inputs.map((input, example) => ({
        input,
        interventions: interventionsOf(this.#off.values(), this.#forced[example]!, (attention) =>
          this.#keys(example, attention),
        ),
      })),
    );
    this.host.requestUpdate();
  }

  #keys(example: number, attention: string): number {
    return this.seen[example]?.inspection?.weights[attention]?.shape[2] ?? 0;
  }

  #reset(): void {
    this.#shown.clear();
    this.#off.clear();
    this.#forced = [[], [], []];
    this.#chosen = [];
  }

  #start(): void {
    const { task, seed, step, recipe } = this.#state;
    const speed = this.run?.speed;
    this.run?.end();
    const whole: TrainerRecipe = { ...recipe, task, seed };
    const engine = this.#engine ?? providedTrainingEngine();
    this.run = new TrainingRun(
      whole,
      async (recipe, options) => (await engine).trainer(recipe, options),
      {
        changed: () => this.host.requestUpdate(),
        frame: () => new Promise((resolve) => requestAnimationFrame(resolve)),
      },
    );
    if (speed) this.run.speed = speed;
    this.watch();
    if (step > 0) this.run.goTo(step);
  }
}
