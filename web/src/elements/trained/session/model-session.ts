/** A Lit controller with a trained model and its examples: applies changes, and trains the model again as a film. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ExampleInspection, RowPlace } from '../../../engine/client/engine';
import { fittingState } from '../../../model/trained/changes';
import type { Inspected } from '../../../model/trained/inspected-model';
import type { LoadedModel } from '../../../model/trained/loaded-model';
import { examplesOf } from '../../../model/trained/model-example';
import {
  asLearned,
  defaultModelState,
  withText,
  type ModelState,
} from '../../../model/trained/model-state';
import { kPronounHead, type ShippedModelName } from '../../../model/trained/shipped-models';
import { isEmpty } from '../../../model/examples/drawing';
import { nameOfModel } from '../../../model/examples/tasks';
import { carriedModel } from '../../../model/trained/carried';
import { chosenWord } from '../../../model/changes/chosen-word';
import {
  forcedRowsOf,
  kOwnExample,
  withChange,
  withForcedRow,
  withoutChange,
} from '../../../model/changes/visitor-changes';
import type { ForcedRow } from '../../../model/changes/forced-row';
import type { Curves } from '../../../training/curves';
import type { TrainingRun } from '../../../training/run';
import type { ArcDirection } from '../../../model/heads/arc-direction';
import { isHead, type HeadPlace } from '../../../model/heads/head-place';
import type { Words } from '../../../words/words';
import { bestHead } from '../../example/arc-heads';
import type { Before, ExampleSession } from '../../example/example-session';
import type { Film, FilmShown } from './film';
import { ModelLoading, type Sources } from './model-loading';
import { noWord, OwnDraft } from '../../example/own-draft';
import { beforeOf, computeExample } from './example-result';
import { Originals } from './originals';
import type { FileResult, ShownResult } from './shown-model';

interface Hooks extends Sources {
  /** Called when the current state is shown completely, with the parts of it that the model does not have. */
  readonly settled: (absent: readonly string[]) => void;
}

export class ModelSession implements ReactiveController, ExampleSession {
  result: FileResult | null = null;
  /** Why no model could be loaded. */
  problem: Error | null = null;
  /** The row that the story shows; each computation of its example also returns the row. */
  storyRow: { readonly example: number; readonly place: RowPlace } | undefined;
  readonly draft = new OwnDraft();
  /** Whether the film's model is shown instead of the file's. */
  showsFilm = false;
  #film: Film | null = null;
  #state: ModelState = defaultModelState;
  readonly models: ModelLoading;
  readonly #originals = new Originals();
  #isStale = true;
  #isWorking = false;
  #connected = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly hooks: Hooks,
  ) {
    this.models = new ModelLoading(hooks);
    host.addController(this);
  }

  hostConnected(): void {
    this.#connected = true;
    this.#recompute();
  }

  hostDisconnected(): void {
    this.#connected = false;
    this.#forget();
  }

  get state(): ModelState {
    return this.#state;
  }
  set state(state: ModelState) {
    this.draft.drop();
    this.#set(state);
  }
  #set(state: ModelState): void {
    if (state.model !== this.#state.model) this.#leaveModel();
    if (state.text !== this.#state.text) this.draft.drop();
    this.#state = state;
    this.#recompute();
  }

  /** The shown model; another one may be loading. */
  get task(): ShippedModelName {
    return this.shownState.model;
  }

  /** The state that belongs to the shown result. */
  get shownState(): ModelState {
    return this.result && !this.#showsTheModel ? this.result.state : this.#state;
  }

  /** Starts again with another engine, or with the same one after a problem. */
  restart(): void {
    this.#forget();
    this.problem = null;
    this.#recompute();
    this.host.requestUpdate();
  }

  change(change: Partial<ModelState>): void {
    const state = { ...this.#state, ...change };
    // The film always uses the mask and the positions of its recipe.
    if (state.mask !== null || state.positions !== null) this.closeFilm();
    this.#set(state);
  }

  /** The visitor types their own text. The state keeps the last good text until the model has read this one. */
  type(text: string): void {
    this.draft.type(text, this.ownProblem);
    this.#recompute();
  }

  /** Changes the shown state; does nothing while another model is loading. */
  changeShown(change: Partial<ModelState>): void {
    if (this.shownState === this.#state) this.change(change);
  }

  /** Chooses another model of the site, without changes. */
  choose(model: ShippedModelName): void {
    this.#leaveModel();
    this.state = defaultOf(model);
  }

  /** Shows the visitor's own file. Throws if it cannot be read; the shown model then stays. */
  async open(file: File): Promise<void> {
    const model = await this.models.open(file);
    if (!model) return;
    this.problem = null;
    this.#endFilm();
    this.draft.drop();
    // The same examples in another model of the task.
    this.#state = model === this.#state.model ? asLearned(this.#state) : defaultOf(model);
    this.#recompute();
  }

  /** The example whose story and heads are shown. */
  get storyExample(): number {
    const { example } = this.shownState;
    return this.inspection(example) ? example : 0;
  }

  get film(): TrainingRun | null {
    return this.#film?.run ?? null;
  }

  get filmCurves(): Curves | null {
    return this.#film?.curves ?? null;
  }

  /** The shown step of the film; null while the model from the file is shown. */
  get filmShown(): FilmShown | null {
    return this.showsFilm ? (this.#film?.result ?? null) : null;
  }

  /** The drawn model: a step of the film, or the loaded model. */
  get current(): ShownResult | null {
    return this.filmShown ?? this.result;
  }

  inspection(example: number): ExampleInspection | undefined {
    return this.current?.examples[example]?.changed?.example;
  }

  /** The example without the visitor's changes; undefined if nothing is changed in it. */
  before(example: number): Before | undefined {
    const { original, changed } = this.current?.examples[example] ?? {};
    if (!original || !changed || original === changed) return undefined;
    return beforeOf(original, changed);
  }

  modelName(words: Words): string {
    return this.models.file?.name ?? nameOfModel(this.task, words);
  }

  /** Everything that the pictures of an example depend on. They are redrawn only if one of these changes. */
  drawingInputs(example: number): unknown[] {
    const { current, evaluation, isTrained } = this;
    const { changes, direction } = this.shownState;
    const [inspection, chosen] = [this.inspection(example), this.chosenWord(example)];
    return [inspection, chosen, current?.loaded, evaluation, isTrained, changes, direction];
  }

  /** The evaluation of the drawn model. */
  get evaluation(): LoadedModel['evaluation'] | undefined {
    const { film, filmShown: filmResult } = this;
    return film && filmResult
      ? film.history.evaluationAt(filmResult.step)
      : this.result?.loaded.evaluation;
  }

  get direction(): ArcDirection {
    return this.shownState.direction;
  }

  get isTrained(): boolean {
    return (this.filmShown?.step ?? this.result?.loaded.step) !== 0;
  }

  /** The reason why the visitor's own example cannot be read. */
  get ownProblem(): Error | undefined {
    if (this.draft.text !== undefined) return this.draft.problem;
    const { text, drawing } = this.#state;
    return text.trim() || !isEmpty(drawing)
      ? this.result?.examples[kOwnExample]?.problem
      : noWord(text);
  }

  /** The two pinned examples as the model learned them; empty until both are known. */
  get originals(): readonly Inspected[] {
    const pinned = this.result?.examples.slice(0, kOwnExample) ?? [];
    const known = pinned.flatMap(({ original }) => (original ? [original] : []));
    return known.length === kOwnExample ? known : [];
  }

  /** The word whose arcs and answer are shown. */
  chosenWord(example: number): number {
    const inspectionOf = (one: number) => this.inspection(one);
    return chosenWord(example, inspectionOf, this.task, this.shownState.changes);
  }

  /** The head of an attention whose arcs are drawn. */
  headShown(attention: string): number {
    const shownHead = this.shownState.changes.shown.find((place) => place.attention === attention);
    if (shownHead) return shownHead.head;
    if (this.task === 'goes_with' && attention === kPronounHead.attention) return kPronounHead.head;
    return bestHead(attention, this.task, this.result?.loaded.evaluation);
  }

  /** Chooses a word; in the pinned examples, which are aligned, the same word in both. */
  chooseWord(example: number, word: number): void {
    const examples = example === kOwnExample ? [kOwnExample] : [0, 1];
    let { changes } = this.shownState;
    for (const one of examples) changes = withChange(changes, 'word', { example: one, word });
    this.changeShown({ changes });
  }

  forced(example: number): readonly ForcedRow[] {
    return forcedRowsOf(this.shownState.changes, example);
  }

  force(example: number, row: Omit<ForcedRow, 'key'>, key: number | undefined): void {
    const { changes: last } = this.shownState;
    const changes = withForcedRow(last, this.inspection(example), { ...row, example }, key);
    if (changes) this.changeShown({ changes });
  }

  turn(direction: ArcDirection): void {
    this.changeShown({ direction });
  }

  toggle(place: HeadPlace): void {
    const { changes } = this.shownState;
    const change = this.isOff(place.attention, place.head) ? withoutChange : withChange;
    this.changeShown({ changes: change(changes, 'off', place) });
  }

  isOff(attention: string, head: number): boolean {
    const { off } = this.shownState.changes;
    return off.some(isHead(attention, head));
  }

  /** Trains the same recipe from nothing, on this page, with the mask and the positions of the recipe. */
  async openFilm(): Promise<TrainingRun | null> {
    if (!this.#showsTheModel) return null;
    this.showsFilm = true;
    // Without a network it may not arrive: the page stays as it is, and another click tries again.
    const module = await import('./film').catch(() => null);
    if (!module) this.closeFilm();
    // The visitor may have closed the film or chosen another model since.
    if (!module || !this.#connected || !this.showsFilm || !this.#showsTheModel) return null;
    this.change({ mask: null, positions: null });
    const recipe = this.result!.loaded.requested;
    this.#film ??= new module.Film(recipe, {
      engine: this.hooks.engine,
      images: recipe.task === 'digits' ? this.models.images : undefined,
      file: () => this.result,
      row: () => this.storyRow,
      changed: () => this.host.requestUpdate(),
    });
    return this.#film.run;
  }

  /** Whether the chosen model is shown; if not, it is still loading. */
  get #showsTheModel(): boolean {
    return this.result?.state.model === this.#state.model;
  }

  /** The hash of the same run and place on the training page, which has neither masks nor changed numbers. */
  get trainingHash(): string {
    const seed = this.#showsTheModel ? this.result!.loaded.info.recipe.seed : null;
    const step = this.showsFilm ? this.film?.step : null;
    return carriedModel(this.#state, { seed, step });
  }

  /** Back to the file's model. The film stays where it is. */
  closeFilm(): void {
    this.film?.pause();
    this.showsFilm = false;
    this.host.requestUpdate();
  }

  #endFilm(): void {
    this.#film?.end();
    this.#film = null;
    this.showsFilm = false;
  }

  #leaveModel(): void {
    this.problem = null;
    this.#endFilm();
    this.models.leaveFile();
  }

  #forget(): void {
    this.#endFilm();
    this.models.forget();
  }

  #recompute(): void {
    this.#isStale = true;
    void this.#work();
    // If the results are computed before the next frame, state and results are drawn together.
    requestAnimationFrame(() => this.#isWorking && this.host.requestUpdate());
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    // Wait: a page sets the state from its address right after it has created the element.
    await null;
    while (this.#isStale && this.#connected && !this.problem) {
      this.#isStale = false;
      await this.#compute().catch((problem: Error) => {
        // A newer state is waiting and is tried next, or the page has let go of the model.
        if (this.#isStale || !this.#connected) return;
        this.problem = problem;
        this.#forget();
      });
      this.host.requestUpdate();
    }
    this.#isWorking = false;
    this.host.requestUpdate();
  }

  async #compute(): Promise<void> {
    const { model } = this.#state;
    const loaded = await this.models.load(model);
    if (!loaded || this.#state.model !== model) return;
    const typed = await this.draft.read((text) =>
      this.#originals.inspect(loaded, { text, example: text }),
    );
    if (typed !== null) this.#state = withText(this.#state, typed);
    const requested = this.#state;
    if (requested.model !== model) return;
    const texts = examplesOf(requested, this.models.images?.images.data);
    const originals: (Inspected | Error)[] = [];
    for (const text of texts) originals.push(await this.#originals.inspect(loaded, text));
    const known = originals.map((original) => (original instanceof Error ? undefined : original));
    const models = known.flatMap((original) => (original ? [original.model] : []));
    const { state, absent } = fittingState(
      requested,
      known.map((original) => original?.example),
      models.map(({ trace }) => trace),
      {
        config: loaded.info.config,
        parameters: loaded.parameters,
        logits: models.map(({ logits }) => logits),
      },
    );
    const last = this.result?.loaded === loaded ? this.result.examples : undefined;
    const { storyRow: row } = this;
    const examples = await Promise.all(
      originals.map((original, i) => {
        const place = row?.example === i ? row.place : undefined;
        return computeExample(loaded, state, i, texts[i]!, original, last?.[i], place);
      }),
    );
    this.result = { state, loaded, examples };
    // A newer state is waiting and is shown next.
    if (this.#isStale) return;
    this.#state = state;
    this.#film?.inspectAgain();
    this.hooks.settled(absent);
  }
}

const defaultOf = (model: ShippedModelName): ModelState => ({ ...defaultModelState, model });
