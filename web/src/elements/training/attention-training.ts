/**
 * `<attention-training>`: a model that learns a task while the visitor watches: examples, the run, its curves and its
 * heads.
 */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { exampleView } from '../../model/examples/example-view';
import { emptyDrawing, imageOf } from '../../model/examples/drawing';
import { isShownTask, shownTasks, taskRow } from '../../model/examples/tasks';
import {
  defaultTraining,
  formatTraining,
  parseTraining,
  type TrainingState,
} from '../../training/training-state';
import { recipeSettingNames } from '../../settings/recipe';
import { kOwnExample, noChanges } from '../../model/changes/visitor-changes';
import '../../words/add-recipe';
import '../../words/add-training-page';
import { messageOf } from '../../words/refusal';
import { announceRetry } from '../base/announce-retry';
import { define } from '../base/define';
import { failure } from '../parts/failure';
import { sender } from '../base/sender';
import { addProvenance, type ProvenanceEvent } from '../save/provenance-event';
import { SettingsElement } from '../base/settings-element';
import { keptIfEqual } from '../base/equal-lists';
import './attention-training-curves';
import './attention-training-run';
import './attention-training-start';
import type { RunAction } from './attention-training-run';
import { trainingStyles } from './attention-training.styles';
import { presentedTraining, trainingPageStyles } from './training-page.styles';
import { pixelsOf } from '../digits/digit-images';
import { digitDrawing, digitRow } from '../digits/digit-rows';
import { exampleRow } from '../example/example-row';
import { ownExample } from './own-example';
import { textToLearn, textWritten } from './own-text-views';
import { RunNews } from './run-news';
import { runHeads } from './run-heads';
import { runParts } from './run-parts';
import { namedHead, shownHeads } from './shown-heads';
import type { TrainingEngine } from './training-engine';
import { TrainingSession } from './training-session';
import { curvesOf } from '../../training/curves';
import { stepTicks } from '../../training/step-axis';
import type { TrainingRun } from '../../training/run';

export interface TrainingChange {
  readonly state: TrainingState;
  /** Changes in the link that the model or its examples do not have. */
  readonly absent: readonly string[];
}

const send = sender<{ 'attention-training-change': TrainingChange }>({ bubbles: true });

/**
 * @fires {CustomEvent<TrainingChange>} attention-training-change - when the run rests at another state, and at most
 *   once a second on its way; `step` is then the one that it is at or hurries to
 * @fires {CustomEvent} attention-retry - before the run is tried again; `engine` may be replaced
 */
export class AttentionTraining extends SettingsElement<TrainingState> {
  static override styles = [trainingStyles, trainingPageStyles, presentedTraining];
  protected static override readonly extraSettings = [
    'seed',
    'step',
    'from',
    'speed',
    ...recipeSettingNames,
  ];

  /** An engine of training.wasm. Without one, the package's own is used. */
  @property({ attribute: false }) engine: TrainingEngine | Promise<TrainingEngine> | undefined;
  /** The task, such as `goes_with`, also written `goes-with`. */
  @property() model: string = defaultTraining.model;
  @property({ type: Number }) seed = defaultTraining.seed;
  @property({ type: Number }) step = 0;
  /** The folder with trained parameters, unless the element sets another. Without one, none are offered. */
  static folder = '';
  /** The address of a folder with trained parameters, such as the site's `models/`. */
  @property() models = '';

  /** The address of the lab, such as `./`, for a link to the trained model there. Without one, no text mentions it. */
  @property() lab = '';

  /**
   * Whether the page is presented: only the sentences, the run and its curves are shown, in larger type. `walk` goes
   * along the run.
   */
  @property({ type: Boolean, reflect: true }) presenting = false;

  @state() private previewed: number | undefined;
  readonly #session = new TrainingSession(this);
  readonly #news = new RunNews();
  readonly #lastWords: (readonly string[])[] = [];
  #reported = '';
  /** When an update last reported the state: a time of `performance.now()`. */
  #reportedAt = -Infinity;
  /** The step that `step` was set to from the state: another one was set from outside. */
  #reportedStep = 0;
  /** The absent settings of the last link, once an event has named them. */
  #named: readonly string[] = [];

  protected override readonly link = { format: formatTraining, parse: parseTraining };

  constructor() {
    super();
    this.addEventListener('attention-provenance', (event) =>
      this.#addProvenance(event as ProvenanceEvent),
    );
  }

  /**
   * Adds to a saved file the model, and the step of the run that its numbers belong to. No link leads to a text of one's
   * own.
   */
  #addProvenance(event: ProvenanceEvent): void {
    const { run, state } = this.#session;
    const shown = run?.step ?? 0;
    const link = formatTraining({ ...state, step: shown });
    addProvenance(event, {
      model: state.model,
      step: this.words.training.run.progress(shown, run?.steps ?? 0),
      ...(state.trainingText === undefined && { link }),
    });
  }

  override get state(): TrainingState {
    return this.#session.state;
  }
  override set state(state: TrainingState) {
    this.#session.state = state;
    // That of shipped parameters is in their file.
    const { seed } = this.#session.state;
    this.#report({ ...state, seed });
  }

  #report({ model, seed, step }: TrainingState): void {
    Object.assign(this, { model, seed, step });
    this.#reportedStep = step;
  }

  /** Goes to the previous step with a number on the axis, or to the next one, for which it trains if necessary. */
  walk(by: 1 | -1): void {
    const { run } = this.#session;
    if (!run) return;
    const { target, steps, first } = run;
    const ticks = stepTicks(steps).filter((tick) => tick >= first);
    const to =
      by > 0 ? ticks.find((tick) => tick > target) : ticks.findLast((tick) => tick < target);
    if (to === undefined) return;
    run.goTo(to);
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const session = this.#session;
    session.shipped.folder = this.models || AttentionTraining.folder;
    if (changed.has('engine')) session.restart(this.engine);
    const { seed, step } = this;
    const model = this.model.replaceAll('-', '_');
    if (!isShownTask(model)) return;
    const before = session.state;
    const isOther =
      (changed.has('model') && model !== before.model) ||
      (changed.has('seed') && seed !== before.seed);
    if (isOther)
      session.state = {
        ...before,
        ...(model !== before.model && kFresh),
        from: 'nothing',
        model,
        seed,
        step,
      };
    else if (changed.has('step') && step !== this.#reportedStep)
      session.state = { ...before, step };
    this.#news.of(session, this.words);
  }

  protected override render() {
    const { training: words } = this.words;
    const session = this.#session;
    const { run, state } = session;
    if (!run) return nothing;
    return html`
      <div>
        <attention-training-run
          .playing=${run.isPlaying}
          .ready=${run.isReady}
          .first=${run.first}
          .step=${run.step}
          .steps=${run.steps}
          .speed=${run.speed}
          @attention-run=${(event: CustomEvent<RunAction>) => this.#act(event.detail)}
        ></attention-training-run>
        <div class="line task">
          <label
            >${words.task}
            <select @change=${(event: Event) => this.#chooseTask(event)}>
              ${shownTasks.map(
                (task) =>
                  html`<option value=${task} .selected=${live(task === state.model)}>
                    ${words.tasks[task].name}
                  </option>`,
              )}
            </select>
          </label>
        </div>
        <p class="objective">${words.noHints(words.tasks[state.model].objective)}</p>
        ${textToLearn(session, (state) => (this.state = state))} ${this.#examples(run)}
        <attention-training-start
          .session=${session}
          .lab=${this.lab}
          @attention-seed=${(event: CustomEvent<{ seed: number }>) => this.#trainFrom(event.detail.seed)}
        ></attention-training-start>
        ${this.#film(run)}
      </div>
      ${runHeads(session, this.words)} ${this.#own()}
      ${runParts(session, this.engine, this.lab, this.words, (recipe) => (this.state = { ...state, from: 'nothing', step: 0, recipe }))}
      <p class="unseen" role="status">${this.#news.latest?.(this.words)}</p>
    `;
  }

  /** The two examples of the task. */
  #examples({ problem, recipe, isReady }: TrainingRun) {
    const { training: words, recipe: recipeWords } = this.words;
    const isLoading = this.#hasImages && !isReady && !problem;
    return html`<div
        class="examples ${this.#hasImages ? 'pictures' : ''} ${problem ? '' : 'waiting'}"
        role="group"
        aria-label=${words.examples}
      >
        ${[0, 1].map((example) =>
          this.#hasImages ? this.#digit(example) : this.#example(example),
        )}
        ${isLoading ? html`<p class="muted" role="status">${words.digitRun.loading}</p>` : nothing}
      </div>
      ${failure(
        problem && (recipe ? words.failed : recipeWords.refused)(messageOf(problem)(this.words)),
        this.words,
        () => this.#retry(),
      )}`;
  }

  /** The curves of the run, and what the model has learned at the shown step. */
  #film(run: TrainingRun) {
    const session = this.#session;
    const { namedBy } = taskRow(session.state.model);
    return html`<div class="film">
      <attention-training-curves
        .curves=${curvesOf(run.history, namedBy)}
        .step=${run.target}
        .steps=${run.steps}
        .first=${run.first}
        .last=${run.history.last}
        .every=${run.every}
        .penaltyFrom=${this.#penaltyFrom()}
        .unnamed=${namedBy === 'none'}
        @attention-seek=${(event: CustomEvent<{ step: number }>) => {
          run.goTo(event.detail.step);
          this.requestUpdate();
        }}
      ></attention-training-curves>
      ${namedHead(session, this.words)} ${textWritten(session)}
    </div>`;
  }

  /** The visitor's own example. */
  #own() {
    const session = this.#session;
    if (!this.#hasImages) return ownExample(session, this.words, () => this.#example(kOwnExample));
    return digitDrawing(
      session.state.drawing,
      (drawing) => session.draw(drawing),
      () => this.#digit(kOwnExample),
      this.words,
    );
  }

  get #hasImages(): boolean {
    return taskRow(this.#session.state.model).images !== undefined;
  }

  /** An image with the weights over its patches, and the model's answer. */
  #digit(example: number) {
    const session = this.#session;
    const { state, images } = session;
    const number = taskRow(state.model).images?.[example];
    const image =
      example === kOwnExample
        ? imageOf(state.drawing)
        : images && number !== undefined
          ? pixelsOf(images, number)
          : undefined;
    return digitRow(
      {
        session,
        example,
        image,
        heads: shownHeads(session, this.words),
        isOwn: example === kOwnExample,
      },
      this.words,
    );
  }

  /** A sentence with its arcs, and the model's answer. */
  #example(example: number) {
    const session = this.#session;
    const { run } = session;
    const inspection = session.inspection(example);
    if (!inspection || !run?.trainer) return nothing;
    return exampleRow({
      session,
      example,
      inspection,
      words: this.#words(example),
      twin: this.#words(1 - example),
      heads: shownHeads(session, this.words),
      previewed: this.previewed,
      answersPerPlace: run.trainer.answers_per_place,
      model: session.modelName(this.words),
      preview: (index) => (this.previewed = index),
    });
  }

  #words(example: number): readonly string[] {
    const inspection = this.#session.inspection(example);
    const words = inspection ? exampleView(inspection).words : [];
    return (this.#lastWords[example] = keptIfEqual(this.#lastWords[example], words));
  }

  #penaltyFrom(): number | null {
    const { entropy = 0, entropy_begin = 0, steps = 0 } = this.#session.run?.recipe ?? {};
    return entropy > 0 ? Math.round(entropy_begin * steps) : null;
  }

  #act(action: RunAction): void {
    const run = this.#session.run!;
    if (action.do === 'play') run.play();
    else if (action.do === 'pause') run.pause();
    else if (action.do === 'step') run.stepOnce();
    else if (action.do === 'rewind') run.goTo(run.first);
    else if (action.do === 'speed') this.#session.setSpeed(action.speed);
    this.requestUpdate();
  }

  #retry(): void {
    if (announceRetry(this)) this.#session.run?.retry();
  }

  /** Another run, to the step that this one is at; the property `step` may lag behind by up to a second. */
  #trainFrom(seed: number): void {
    Object.assign(this, { seed, step: this.#session.state.step });
  }

  #chooseTask(event: Event): void {
    this.model = (event.target as HTMLSelectElement).value;
    this.step = 0;
  }

  protected override updated(): void {
    const { run, state, isAwaiting } = this.#session;
    if (!run?.isReady || isAwaiting) return;
    const now = performance.now();
    const isOnlyStep = formatTraining({ ...state, step: this.#reportedStep }) === this.#reported;
    if (run.isMoving && isOnlyStep && now - this.#reportedAt < kReportEvery) return;
    const text = formatTraining(state);
    const { leftOut, keepsLink } = this.#session;
    this.#session.keepsLink = false;
    const absent = leftOut === this.#named ? [] : leftOut;
    this.#named = leftOut;
    if (text === this.#reported && absent.length === 0) return;
    this.#reported = text;
    this.#reportedAt = now;
    this.#report(state);
    if (keepsLink) return;
    send(this, 'attention-training-change', { state, absent });
  }
}

/**
 * Milliseconds between two reports of the steps of a moving run: a reload loses those since the last one. Some browsers
 * allow only a hundred changes of an address in 30 seconds.
 */
const kReportEvery = 1000;

/** The settings that are reset for another task. */
const kFresh = { text: '', drawing: emptyDrawing, recipe: {}, changes: noChanges } as const;

define('attention-training', AttentionTraining);
