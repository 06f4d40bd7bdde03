/** `<attention-trained>`: a trained model, two examples, and the visitor's changes. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import type { ModelEngine } from '../../model/trained/inspected-model';
import {
  defaultModelState,
  formatModelState,
  parseModelState,
  type ModelState,
} from '../../model/trained/model-state';
import { kOwnExample } from '../../model/changes/visitor-changes';
import type { TrainedPart } from '../../embed/model-embedding';
import { isShippedModel } from '../../model/trained/shipped-models';
import { fetchFile, shippedFile } from '../../model/trained/shipped-file';
import { exampleView } from '../../model/examples/example-view';
import { taskRow } from '../../model/examples/tasks';
import '../../words/add-trained';
import '../../words/add-training';
import { loaded, messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { segments } from '../parts/segments';
import { sender } from '../base/sender';
import { SettingsElement } from '../base/settings-element';
import { keptIfEqual } from '../base/equal-lists';
import { announceRetry } from '../base/announce-retry';
import { failure } from '../parts/failure';
import { arcHeads } from '../example/arc-heads';
import { exampleRow } from '../example/example-row';
import type { LabAnnouncements } from '../lab/lab-announcements';
import { ownField } from '../example/own-field';
import { ChangesPart } from './changes/changes-part';
import { DigitPart } from './digit-part';
import { exampleNames } from './changes/example-names';
import { filmRow } from './film-row';
import { EnginePromise } from './session/engine-promise';
import { guessSection } from './guess/guess-section';
import { mapsSection, matricesSection } from './head-sections';
import { LaterParts } from './later-parts';
import { modelLine } from './choice/model-line';
import { ModelSession } from './session/model-session';
import { OtherModels } from './choice/other-model-choice';
import type { PresentedSteps } from './presented-steps';
import { introBelow, question } from './question';
import { StoryPart } from './story-part';
import { trainedStyles } from './attention-trained.styles';

export interface TrainedChange {
  readonly state: ModelState;
  /** Settings of a link that the model does not have. */
  readonly absent: readonly string[];
}

const send = sender<{
  'attention-query': LabAnnouncements['attention-query'];
  'attention-trained-change': TrainedChange;
}>({ bubbles: true });

/**
 * @fires {CustomEvent<LabAnnouncements['attention-query']>} attention-query - when another query word is chosen
 * @fires {CustomEvent<LabAnnouncements['attention-hover']>} attention-hover - when another weight is under the pointer
 * @fires {CustomEvent<TrainedChange>} attention-trained-change - when another state is shown
 * @fires {CustomEvent} attention-retry - before the model is loaded again; `engine` may be replaced
 */
export class AttentionTrained extends SettingsElement<ModelState> {
  static override styles = trainedStyles;

  /** An engine of training.wasm. Without one, the package's own is used. */
  @property({ attribute: false }) engine: ModelEngine | Promise<ModelEngine> | undefined;
  /** The model's name, such as `goes-with`. */
  @property() model: string = defaultModelState.model;
  /** The folder with the models' files, unless the element sets another. */
  static folder = './models/';
  /** The address of a folder with the models' files. */
  @property() models = '';
  /** The address of the lab, such as `./`, for links that take the sentence to its other pages. */
  @property() lab = '';

  /** Whether the page is presented: only the views are shown, in larger type. `walk` leads from one to the next. */
  @property({ type: Boolean, reflect: true }) presenting = false;

  @state() private previewed: number | undefined;
  readonly #session = new ModelSession(this, {
    engine: () => this.#engine.get(),
    file: (name) =>
      fetchFile(
        new URL(`${this.models || AttentionTrained.folder}${shippedFile(name)}`, document.baseURI)
          .href,
      ),
    images: async () => (await loaded(import('../digits/digit-images'))).digitImages(),
    settled: (absent) => this.#settled(absent),
  });
  readonly #changes = new ChangesPart(this, this.#session);
  readonly #storyPart = new StoryPart(this, this.#session);
  /** Loaded when the page is first presented. */
  #steps: Promise<PresentedSteps> | undefined;
  readonly #parts = new LaterParts(this);
  readonly #digits = new DigitPart(this, this.#session);
  readonly #others = new OtherModels(this, this.#session);
  readonly #lastWords: (readonly string[])[] = [];
  readonly #engine = new EnginePromise();
  #asking = '';
  #reported = '';

  protected override readonly link = { format: formatModelState, parse: parseModelState };

  override get state(): ModelState {
    return this.#session.state;
  }
  override set state(state: ModelState) {
    this.#reported = formatModelState(state);
    this.#session.state = state;
    this.model = state.model;
  }

  /** Whether the model is from a file of the visitor's own, or a step of the film: no address names it. */
  get hasNoAddress(): boolean {
    return this.#session.models.file !== null || this.#session.showsFilm;
  }

  /** The address of the same model, input and place in the training page. */
  get trainingHash(): string {
    return this.#session.trainingHash;
  }

  walk(by: 1 | -1): void {
    this.#steps?.then((steps) => steps.go(by)).catch(() => {});
  }

  /** Without a network, it shows only the examples. */
  #present(): void {
    this.dataset['scene'] = 'examples';
    this.#steps ??= import('./presented-steps').then(
      ({ PresentedSteps }) =>
        new PresentedSteps(this, this.#session, this.#storyPart, () => this.words),
    );
    this.#steps.then((steps) => steps.begin()).catch(() => (this.#steps = undefined));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('presenting') && this.presenting) this.#present();
    if (changed.has('engine') && this.engine) {
      this.#engine.give(this.engine);
      if (changed.get('engine')) this.#session.restart();
    }
    const model = this.model.replaceAll('-', '_');
    if (changed.has('model') && isShippedModel(model) && model !== this.state.model)
      this.#session.state = { ...defaultModelState, model };
  }

  protected override render() {
    const session = this.#session;
    const { problem } = session;
    const hidden = this.hide.split(' ');
    const part = (name: TrainedPart, content: () => unknown) =>
      hidden.includes(name) ? nothing : content();
    const changed = this.#changes.status(this.words);
    return html`${hidden.includes('question') ? changed : question(session, this.words, changed)}
    ${failure(problem && this.words.trained.failed(messageOf(problem)(this.words)), this.words, () => this.#retry())}
    ${part('sentences', () => this.#examples())}
    ${part('question', () => introBelow(session, this.words))}
    ${part('film', () => filmRow(session, this.lab, this.words, this.language))}
    ${part('controls', () => modelLine(session, this.#others, this.words, this.#changes.render(this.words)))}
    ${part('own', () => this.#own())} ${part('story', () => this.#story())}
    ${part('matrices', () => matricesSection(session, this.#storyPart, this.words))}
    ${part('heads', () => mapsSection(session, this.#storyPart, () => this.#arcHeads(), this.#changes.answers(this.words), this.words))}
    ${part('guess', () => guessSection(session, this.lab, this.#changes.list(this.words)))}`;
  }

  /** The two pinned sentences. */
  #examples() {
    const { result, problem } = this.#session;
    return html`${this.#choice('first')}
      <div class="examples" aria-busy=${!result}>
        ${
          result
            ? [0, 1].map((example) => this.#example(example))
            : html`<p class="muted" role="status">
                ${problem ? nothing : this.words.trained.loading}
              </p>`
        }
      </div>`;
  }

  /** The example that the story shows; on a phone it is also the only one shown. */
  #choice(place: 'first' | 'of-story') {
    const session = this.#session;
    const [first = [], second = []] = [0, 1].map((example) => this.#words(example));
    const { example, own } = this.words.trained;
    const names = exampleNames(first, second, example);
    const choices = names.map((name, i) => ({ value: String(i), name }));
    if (place === 'of-story' && session.inspection(kOwnExample))
      choices.push({ value: String(kOwnExample), name: own.ownExample });
    return html`<div class="choice ${place}">
      ${segments.render({
        label: place === 'of-story' ? this.words.trained.storyExample : example,
        choices,
        selected: String(
          place === 'of-story' ? session.storyExample : Math.min(session.shownState.example, 1),
        ),
        choose: (value) => session.changeShown({ example: Number(value) }),
      })}
    </div>`;
  }

  #example(example: number) {
    const session = this.#session;
    const inspection = session.inspection(example);
    if (!inspection || !session.result) return nothing;
    const { shownState: state } = session;
    const { info } = session.result.loaded;
    const isStory = example === kOwnExample || Math.min(state.example, 1) === example;
    const classes = isStory ? 'chosen' : 'other';
    if (this.#digits.isShown)
      return this.#digits.row(example, this.#arcHeads(), this.words, classes);
    const { previewed } = this;
    const [words, twin] = [this.#words(example), this.#words(1 - example)];
    const dependencies = [words, twin, previewed, classes, this.words, this.presenting, this.hide];
    return guard([...session.drawingInputs(example), ...dependencies], () =>
      exampleRow(
        {
          session,
          example,
          inspection,
          words,
          twin,
          previewed,
          heads: this.#arcHeads(),
          answersPerPlace: info.answers_per_place,
          model: session.modelName(this.words),
          compact: true,
          preview: (index) => (this.previewed = index),
        },
        classes,
      ),
    );
  }

  #own() {
    const session = this.#session;
    if (this.#digits.isShown) return this.#digits.own(this.#arcHeads(), this.words);
    const { own } = this.words.trained;
    const { state, result, draft, ownProblem: problem } = session;
    const typed = draft.text ?? state.text;
    const vocabulary = result?.loaded.info.vocabulary ?? [];
    return html`<section class="own" aria-busy=${draft.isReading}>
      ${ownField(
        {
          label: own.label,
          placeholder: taskRow(session.task).own,
          text: typed,
          type: (text) => session.type(text),
          problem,
          hint: own.hint(vocabulary.length),
        },
        this.words,
      )}
      ${
        problem && typed.trim() && session.task === 'goes_with'
          ? this.#others.forUnknownWord(typed.trim())
          : nothing
      }
      ${state.text.trim() ? this.#example(kOwnExample) : nothing}
      <details>
        <summary>${own.words(vocabulary.length)}</summary>
        <ul class="words" lang="en">
          ${vocabulary.map((word) => html`<li><bdi>${word}</bdi></li>`)}
        </ul>
      </details>
    </section>`;
  }

  #story() {
    const story = this.#storyPart.render(
      this.presenting,
      this.#changes.list(this.words),
      this.words,
    );
    if (story === nothing) return nothing;
    const { filmShown, film } = this.#session;
    return html`<section class="story" data-part="story">
      ${this.#choice('of-story')}
      ${filmShown && film ? html`<p class="muted">${this.words.story.atStep(filmShown.step, film.steps)}</p>` : nothing}
      ${story}
    </section>`;
  }

  #arcHeads() {
    const session = this.#session;
    const shownHead = (attention: string) => session.headShown(attention);
    // In all other cases the row of the film shows the name.
    const isNamed = this.presenting || this.hide.includes('film');
    return arcHeads(session.task, session, shownHead, this.words, isNamed);
  }

  #view(example: number) {
    const inspection = this.#session.inspection(example);
    return inspection ? exampleView(inspection) : { words: [], before: 0 };
  }

  #words(example: number): readonly string[] {
    const { words } = this.#view(example);
    return (this.#lastWords[example] = keptIfEqual(this.#lastWords[example], words));
  }

  #retry(): void {
    if (announceRetry(this)) this.#session.restart();
  }

  protected override updated(): void {
    this.#parts.observeNewParts();
  }

  #announceQuery(): void {
    const { storyExample } = this.#session;
    const query = this.#session.chosenWord(storyExample);
    const token = this.#words(storyExample)[query] ?? '';
    if (this.#asking === `${query} ${token}`) return;
    this.#asking = `${query} ${token}`;
    send(this, 'attention-query', { query, token });
  }

  #settled(absent: readonly string[]): void {
    const { state } = this;
    this.#announceQuery();
    this.model = state.model;
    const text = formatModelState(state);
    if (text === this.#reported && absent.length === 0) return;
    this.#reported = text;
    send(this, 'attention-trained-change', { state, absent });
  }
}

define('attention-trained', AttentionTrained);
