/** `<attention-training>`: a model that learns a task while one watches: examples, the run, its curves and its heads. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { answersAt, changedPlaces, exampleView, squareOf } from '../../training/example-view';
import { headName, inkOf } from '../../training/heads';
import { isShownTask, shownTasks, taskRow } from '../../training/tasks';
import { defaultTraining, formatTraining, type TrainingState } from '../../training/training-state';
import type { RecipeChange } from '../../training/recipe-settings';
import type { ArcDirection, ForcedRow, HeadPlace } from '../../training/view-types';
import '../../words/add-training';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { WordedElement } from '../base/worded';
import './attention-answer';
import './attention-arcs';
import './attention-head-maps';
import './attention-training-compare';
import './attention-training-curves';
import './attention-training-keep';
import './attention-training-recipe';
import './attention-training-run';
import type { RunAction } from './attention-training-run';
import { trainingStyles } from './attention-training.styles';
import { headMaps } from './head-map-list';
import { HeadWords } from './head-words';
import { RunNews } from './run-news';
import type { TrainingEngine } from './training-engine';
import { kOwn, TrainingSession } from './training-session';
import { curvesOf } from '../../training/curves';

/**
 * @fires {CustomEvent<TrainingState>} attention-training-change - when the run rests at another state
 * @fires {CustomEvent} attention-retry - before the run is tried again; `engine` may be replaced
 */
export class AttentionTraining extends WordedElement {
  static override styles = trainingStyles;

  /** An engine of training.wasm. Without one, the package's own is used. */
  @property({ attribute: false }) engine: TrainingEngine | Promise<TrainingEngine> | undefined;
  /** Such as `goes_with`, also written `goes-with`. */
  @property() task: string = defaultTraining.task;
  @property({ type: Number }) seed = defaultTraining.seed;
  @property({ type: Number }) step = 0;

  @state() private previewed: number | undefined;
  @state() private direction: ArcDirection = 'looks_at';
  readonly #session = new TrainingSession(this);
  readonly #news = new RunNews();
  readonly #known: (readonly string[])[] = [];
  #announced = '';
  #reported = '';

  get state(): TrainingState {
    return this.#session.state;
  }
  set state(state: TrainingState) {
    this.#session.state = state;
    ({ task: this.task, seed: this.seed, step: this.step } = state);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const session = this.#session;
    if (changed.has('engine')) session.restart(this.engine);
    const { seed, step } = this;
    const task = this.task.replaceAll('-', '_');
    if (!isShownTask(task)) return;
    const before = session.state;
    const isOther =
      (changed.has('task') && task !== before.task) ||
      (changed.has('seed') && seed !== before.seed);
    if (isOther)
      session.state = { ...before, ...(task !== before.task && kFresh), task, seed, step };
    this.#announced = this.#news.of(session, this.words) ?? this.#announced;
  }

  protected override render() {
    const { training: words } = this.words;
    const { run, state } = this.#session;
    if (!run) return nothing;
    const { problem } = run;
    return html`
      <div class="line">
        <label
          >${words.task}
          <select @change=${(event: Event) => this.#chooseTask(event)}>
            ${shownTasks.map(
              (task) =>
                html`<option value=${task} .selected=${live(task === state.task)}>
                  ${words.tasks[task].name}
                </option>`,
            )}
          </select>
        </label>
      </div>
      <p class="objective">${words.tasks[state.task].objective} ${words.notTold}</p>
      <div class="examples" role="group" aria-label=${words.examples}>
        ${[0, 1].map((example) => this.#example(example))}
      </div>
      ${
        problem
          ? html`<p class="problem" role="alert">
              ${(run.recipe ? words.failed : words.recipe.refused)(messageOf(problem)(this.words))}
              <button type="button" class="plain" @click=${() => this.#retry()}>
                ${words.retry}
              </button>
            </p>`
          : nothing
      }
      <attention-training-run
        .playing=${run.isPlaying}
        .ready=${run.isReady}
        .step=${run.step}
        .steps=${run.steps}
        .seed=${state.seed}
        .speed=${run.speed}
        @attention-run=${(event: CustomEvent<RunAction>) => this.#act(event.detail)}
      ></attention-training-run>
      <div class="film">
        <attention-training-curves
          .curves=${curvesOf(run.history, taskRow(state.task).namedBy)}
          .step=${run.target}
          .steps=${run.steps}
          .last=${run.history.last}
          .every=${run.every}
          .penaltyFrom=${this.#penaltyFrom()}
          @attention-seek=${(event: CustomEvent<{ step: number }>) => {
            run.goTo(event.detail.step);
            this.requestUpdate();
          }}
        ></attention-training-curves>
        ${this.#named()}
      </div>
      <section>
        <div class="line">
          <h2>${words.heads.heading}</h2>
          <span>${words.heads.hint}</span>
          ${
            this.#session.hasChanges
              ? html`<button type="button" class="plain" @click=${() => this.#session.free()}>
                  ${words.heads.allOn}
                </button>`
              : nothing
          }
        </div>
        ${this.#maps()}
      </section>
      ${this.#own()} ${this.#more()}
      <p class="unseen" role="status">${this.#announced}</p>
    `;
  }

  /** A sentence with its arcs, and what the model says. */
  #example(example: number) {
    const session = this.#session;
    const { run } = session;
    const { inspection } = session.seen[example] ?? {};
    if (!inspection || !run?.trainer) return nothing;
    const { before } = exampleView(inspection);
    const words = this.#words(example);
    const twin = this.#words(1 - example);
    const chosen = session.chosen(example);
    const heads = this.#arcHeads();
    const layers = heads
      .filter(({ attention }) => inspection.weights[attention])
      .map(({ attention, head, title, ink }) => ({
        title,
        ink,
        weights: squareOf(inspection, inspection.weights[attention]!, head, attention),
      }));
    const inDecoder = (layer: number) => heads[layer]!.attention.startsWith('decoder');
    const forced = session.forced(example).flatMap(({ attention, head, query, key }) => {
      const layer = heads.findIndex((one) => one.attention === attention && one.head === head);
      return layer < 0 ? [] : [{ layer, query: query + (inDecoder(layer) ? before : 0), key }];
    });
    const answers =
      chosen < before ? [] : answersAt(inspection, chosen - before, run.trainer.answers_per_place);
    const force = ({ layer, query, key }: ForcedRow) => {
      const { attention, head } = heads[layer]!;
      const row = { attention, head, query: query - (inDecoder(layer) ? before : 0) };
      session.force(example, row, key);
    };
    return html`<div class="row">
      <attention-arcs
        .tokens=${words}
        .twin=${twin}
        .layers=${layers}
        .chosen=${chosen}
        .previewed=${this.previewed}
        .direction=${this.direction}
        .changed=${changedPlaces(words, twin)}
        .forced=${forced}
        @attention-choose=${(event: CustomEvent<{ index: number }>) =>
          session.choose(example, event.detail.index)}
        @attention-preview=${(event: CustomEvent<{ index: number | undefined }>) =>
          (this.previewed = event.detail.index)}
        @attention-direction=${(event: CustomEvent<{ direction: ArcDirection }>) =>
          (this.direction = event.detail.direction)}
        @attention-force=${(event: CustomEvent<ForcedRow>) => force(event.detail)}
      ></attention-arcs>
      <div>
        ${answers.map(
          ({ guesses, label }) =>
            html`<attention-answer
              .asked=${words[chosen]!}
              .guesses=${guesses}
              .label=${label}
              .trained=${run.step > 0}
            ></attention-answer>`,
        )}
      </div>
    </div>`;
  }

  /** The words of an example: the same array as before if they are the same words, so that nothing moves. */
  #words(example: number): readonly string[] {
    const { inspection } = this.#session.seen[example] ?? {};
    const words = inspection ? exampleView(inspection).words : [];
    const known = this.#known[example];
    if (known?.join(' ') === words.join(' ')) return known;
    return (this.#known[example] = words);
  }

  /** The head whose arcs are drawn last: its name and its score. */
  #named() {
    const { training: words } = this.words;
    const { run, state } = this.#session;
    const evaluation = run?.history.evaluationAt(run.step);
    const last = this.#arcHeads().at(-1);
    const scores = evaluation?.heads.find(
      ({ attention, head }) => attention === last?.attention && head === last.head,
    );
    if (!run || !evaluation || !scores) return html`<div class="head"></div>`;
    const { score, isNamed } = headName(scores, taskRow(state.task).namedBy);
    const right = `${(evaluation.accuracy * 100).toFixed(0)}%`;
    const name = new HeadWords(words, state.task).nameOf(scores);
    return html`<div class="head ${isNamed ? 'named' : ''}">
      <p class="muted">${last!.title}</p>
      <h2>${name ?? words.head(scores.head + 1)} ${score.toFixed(2)}</h2>
      <p class="muted">
        ${
          run.step === 0
            ? words.untrained
            : (isNamed ? words.earned : words.unnamed)(score.toFixed(2), right)
        }
        ${this.#session.hasChanges ? words.heads.unchanged : nothing}
      </p>
    </div>`;
  }

  #maps() {
    const session = this.#session;
    const { inspection } = session.seen[0] ?? {};
    if (!inspection) return nothing;
    const { tokens, target_tokens } = inspection;
    const row = session.chosen(0) - exampleView(inspection).before;
    return html`<attention-head-maps
      .tokens=${tokens}
      .targets=${target_tokens.length > 0 ? target_tokens : undefined}
      .heads=${headMaps(session, this.words.training)}
      .chosen=${this.#arcHeads()}
      .query=${row < 0 ? undefined : row}
      @attention-head-choose=${(event: CustomEvent<HeadPlace>) => session.show(event.detail)}
      @attention-head-toggle=${(event: CustomEvent<HeadPlace>) => session.toggle(event.detail)}
    ></attention-head-maps>`;
  }

  #own() {
    const { own } = this.words.training;
    const session = this.#session;
    const problem = session.state.text.trim() ? session.seen[kOwn]?.problem : undefined;
    return html`<section class="own">
      <label for="own">${own.label}</label>
      <input
        id="own"
        maxlength="200"
        autocomplete="off"
        spellcheck="false"
        placeholder=${taskRow(session.state.task).own}
        aria-describedby="own-hint"
        aria-invalid=${problem ? 'true' : 'false'}
        .value=${live(session.state.text)}
        @input=${(event: Event) => session.type((event.target as HTMLInputElement).value)}
      />
      <p id="own-hint" class=${problem ? 'problem' : 'muted'} role=${problem ? 'alert' : nothing}>
        ${problem ? messageOf(problem)(this.words) : own.hint}
      </p>
      ${session.state.text.trim() ? this.#example(kOwn) : nothing}
      <details>
        <summary>${own.words}</summary>
        <ul class="words">
          ${session.run?.trainer?.vocabulary.map((word) => html`<li><bdi>${word}</bdi></li>`)}
        </ul>
      </details>
    </section>`;
  }

  /** The recipe, two runs side by side, and files. */
  #more() {
    const { training: words } = this.words;
    const session = this.#session;
    const { run, state } = session;
    return html`<details>
        <summary>${words.recipe.heading}</summary>
        <attention-training-recipe
          .recipe=${run!.recipe}
          .change=${state.recipe}
          .options=${taskRow(state.task).options}
          @attention-recipe=${(event: CustomEvent<RecipeChange>) =>
            (this.state = { ...state, step: 0, recipe: event.detail })}
        ></attention-training-recipe>
      </details>
      <details>
        <summary>${words.compare.heading}</summary>
        <attention-training-compare
          .engine=${this.engine}
          .seed=${state.seed}
        ></attention-training-compare>
      </details>
      <section>
        <h2>${words.keep.heading}</h2>
        <attention-training-keep .run=${run} .task=${state.task}></attention-training-keep>
      </section>`;
  }

  /** The heads whose arcs are drawn: of each attention of the task, the chosen one. */
  #arcHeads() {
    const session = this.#session;
    const { run, state } = session;
    const words = new HeadWords(this.words.training, state.task);
    const { arcs, namedBy } = taskRow(state.task);
    const evaluation = run?.history.evaluationAt(run.step);
    return arcs.map((attention) => {
      const head = session.headShown(attention);
      const scores = evaluation?.heads.find(
        (one) => one.attention === attention && one.head === head,
      );
      const ink = scores && run!.step > 0 ? inkOf(headName(scores, namedBy).score) : 0;
      const title = `${words.titleOf(attention)}, ${this.words.training.head(head + 1)}`;
      return { attention, head, ink, title };
    });
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
    else if (action.do === 'rewind') run.goTo(0);
    else if (action.do === 'seed') this.seed = action.seed;
    else if (action.do === 'speed') run.speed = action.speed;
    this.requestUpdate();
  }

  /** The page may provide another engine first. */
  #retry(): void {
    const { engine } = this;
    this.dispatchEvent(new CustomEvent('attention-retry', { bubbles: true }));
    if (this.engine === engine) this.#session.run?.retry();
  }

  #chooseTask(event: Event): void {
    this.task = (event.target as HTMLSelectElement).value;
    this.step = 0;
  }

  protected override updated(): void {
    const { run, state } = this.#session;
    if (!run?.isReady || run.isPlaying) return;
    const text = formatTraining(state);
    if (text === this.#reported) return;
    this.#reported = text;
    this.step = state.step;
    this.dispatchEvent(
      new CustomEvent('attention-training-change', { detail: state, bubbles: true }),
    );
  }
}

/** What another task starts without. */
const kFresh = { text: '', recipe: {} } as const;

define('attention-training', AttentionTraining);
