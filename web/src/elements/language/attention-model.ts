/** `<attention-model>`: a model of the BERT family, all its heads for the sentence being typed, and their roles. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { headKey, type RelationName } from '../../model/heads/found-heads';
import { nextHead } from '../../model/heads/next-head';
import { changedState } from '../../model/language/language-changes';
import {
  initialState,
  languageLink,
  unchanged,
  type LanguageState,
} from '../../model/language/language-state';
import type { InspectedText, TextEngine, TextModel } from '../../model/language/text-model';
import { layerOf, type HeadPlace } from '../../model/heads/head-place';
import '../../words/add-language-model';
import '../../words/add-views';
import { define } from '../base/define';
import { linkButtons } from '../styles/link-button.styles';
import { sender } from '../base/sender';
import { addProvenance, type ProvenanceEvent } from '../save/provenance-event';
import { underlinedSelect } from '../styles/underlined-select.styles';
import { SettingsElement } from '../base/settings-element';
import type { AttentionAllHeads } from './heads/attention-all-heads';
import type { AttentionChangeEffects } from './sentence/attention-change-effects';
import './chosen-head/attention-chosen-head';
import type { AttentionHeadStory } from './chosen-head/attention-head-story';
import './heads/attention-named-heads';
import type { AttentionOwnSentence } from './sentence/attention-own-sentence';
import './sentence/attention-own-sentence';
import { modelStyles } from './attention-model.styles';
import { furtherViews } from './further-views';
import { HeadFinding } from './heads/head-finding';
import { headsPart } from './heads/heads-part';
import { ModelOpening } from './model-opening';
import { TextReading } from './text-reading';
import { offerPart } from './offer-part';
import { partStyles } from './base/part.styles';
import { sentenceStage } from './sentence-stage';
import type { RelationChoice } from './base/language-events';
import { CachedMaps, shownForm, type Viewed } from './base/sentence-maps';
import { strongestWeight } from './sentence/strongest-weight';
import { switchedHeads } from '../../model/heads/switched-heads';

export interface ModelChange {
  /** Changes in the link that the model or the sentence does not have. */
  readonly absent: readonly string[];
  /** Whether a model has just opened. */
  readonly opened: boolean;
}

interface SwitchedHeads {
  readonly places: readonly HeadPlace[];
  readonly on: boolean;
}

const send = sender<{ 'attention-model-change': ModelChange; 'attention-model-read': null }>();

/**
 * @fires {CustomEvent<ModelChange>} attention-model-change - when another state is shown
 * @fires {CustomEvent} attention-model-read - when the sentence was read
 * @fires {CustomEvent} attention-retry - before a model is opened after the engine has failed; `engine` may be replaced
 */
export class AttentionModel extends SettingsElement<LanguageState> {
  static override styles = [linkButtons, underlinedSelect, partStyles, modelStyles];
  protected static override readonly extraSettings = [
    'files',
    'weights',
    'delimiters',
    'order',
    'relation',
    'search',
    'key',
    'texts',
    'pair',
    'follow',
    'one',
    'other',
    'cosines',
    'masked',
    'masked_words',
  ];

  /** An engine of language.wasm. Without one, the package's own is used. */
  @property({ attribute: false }) engine: TextEngine | Promise<TextEngine> | undefined;
  protected override readonly link = languageLink;
  @property({ attribute: false }) override state: LanguageState = initialState;
  /** The address of a folder with MiniLM, such as the site's `models/`. By default beside the site's script. */
  @property() models = '';
  /** The address of the lab, such as `./`, for a link that opens the sentence there. */
  @property() lab = '';
  /**
   * Whether the page is presented: only the sentence and its head are shown, in larger type. `walk` goes from head to
   * head.
   */
  @property({ type: Boolean, reflect: true }) presenting = false;

  /** The hovered or focused head, whose arcs are shown meanwhile. */
  @state() private previewed: HeadPlace | undefined;
  /** The hovered relation, whose heads are highlighted meanwhile. */
  @state() private relation: RelationName | undefined;
  readonly #opening: ModelOpening = new ModelOpening(
    this,
    () => this.#opened(),
    () => this.#keepOpenModel(),
  );
  readonly #offered = this.#opening.offered;
  readonly #finding = new HeadFinding(this);
  readonly #maps = new CachedMaps();
  readonly #reading = new TextReading(this, this.#opening, {
    storyRequest: () => this.#part<AttentionHeadStory>('attention-head-story')?.request,
    dropAbsent: (fitting, absent) => this.#change(fitting, { absent }),
    onRead: () => send(this, 'attention-model-read', null),
  });
  /** The word of a sentence that is shown, for a link. */
  readonly shownWord = (text: string): number => this.#reading.shownWord(text);

  /**
   * A model by name, such as `minilm`, or the address of a folder with its files. Empty for the visitor's own files.
   */
  @property()
  get src(): string {
    return this.state.model ?? '';
  }
  set src(source: string | null) {
    this.state = { ...this.state, model: source || null };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#openAsked();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#finding.stop();
    this.#opening.close();
    this.#reading.forget();
  }

  walk(by: 1 | -1): void {
    const { model } = this.#opening;
    const names = this.#finding.names(this.state.relation);
    const to = model && nextHead(model, names, this.state, by);
    const name = to && names.get(headKey(to.layer, to.head))?.[0];
    if (to) this.#change({ ...to, ...this.#queryFor(name?.relation ?? null) });
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('models')) void this.#offered.ask();
  }

  protected override updated(changed: PropertyValues): void {
    const before = changed.get('state') as LanguageState | undefined;
    const isOtherModel =
      before?.model !== this.state.model || before.weights !== this.state.weights;
    if (changed.has('state') && isOtherModel) this.#openAsked();
    this.#reading.follow(before);
  }

  protected override render() {
    const { model } = this.#opening;
    const { seen } = this.#reading;
    const requests = {
      cancel: () => {
        this.#opening.cancel();
        this.#keepOpenModel();
      },
      askAgain: () => void this.#askAgain(),
    };
    return html`${offerPart(this.#opening, this.words, requests, this.state.files)}
    ${
      model
        ? html`<div
            @attention-provenance=${this.#addProvenance}
            @attention-changes-undone=${() => this.#part<AttentionOwnSentence>('attention-own-sentence')?.takeFocus()}
            @attention-changes-show=${() => this.#part<AttentionChangeEffects>('attention-change-effects')?.show()}
            @attention-language-change=${({ detail }: CustomEvent<Partial<LanguageState>>) => this.#change(detail)}
            @attention-write=${({ detail }: CustomEvent<{ index: number }>) =>
              this.#part<AttentionOwnSentence>('attention-own-sentence')?.select(detail.index)}
          >
            ${this.#ownSentence(model)} ${seen ? this.#views(this.#viewed(model, seen)) : nothing}
          </div>`
        : nothing
    }`;
  }

  /** The link leads to the numbers that are shown. `shown`: the settings of the result of one view. */
  readonly #addProvenance = (event: ProvenanceEvent, shown?: Partial<LanguageState>): void =>
    addProvenance(
      event,
      this.#opening.provenance({ ...this.state, ...this.#reading.shown, ...shown }),
    );

  #hides(part: string): boolean {
    return this.hide.split(' ').includes(part);
  }

  #part<Part extends Element>(name: string): Part | null {
    return this.renderRoot.querySelector<Part>(name);
  }

  #ownSentence(model: TextModel) {
    const { state } = this;
    const { seen, problem } = this.#reading;
    return html`<attention-own-sentence
      .model=${model}
      .text=${state.text}
      .found=${this.#finding.foundHeads}
      .changes=${seen?.changes ?? {}}
      ?listed=${!this.#hides('effects')}
      .cut=${seen?.cut}
      .unknown=${seen && model.unknownIn(seen.tokens)}
      .problem=${problem}
      .lab=${this.lab}
      .word=${this.#reading.shownWord(state.text)}
    ></attention-own-sentence>`;
  }

  #viewed(model: TextModel, seen: InspectedText): Viewed {
    const { relation } = this.state;
    const delimiters = shownForm(this.state.delimiters, seen);
    const off = seen.changes.off ?? [];
    const shown = { delimiters, off, names: this.#finding.names(relation) };
    const sentence = this.#maps.of(seen, model.heads, shown, this.words);
    const from = delimiters === 'shown' ? 0 : 1;
    return {
      model,
      seen,
      sentence,
      from,
      word: this.#reading.shownWord(seen.text) + 1 - from,
    };
  }

  #views(view: Viewed) {
    const { model, seen, from, word } = view;
    const { state } = this;
    return html`${this.#lab(view)}
      <attention-head-story
        .model=${model}
        .seen=${seen}
        .state=${state}
        .query=${word + from}
        .names=${this.#finding.names(state.relation)}
      ></attention-head-story>
      <attention-change-effects
        .model=${model}
        .seen=${seen}
        .texts=${state.texts}
        .changes=${seen.changes}
      ></attention-change-effects>
      ${furtherViews(model, state, this.#finding.namedHeads, this.#opening, this.#addProvenance)}`;
  }

  /** The sentence, the maps of all heads, and the chosen head. */
  #lab(view: Viewed) {
    const { model } = view;
    const { state, previewed } = this;
    const layer = Math.min(state.layer, model.layers - 1);
    const head = Math.min(state.head, model.heads - 1);
    const selected = layer * model.heads + head;
    const visible = previewed
      ? layerOf(previewed.attention) * model.heads + previewed.head
      : selected;
    const finding = this.#finding;
    const measured = { state, finding, pointed: this.relation, showsProgress: this.#hides('arcs') };
    return html`<div
      class="lab"
      @attention-head-choose=${({ detail: { attention, head } }: CustomEvent<HeadPlace>) =>
        this.#change({ layer: layerOf(attention), head })}
      @attention-head-preview=${({ detail }: CustomEvent<{ place?: HeadPlace }>) =>
        (this.previewed = detail.place)}
      @attention-heads-switch=${({ detail }: CustomEvent<SwitchedHeads>) =>
        this.#change({ off: switchedHeads(state.off, detail.places, detail.on) })}
      @attention-relation-choose=${({ detail }: CustomEvent<RelationChoice | null>) => this.#choose(detail)}
      @attention-relation-preview=${({ detail }: CustomEvent<{ relation?: RelationName }>) =>
        (this.relation = detail.relation)}
      @attention-head-show=${() => void this.#showHead()}
      @attention-head-order=${({ detail }: CustomEvent<Pick<LanguageState, 'order'>>) => this.#change(detail)}
    >
      ${this.#stage(view, visible)}
      <attention-named-heads
        .found=${finding.foundHeads}
        .progress=${finding.problem ? undefined : finding.progress}
        .layer=${layer}
        .head=${head}
      ></attention-named-heads>
      <div>
        ${headsPart(view, selected, measured, this.words)}
        ${this.#chosenHead(view, layer, selected)}
        ${this.#strongest(view, view.sentence.maps[selected]!.weights)}
      </div>
    </div>`;
  }

  #chosenHead({ model, seen, sentence, from, word }: Viewed, layer: number, selected: number) {
    return html`<attention-chosen-head
      .model=${model}
      .seen=${seen}
      .map=${sentence.maps[selected]}
      .tokens=${sentence.tokens}
      .from=${from}
      .word=${word}
      .layer=${layer}
      .key=${this.state.key}
      .delimiters=${shownForm(this.state.delimiters, seen)}
      .published=${this.#opening.name !== null}
    ></attention-chosen-head>`;
  }

  #stage(view: Viewed, visible: number) {
    const { state, presenting } = this;
    const delimiters = shownForm(state.delimiters, view.seen);
    const before = this.#reading.originals.weights(visible, view.model, delimiters, this.words);
    const change = (change: Partial<LanguageState>) => this.#change(change);
    const staged = { state, finding: this.#finding, before, presenting, change };
    return sentenceStage(view, visible, staged, this.words);
  }

  #strongest({ sentence: { tokens }, word }: Viewed, weights: Float32Array) {
    const row = weights.subarray(word * tokens.length, (word + 1) * tokens.length);
    const back = () => this.#part('.stage')?.scrollIntoView();
    return strongestWeight(tokens, word, row, this.words.languageModel, back);
  }

  async #showHead(): Promise<void> {
    await this.updateComplete;
    void this.#part<AttentionAllHeads>('attention-all-heads')?.show();
  }

  /** Highlights the heads of a relation, and shows one of them at a word that is known to have the relation. */
  #choose(choice: RelationChoice | null): void {
    if (!choice) return this.#change({ relation: null, search: '' });
    this.#change({ ...choice, ...this.#queryFor(choice.relation) });
  }

  /** Selects a query word that is known to have the relation, if the sentence has one. */
  #queryFor(relation: RelationName | null): Partial<LanguageState> {
    const { seen } = this.#reading;
    const token =
      seen && this.#finding.queryToken(relation, seen, this.#reading.shownWord(seen.text));
    return token ? { word: token - 1 } : {};
  }

  #change(change: Partial<LanguageState>, detail: Partial<ModelChange> = {}): void {
    this.state = changedState(this.state, change);
    send(this, 'attention-model-change', { absent: [], opened: false, ...detail });
  }

  /** The model of the link, or of `src`. */
  #openAsked(): void {
    if (this.state.model === null) this.#keepOpenModel();
    void this.#opening.ask(this.state);
  }

  #opened(): void {
    const { model, source, link, isReopened } = this.#opening;
    this.previewed = undefined;
    this.#reading.forget();
    this.#finding.stop();
    // Changes of another model do not apply to this one.
    const isOther = !isReopened && (source === null || this.state.model !== source);
    const word = this.#reading.startWord.in(model!, this.state);
    this.#change({ ...link, ...(isOther && { ...unchanged, word }) }, { opened: true });
    void this.#reading.ask().then(() => this.#finding.find(model!));
  }

  /** Loads the list of models again, and then the model of the link, if it was only the list that failed. */
  async #askAgain(): Promise<void> {
    if (this.#opening.problem === this.#offered.problem) this.#opening.problem = null;
    await this.#offered.ask();
    if (!this.#offered.problem && this.#opening.phase === 'none') this.#openAsked();
  }

  /** The model of a link did not open, or the link names none: the open model reads the rest of the link. */
  #keepOpenModel(): void {
    if (!this.#opening.model) return;
    const { isReady } = this.#reading;
    this.state = { ...this.state, ...this.#opening.link };
    if (!isReady) void this.#reading.ask();
  }
}

define('attention-model', AttentionModel);
