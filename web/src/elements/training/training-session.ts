/** A run with its examples, as a Lit controller: the shown results, the heads that are off, and the forced rows. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ExampleInput, ExampleInspection, TrainerRecipe } from '../../engine/client/engine';
import {
  kOwnExample,
  fittingVisitorChanges,
  forcedRowsOf,
  noChanges,
  withChange,
  withForcedRow,
  withoutChange,
  withoutOwn,
  type Changes,
} from '../../model/changes/visitor-changes';
import { chosenWord } from '../../model/changes/chosen-word';
import { imageOf, isEmpty, type Drawing } from '../../model/examples/drawing';
import { isHead, type HeadPlace } from '../../model/heads/head-place';
import { pinnedExamples, recipeText } from '../../training/own-text';
import { headInterventions } from '../../model/changes/interventions';
import { type ForcedRow } from '../../model/changes/forced-row';
import { TrainingRun, type WatchedResult, type Watched } from '../../training/run';
import { shownToken } from '../../model/tokens/shown-token';
import type { Speed } from '../../training/speed';
import type { RecipeReader } from '../../model/trained/trained-model';
import { nameOfModel, taskRow } from '../../model/examples/tasks';
import { defaultTraining, formatTraining, type TrainingState } from '../../training/training-state';
import type { ArcDirection } from '../../model/heads/arc-direction';
import type { MakeModel } from '../../training/writing';
import { noWord, OwnDraft } from '../example/own-draft';
import { ShippedParameters } from './shipped-loading';
import { digitImages, type DigitImages } from '../digits/digit-images';
import { bestHead } from '../example/arc-heads';
import type { Before, ExampleSession } from '../example/example-session';
import type { Words } from '../../words/words';
import { providedTrainingEngine, type TrainingEngine } from './training-engine';

export class TrainingSession implements ReactiveController, ExampleSession {
  run: TrainingRun | null = null;
  readonly draft = new OwnDraft();
  /** Changes that the model or an example does not have, as they are in the address. */
  leftOut: readonly string[] = [];
  /** A link to parameters that could not be loaded stays in the address until something else is changed. */
  keepsLink = false;
  readonly shipped = new ShippedParameters(() => this.host.requestUpdate());
  /** Makes a model with the engine of the run. */
  makeModel: MakeModel | undefined;
  /** The images that the task needs, once they have loaded. */
  images: DigitImages | null = null;
  #engine: TrainingEngine | Promise<TrainingEngine> | undefined;
  #state: TrainingState = defaultTraining;
  /** The step of the link, until the shipped parameters have loaded. It is kept while the element is in no page. */
  #awaited: number | null = null;
  #watched: readonly Watched[] = [];
  /** Whether the changes have not been compared with the model yet: it may lack the heads or words that they name. */
  #isUnchecked = true;

  constructor(private readonly host: ReactiveControllerHost & { readonly isConnected: boolean }) {
    host.addController(this);
  }

  /** The state of the run; while the parameters of a link load, that of the link, to which settings can be added. */
  get state(): TrainingState {
    const step = this.keepsLink && !this.shipped.problem ? this.#awaited : null;
    return step === null ? this.#current : { ...this.#current, from: 'shipped', step };
  }

  /** The state, with the step that the run is at or hurries to. */
  get #current(): TrainingState {
    const { run } = this;
    return { ...this.#state, step: run?.isReady ? run.destination : this.#state.step };
  }

  /** Starts another run, unless the model stays the same. Shipped parameters are loaded first. */
  set state(state: TrainingState) {
    this.shipped.forget();
    this.#awaited = null;
    const { model, from, step } = state;
    const loaded = from === 'shipped' ? this.shipped.of(model) : undefined;
    this.keepsLink = from === 'shipped' && !loaded;
    if (loaded) {
      const { seed, steps } = loaded;
      this.#set({ ...state, seed, recipe: {}, step: Math.max(steps, step) });
    } else {
      this.#set(from === 'shipped' ? { ...state, from: 'nothing', step: 0 } : state);
      if (from === 'shipped') void this.loadShipped(step);
    }
  }

  /** Shows the parameters that come with the site. Nothing changes until they are loaded, or if loading fails. */
  async loadShipped(step = 0): Promise<void> {
    this.#awaited = step;
    // Wait for an update, after which the properties that the page has set are known, the engine among them.
    const ready = this.host.updateComplete.then(() => this.#reader());
    if (await this.shipped.load(this.#state.model, ready))
      this.state = { ...this.#state, from: 'shipped', step };
    else if (this.shipped.problem) {
      this.#awaited = null;
      this.host.requestUpdate();
    }
  }

  /** Whether shipped parameters are asked for, and neither shown nor refused yet. */
  get isAwaiting(): boolean {
    return this.#awaited !== null;
  }

  /** The recipe's reader, with the data of the task if the recipe needs them. */
  async #reader(): Promise<RecipeReader> {
    const engine = await this.#anyEngine();
    if (!taskRow(this.#state.model).images) return engine;
    const data = await digitImages();
    return { recipeInfo: (recipe) => engine.recipeInfo(recipe, { data }) };
  }

  async #anyEngine(): Promise<TrainingEngine> {
    return this.#engine ?? providedTrainingEngine();
  }

  #set(state: TrainingState): void {
    const isSame = modelOf(state) === modelOf(this.#state);
    const { model, text } = this.#state;
    if (state.model !== model || state.text !== text) this.draft.drop();
    this.#state = state;
    if (!isSame || !this.run) this.#start();
    else {
      this.#isUnchecked = true;
      this.run.speed = state.speed;
      const { recipe, steps, target } = this.run;
      const isTooFar = recipe !== null && state.step > steps;
      if (state.step !== target && !isTooFar) this.run.goTo(state.step);
      this.watch();
    }
    this.host.requestUpdate();
  }

  /** Starts with another engine: the page's, or the provided one. */
  restart(engine: TrainingEngine | Promise<TrainingEngine> | undefined): void {
    this.#engine = engine;
    if (this.run) this.#start();
  }

  hostConnected(): void {
    this.#start();
    if (this.#awaited !== null) void this.loadShipped(this.#awaited);
  }

  hostDisconnected(): void {
    this.shipped.forget();
    this.#state = this.#current;
    this.run?.end();
    this.run = null;
  }

  get results(): readonly WatchedResult[] {
    return this.run?.results ?? [];
  }

  get changes(): Changes {
    return this.#state.changes;
  }

  /** Whether the model is changed; a change of the view does not count. */
  get hasChanges(): boolean {
    return this.changes.off.length + this.changes.row.length > 0;
  }

  isOff(attention: string, head: number): boolean {
    return this.changes.off.some(isHead(attention, head));
  }

  get direction(): ArcDirection {
    return this.#state.direction;
  }

  get isTrained(): boolean {
    return (this.run?.step ?? 0) > 0;
  }

  modelName(words: Words): string {
    return nameOfModel(this.#state.model, words);
  }

  inspection(example: number): ExampleInspection | undefined {
    return this.results[example]?.inspection;
  }

  forced(example: number): readonly ForcedRow[] {
    return forcedRowsOf(this.changes, example);
  }

  /** An example without the visitor's changes; undefined if nothing is changed in it. */
  before(example: number): Before | undefined {
    const { inspection, original } = this.results[example] ?? {};
    return inspection && original && beforeOf(original, inspection);
  }

  /** The word whose arcs and answer are shown. */
  chosenWord(example: number): number {
    const inspectionOf = (one: number) => this.inspection(one);
    return chosenWord(example, inspectionOf, this.#state.model, this.changes);
  }

  chooseWord(example: number, word: number): void {
    this.#change(withChange(this.changes, 'word', { example, word }));
  }

  /** The reason why the visitor's own example cannot be read. */
  get ownProblem(): Error | undefined {
    if (this.draft.text !== undefined) return this.draft.problem;
    const { text } = this.#state;
    return text.trim() ? this.results[kOwnExample]?.problem : noWord(text);
  }

  /** The visitor types their own text. The state keeps the last good text until the model has read this one. */
  type(text: string): void {
    this.draft.type(text, this.ownProblem);
    this.watch();
  }

  /** Accepts or refuses the typed text, once the model has read it. */
  #judge(): void {
    if (!this.draft.isReading || this.run?.resultsOf !== this.#watched) return;
    const text = this.draft.judge(noWord(this.draft.text!) ?? this.results[kOwnExample]?.problem);
    // Shows the last valid one again.
    if (text === null) return this.watch();
    this.#state = { ...this.#current, text, changes: withoutOwn(this.changes) };
  }

  draw(drawing: Drawing): void {
    const changes = isEmpty(drawing) ? withoutOwn(this.changes) : this.changes;
    this.#state = { ...this.#current, drawing, changes };
    this.watch();
  }

  turn(direction: ArcDirection): void {
    this.#state = { ...this.#current, direction };
    this.host.requestUpdate();
  }

  setSpeed(speed: Speed): void {
    this.#state = { ...this.#current, speed };
    if (this.run) this.run.speed = speed;
    this.host.requestUpdate();
  }

  /** The head of an attention whose arcs are drawn: the chosen one, else one with a skill, else the first. */
  headShown(attention: string): number {
    const { run } = this;
    const best = bestHead(attention, this.#state.model, run?.history.evaluationAt(run.step));
    return this.changes.shown.find((place) => place.attention === attention)?.head ?? best;
  }

  show(place: HeadPlace): void {
    this.#change(withChange(this.changes, 'shown', place));
  }

  toggle(place: HeadPlace): void {
    const isOff = this.isOff(place.attention, place.head);
    this.#change((isOff ? withoutChange : withChange)(this.changes, 'off', place));
  }

  force(example: number, row: Omit<ForcedRow, 'key'>, key: number | undefined): void {
    const changes = withForcedRow(this.changes, this.inspection(example), { ...row, example }, key);
    if (changes) this.#change(changes);
  }

  /** All heads on, all rows free. */
  undoChanges(): void {
    this.#change({ ...this.changes, off: [], row: [] });
  }

  watch(): void {
    const inputs = [...pinnedExamples(this.#state), ...this.#own()];
    const { off } = this.#isUnchecked ? noChanges : this.changes;
    this.#watched = inputs.map((input, example) => ({
      input,
      interventions: headInterventions(
        off,
        this.#isUnchecked || (example === kOwnExample && this.draft.isReading)
          ? []
          : this.forced(example),
        (attention) => this.#keys(example, attention),
      ),
    }));
    this.run?.watch(this.#watched);
    this.host.requestUpdate();
  }

  #change(changes: Changes): void {
    const { off, row } = this.changes;
    this.#state = { ...this.#current, changes };
    this.leftOut = [];
    if (off !== changes.off || row !== changes.row) this.watch();
    this.host.requestUpdate();
  }

  /** The visitor's typed or drawn example. */
  #own(): ExampleInput[] {
    const { model: task, drawing } = this.#state;
    const text = this.draft.isReading ? this.draft.text! : this.#state.text;
    if (taskRow(task).images) return isEmpty(drawing) ? [] : [{ image: imageOf(drawing) }];
    return text.trim() === '' ? [] : [text];
  }

  #keys(example: number, attention: string): number {
    return this.inspection(example)?.weights[attention]?.shape[2] ?? 0;
  }

  /** Applies the changes once the examples have been inspected without them. A step after the last one is left out. */
  #check(): void {
    const { run } = this;
    if (!this.#isUnchecked || run?.resultsOf !== this.#watched) return;
    this.#isUnchecked = false;
    const { changes, absent } = fittingVisitorChanges(
      this.changes,
      this.results.map(({ inspection }) => inspection),
    );
    // The requested step. A run that knows its length never starts towards a step beyond it.
    const { step } = this.#state;
    const isTooFar = step > run.steps;
    this.leftOut = isTooFar ? [...absent, `step=${step}`] : absent;
    if (isTooFar) run.pause();
    this.#state = { ...this.#current, changes };
    if (this.hasChanges) this.watch();
  }

  /** Starts a run, unless the element is in no page: then nothing would end it. */
  #start(): void {
    if (!this.host.isConnected) return;
    const { model: task, from, seed, step, speed, recipe } = this.#state;
    this.run?.end();
    const whole: TrainerRecipe = { ...recipe, ...recipeText(this.#state), task, seed };
    const engine = this.#anyEngine();
    this.makeModel = async (source) => (await engine).model!(source);
    const model = from === 'shipped' ? this.shipped.of(task) : undefined;
    this.run = new TrainingRun(
      whole,
      async (recipe, options) => {
        if (!taskRow(task).images) return (await engine).trainer(recipe, options);
        const data = (this.images = await digitImages());
        return (await engine).trainer(recipe, { ...options, data });
      },
      {
        changed: () => {
          this.#check();
          this.#judge();
          this.host.requestUpdate();
        },
        frame: () => new Promise((resolve) => requestAnimationFrame(resolve)),
      },
      { ...taskRow(task).run, from: model && { step: model.steps, tensors: model.parameters } },
    );
    this.run.speed = speed;
    this.#isUnchecked = true;
    this.leftOut = [];
    this.watch();
    if (step > this.run.first) this.run.goTo(step);
  }
}

/** Only the most probable answers of the original are known. */
function beforeOf(original: ExampleInspection, changed: ExampleInspection): Before {
  return {
    inspection: original,
    guesses: (row) => {
      const guesses = original.answers[row] ?? [];
      const [first] = guesses;
      const now = (changed.answers[row] ?? []).map(
        ({ token }) => guesses.find((guess) => guess.token === token)?.probability,
      );
      return first && { first: { ...first, token: shownToken(first.token) }, current: now };
    },
  };
}

/** A key of everything that determines the model of a state. */
const modelOf = ({ model, from, seed, recipe, trainingText }: TrainingState) =>
  formatTraining({ ...defaultTraining, model, from, seed, recipe }) +
  recipeText({ model, trainingText }).text;
