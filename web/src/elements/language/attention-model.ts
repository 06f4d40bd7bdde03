/**
 * `<attention-model>`: a model of the BERT family, with all its heads for the sentence being typed, and the role of
 * each head.
 */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { headKey, type RelationName } from '../../model/heads/found-heads';
import { nextHead } from '../../model/heads/next-head';
import { changedState, forcedRows } from '../../model/language/language-changes';
import {
  initialState,
  fittingChanges,
  languageLink,
  unchanged,
} from '../../model/language/language-state';
import type { LanguageState } from '../../model/language/language-state';
import type { InspectedText, TextEngine, TextModel } from '../../model/language/text-model';
import type { ArcDirection } from '../../model/heads/arc-direction';
import type { ForcedLayerRow } from '../weights/arc-layer';
import { layerOf, isHead, type HeadPlace } from '../../model/heads/head-place';
import '../../words/add-language-model';
import '../../words/add-views';
import { define } from '../base/define';
import { linkButtons } from '../base/link-button.styles';
import { LatestTask } from '../base/latest-task';
import { sender } from '../base/sender';
import { addProvenance, type ProvenanceEvent } from '../save/provenance';
import { underlinedSelect } from '../base/underlined-select.styles';
import { SettingsElement } from '../base/settings-element';
import '../arcs/attention-arcs';
import type { AttentionAllHeads } from './heads/attention-all-heads';
import type { AttentionChangeEffects } from './sentence/attention-change-effects';
import './chosen-head/attention-chosen-head';
import './heads/attention-head-card';
import type { AttentionHeadStory } from './chosen-head/attention-head-story';
import './offer/attention-model-offer';
import './heads/attention-named-heads';
import type { AttentionOwnSentence } from './sentence/attention-own-sentence';
import './sentence/attention-own-sentence';
import { modelStyles } from './attention-model.styles';
import { delimiterLine } from './sentence/delimiter-choice';
import { furtherViews } from './further-views';
import { HeadFinding } from './heads/head-finding';
import { headsPart } from './heads/heads-part';
import { OriginalSentence } from './sentence/original-sentence';
import { ModelOpening } from './model-opening';
import { openLine } from './open-line';
import { partStyles } from './base/part.styles';
import type { ModelRequest, RelationChoice } from './base/language-events';
import { CachedMaps, shownForm, addMapProvenance, type Viewed } from './base/sentence-maps';
import { strongestWeight } from './sentence/strongest-weight';
import { switchedHeads } from '../../model/heads/switched-heads';
import { clampIndex } from '../base/clamp-index';

export interface ModelChange {
  /** Changes in the link that the model or the sentence does not have. */
  readonly absent: readonly string[];
}

const send = sender<{ 'attention-model-change': ModelChange }>();

/** @fires {CustomEvent<ModelChange>} attention-model-change - when another state is shown */
export class AttentionModel extends SettingsElement<LanguageState> {
  static override styles = [linkButtons, underlinedSelect, partStyles, modelStyles];
  protected static override readonly extraSettings = [
    'weights',
    'delimiters',
    'order',
    'relation',
    'search',
    'key',
    'cosines',
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

  @state() private seen: InspectedText | null = null;
  @state() private textProblem: Error | null = null;
  /** The hovered or focused head, whose arcs are shown meanwhile. */
  @state() private previewed: HeadPlace | undefined;
  /** The hovered relation, whose heads are highlighted meanwhile. */
  @state() private relation: RelationName | undefined;
  readonly #opening: ModelOpening = new ModelOpening(this, () => this.#opened());
  readonly #offered = this.#opening.offered;
  readonly #finding = new HeadFinding(this);
  readonly #maps = new CachedMaps();
  readonly #originals = new OriginalSentence();
  readonly #reading = new LatestTask(
    () => this.#opening.model !== null,
    () => this.#read(),
  );

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
    this.seen = null;
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
    if (!this.#opening.model) return;
    const keys = ['text', 'off', 'forced', 'edits'] as const;
    const isOther = keys.some((key) => before && before[key] !== this.state[key]);
    const isAsked = this.state.delimiters === 'rescaled' && before?.delimiters !== 'rescaled';
    if (isOther || (before && isAsked)) void this.#reading.ask();
  }

  protected override render() {
    const { model, phase, bytes, problem, requested, isNotKept } = this.#opening;
    return html`<attention-model-offer
        .phase=${phase}
        .bytes=${bytes}
        .problem=${problem}
        .isNotKept=${isNotKept}
        .models=${this.#offered.models}
        .modelsProblem=${this.#offered.problem}
        .ownOnly=${this.#offered.isNowhere}
        .requestedModel=${requested}
        .canShrink=${this.#opening.canShrink}
        .open=${model ? openLine(model, this.#opening.name, this.words) : undefined}
        .modelName=${this.#opening.modelName}
        @attention-model-open=${({ detail }: CustomEvent<ModelRequest>) => void this.#opening.open(detail)}
        @attention-model-cancel=${() => this.#opening.cancel()}
        @attention-model-shrink=${() => void this.#opening.shrink()}
        @attention-models-ask=${() => void this.#offered.ask().then(() => this.#openAsked())}
      ></attention-model-offer>
      ${
        model
          ? html`<div
              @attention-provenance=${(event: ProvenanceEvent) => addProvenance(event, this.#opening.provenance(this.state))}
              @attention-changes-show=${() =>
                this.renderRoot
                  .querySelector<AttentionChangeEffects>('attention-change-effects')
                  ?.show()}
              @attention-language-change=${({ detail }: CustomEvent<Partial<LanguageState>>) => this.#change(detail)}
              @attention-write=${({ detail }: CustomEvent<{ index: number }>) =>
                this.renderRoot
                  .querySelector<AttentionOwnSentence>('attention-own-sentence')
                  ?.select(detail.index)}
            >
              <attention-own-sentence
                .model=${model}
                .text=${this.state.text}
                .found=${this.#finding.foundHeads}
                .changes=${this.seen?.changes ?? {}}
                ?listed=${!this.hide.split(' ').includes('effects')}
                .cut=${this.seen?.cut}
                .unknown=${this.seen && model.unknownIn(this.seen.tokens)}
                .problem=${this.textProblem}
                .lab=${this.lab}
                .word=${this.state.word}
              ></attention-own-sentence>
              ${this.seen ? this.#views(model, this.seen) : nothing}
            </div>`
          : nothing
      }`;
  }

  #views(model: TextModel, seen: InspectedText) {
    const { state, previewed } = this;
    const layer = Math.min(state.layer, model.layers - 1);
    const head = Math.min(state.head, model.heads - 1);
    const names = this.#finding.names(this.state.relation);
    const { off } = state;
    const delimiters = shownForm(state.delimiters, seen);
    const shownMaps = { delimiters, off, names };
    const sentence = this.#maps.of(seen, model.heads, shownMaps, this.words.languageModel);
    const from = delimiters === 'shown' ? 0 : 1;
    const word = clampIndex(state.word + 1 - from, sentence.tokens.length);
    const selected = layer * model.heads + head;
    const visible = previewed
      ? layerOf(previewed.attention) * model.heads + previewed.head
      : selected;
    const view = { model, seen, sentence, from, word };
    return html`<div
        class="lab"
        @attention-head-choose=${({ detail: { attention, head } }: CustomEvent<HeadPlace>) =>
          this.#change({ layer: layerOf(attention), head })}
        @attention-head-preview=${({ detail }: CustomEvent<{ place?: HeadPlace }>) =>
          (this.previewed = detail.place)}
        @attention-heads-switch=${({
          detail,
        }: CustomEvent<{ places: readonly HeadPlace[]; on: boolean }>) =>
          this.#change({ off: switchedHeads(off, detail.places, detail.on) })}
        @attention-relation-choose=${({ detail }: CustomEvent<RelationChoice | null>) => this.#choose(detail)}
        @attention-relation-preview=${({ detail }: CustomEvent<{ relation?: RelationName }>) =>
          (this.relation = detail.relation)}
        @attention-head-show=${() => void this.#showHead()}
        @attention-head-order=${({ detail }: CustomEvent<Pick<LanguageState, 'order'>>) => this.#change(detail)}
      >
        ${this.#stage(view, visible)}
        <div>
          <attention-named-heads
            .found=${this.#finding.foundHeads}
            .progress=${this.#finding.problem ? undefined : this.#finding.progress}
            .layer=${layer}
            .head=${head}
          ></attention-named-heads>
          ${headsPart(view, selected, { state, finding: this.#finding, pointed: this.relation }, this.words)}
          <attention-chosen-head
            .model=${model}
            .seen=${seen}
            .map=${sentence.maps[selected]}
            .tokens=${sentence.tokens}
            .from=${from}
            .word=${word}
            .layer=${layer}
            .key=${state.key}
            .delimiters=${delimiters}
            .published=${this.#opening.name !== null}
          ></attention-chosen-head>
          ${this.#strongest(view, sentence.maps[selected]!.weights)}
        </div>
      </div>
      <attention-head-story
        .model=${model}
        .seen=${seen}
        .state=${state}
        .query=${word + from}
        .names=${names}
      ></attention-head-story>
      <attention-change-effects
        .model=${model}
        .seen=${seen}
        .texts=${state.texts}
        .changes=${seen.changes}
      ></attention-change-effects>
      ${furtherViews(model, state, this.#finding.namedHeads, this.#opening)}`;
  }

  /** The sentence with the arcs of a head: it stays in sight while the maps pass below it. */
  #stage({ model, seen, sentence, from, word }: Viewed, visible: number) {
    const { languageModel: words } = this.words;
    const { attention, head, weights, name } = sentence.maps[visible]!;
    const layer = Math.floor(visible / model.heads);
    const { direction, forced, off } = this.state;
    const delimiters = shownForm(this.state.delimiters, seen);
    const before = this.#originals.weights(visible, model, delimiters, words);
    return html`<section
      class="stage"
      @attention-provenance=${addMapProvenance(seen, delimiters, this.words)}
      @attention-choose=${({ detail }: CustomEvent<{ index: number }>) =>
        this.#change({ word: detail.index - (1 - from) })}
      @attention-direction=${({ detail }: CustomEvent<{ direction: ArcDirection }>) =>
        this.#change({ direction: detail.direction })}
      @attention-force=${({ detail }: CustomEvent<ForcedLayerRow & { key?: number }>) => {
        const row = { attention, head, query: detail.query + from };
        const key = detail.key === undefined ? undefined : detail.key + from;
        this.#change({ forced: forcedRows(forced, row, key) });
      }}
    >
      <div class="row">
        <attention-arcs
          compact
          .tokens=${sentence.tokens}
          .joined=${sentence.joined}
          .layers=${[{ title: words.place(layer + 1, head + 1), weights, before, ink: name === undefined ? 0 : 1 }]}
          .chosen=${word}
          .direction=${direction}
          .forced=${forced
            .filter(isHead(attention, head))
            .map(({ query, key }) => ({ layer: 0, query: query - from, key: key - from }))}
        ></attention-arcs>
        ${delimiterLine(
          this.words,
          seen,
          { layer, head, query: word + from },
          this.state.delimiters,
          this.presenting ? null : (form) => this.#change({ delimiters: form }),
        )}
        <attention-head-card
          .layer=${layer}
          .head=${head}
          .heads=${model.heads}
          .found=${this.#finding.foundHeads}
          .relation=${this.state.relation}
          .off=${off}
          .isWithoutWords=${this.presenting && !this.#finding.applies(this.state.relation, [layer, head], seen)}
        ></attention-head-card>
      </div>
    </section>`;
  }

  #strongest({ sentence: { tokens }, word }: Viewed, weights: Float32Array) {
    const row = weights.subarray(word * tokens.length, (word + 1) * tokens.length);
    const back = () => this.renderRoot.querySelector('.stage')?.scrollIntoView();
    return strongestWeight(tokens, word, row, this.words.languageModel, back);
  }

  async #showHead(): Promise<void> {
    await this.updateComplete;
    void this.renderRoot.querySelector<AttentionAllHeads>('attention-all-heads')?.show();
  }

  /** Highlights the heads of a relation, and shows one of them at a word that is known to have the relation. */
  #choose(choice: RelationChoice | null): void {
    if (!choice) return this.#change({ relation: null, search: '' });
    this.#change({ ...choice, ...this.#queryFor(choice.relation) });
  }

  /** Selects a query word that is known to have the relation, if the sentence has one. */
  #queryFor(relation: RelationName | null): Partial<LanguageState> {
    const token = this.seen && this.#finding.queryToken(relation, this.seen, this.state.word);
    return token ? { word: token - 1 } : {};
  }

  #change(change: Partial<LanguageState>, absent: readonly string[] = []): void {
    this.state = changedState(this.state, change);
    send(this, 'attention-model-change', { absent });
  }

  /** The model of the link, or of `src`. */
  #openAsked(): void {
    void this.#opening.ask(this.state);
  }

  #opened(): void {
    const { model, source, weights, modelName } = this.#opening;
    [this.seen, this.previewed] = [null, undefined];
    if (model?.predictsWords) void import('./sentence/attention-masked-word');
    this.#finding.stop();
    // Changes of another model do not apply to this one.
    const isOther = source === null || this.state.model !== source;
    const files = source === null ? (modelName ?? null) : null;
    this.#change({ model: source, files, weights, ...(isOther && unchanged) });
    void this.#reading.ask().then(() => this.#finding.find(model!));
  }

  async #read(): Promise<void> {
    const { model } = this.#opening;
    const { text } = this.state;
    try {
      const { length } = model!.tokenize(text).ids;
      const { absent, asked, ...changes } = fittingChanges(this.state, model!, length);
      if (absent.length > 0) this.#change({ ...changes, asked }, absent);
      const rescaled = this.state.delimiters === 'rescaled';
      const view = this.renderRoot.querySelector<AttentionHeadStory>('attention-head-story');
      const [seen, setOriginal] = await Promise.all([
        model!.inspect(text, { ...changes, rescaled, story: view?.request }),
        this.#originals.read(model!, text, { ...changes, rescaled }),
      ]);
      if (this.#opening.model !== model) return;
      setOriginal();
      [this.seen, this.textProblem] = [seen, null];
    } catch (error) {
      if (this.#opening.model === model) this.textProblem = error as Error;
    }
  }
}

define('attention-model', AttentionModel);
