/** `<attention-model>`: a model of the BERT family, all its heads in a sentence as one types, and what each head does. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { formatTenths } from '../../draw/format';
import { siteModels, type SiteModelName, type SiteModels } from '../../model/fetch-model';
import {
  type FoundHeads,
  headKey,
  headNames,
  relationRows,
  type HeadName,
} from '../../model/found-heads';
import { openedExamples, type OpenedExample } from '../../model/opened-examples';
import { defaultOpened, type OpenedState } from '../../model/opened-state';
import type { InspectedText, TextEngine, TextModel } from '../../model/text-model';
import type { ForcedWeights } from '../../training/interventions';
import type { ArcDirection, ForcedRow, HeadPlace } from '../../training/view-types';
import '../../words/add-opened';
import '../../words/add-views';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { LatestTask } from '../base/latest-task';
import { WordedElement } from '../base/worded';
import '../training/attention-arcs';
import '../training/attention-head-maps';
import '../views/attention-heatmap';
import './attention-head-relations';
import './attention-model-offer';
import { modelStyles } from './attention-model.styles';
import './attention-rounding';
import './attention-similarities';
import './attention-value-weighted';
import './attention-weight-arithmetic';
import './attention-word-paths';
import { ModelOpening } from './model-opening';
import { endShare, sentenceMaps, type ShownMaps, type ShownSentence } from './sentence-maps';

/** Sentences on which the heads are measured. */
const kSentences = 640;
const percent = (share: number) => formatTenths(Math.round(share * 1000));

/** @fires {CustomEvent} attention-model-change - when another state is shown */
export class AttentionModel extends WordedElement {
  static override styles = modelStyles;

  /** An engine of language.wasm. */
  @property({ attribute: false }) engine: TextEngine | Promise<TextEngine> | undefined;
  @property({ attribute: false }) state: OpenedState = defaultOpened;

  @state() private seen: InspectedText | null = null;
  @state() private textProblem: Error | null = null;
  @state() private direction: ArcDirection = 'looks_at';
  /** Heads that are switched off. */
  @state() private off: readonly HeadPlace[] = [];
  /** Rows that look at one token; tokens count from the first delimiter. */
  @state() private forced: readonly ForcedWeights[] = [];
  @state() private found: FoundHeads | undefined;
  @state() private findProblem: Error | null = null;
  @state() private progress: readonly [number, number] = [0, kSentences];
  /** Null when the site has none. */
  @state() private models: SiteModels | null | undefined;
  readonly #opening: ModelOpening = new ModelOpening(this, () => this.#opened());
  #finding = new AbortController();
  #mapsOf: { readonly inputs: readonly unknown[]; readonly maps: ShownSentence } | null = null;
  readonly #reading = new LatestTask(
    () => this.#opening.model !== null,
    () => this.#read(),
  );

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#readModels();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#finding.abort();
    this.#opening.close();
    this.seen = null;
  }

  protected override updated(changed: PropertyValues): void {
    const { model, name, phase } = this.#opening;
    const asked = this.state.model;
    const isNew = changed.has('state') || changed.has('models');
    if (isNew && asked !== null && asked !== name && phase === 'none' && this.engine)
      this.#openSiteModel(asked);
    if (!model) return;
    const before = changed.get('state') as OpenedState | undefined;
    if (before && before.text !== this.state.text) {
      this.forced = [];
      void this.#reading.ask();
    }
  }

  protected override render() {
    const { model, phase, bytes, problem } = this.#opening;
    const { opened: words } = this.words;
    return html`<attention-model-offer
        .phase=${phase}
        .bytes=${bytes}
        .problem=${problem}
        .models=${this.models}
        .opening=${this.#opening.opening}
        .open=${model ? words.size(model.layers, model.heads, model.d_model, model.weights) : undefined}
        @attention-model-open=${({
          detail,
        }: CustomEvent<{ name: SiteModelName } | { files: File[] }>) =>
          'files' in detail
            ? void this.#opening.openFiles(detail.files)
            : this.#openSiteModel(detail.name)}
        @attention-model-cancel=${() => this.#opening.cancel()}
      ></attention-model-offer>
      ${model ? this.#sentence() : nothing}
      ${model && this.seen ? this.#views(model, this.seen) : nothing}`;
  }

  #sentence() {
    const { opened: words } = this.words;
    const problem = this.textProblem;
    const cut = this.seen?.cut;
    return html`<section>
      <label for="text">${words.sentence}</label>
      <input
        id="text"
        type="text"
        lang="en"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="text-hint text-cut text-problem"
        aria-invalid=${problem ? 'true' : 'false'}
        .value=${live(this.state.text)}
        @input=${(event: Event) => this.#change({ text: (event.target as HTMLInputElement).value })}
      />
      <p id="text-hint">${words.sentenceHint}</p>
      <p id="text-cut" role="status">
        ${cut ? words.cut(this.#opening.model!.max_length, cut.tokens, cut.after) : nothing}
      </p>
      <p id="text-problem" class="problem" role="alert">
        ${problem ? messageOf(problem)(this.words) : nothing}
      </p>
      <ul aria-label=${words.examples}>
        ${openedExamples.map(
          (example) =>
            html`<li>
              <button type="button" lang="en" @click=${() => this.#show(example)}>
                ${example.text}
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #views(model: TextModel, seen: InspectedText) {
    const { opened: words } = this.words;
    const layer = Math.min(this.state.layer, model.layers - 1);
    const head = Math.min(this.state.head, model.heads - 1);
    const names = this.found ? headNames(this.found) : new Map<string, HeadName[]>();
    const shown = { withEnds: this.state.delimiters, off: this.off, names };
    const { tokens, maps } = this.#maps(seen, model, shown);
    const from = this.state.delimiters ? 0 : 1;
    const word = Math.max(0, Math.min(this.state.word + 1 - from, tokens.length - 1));
    const place = { attention: `layers.${layer}.attention`, head };
    const { weights, shape, name } = maps[layer * model.heads + head]!;
    const earned = names.get(headKey(layer, head)) ?? [];
    const title = words.chosen(layer + 1, head + 1);
    const notes = this.found?.delimiter_share.map((share) => words.onDelimiters(percent(share)));
    return html`<section
        @attention-choose=${({ detail }: CustomEvent<{ index: number }>) =>
          this.#change({ word: detail.index - (1 - from) })}
        @attention-direction=${({ detail }: CustomEvent<{ direction: ArcDirection }>) =>
          (this.direction = detail.direction)}
        @attention-force=${({ detail }: CustomEvent<ForcedRow>) =>
          this.#force({ ...place, query: detail.query + from, key: detail.key }, from)}
      >
        <h2>${title}</h2>
        <p class="earned">
          ${earned.map(
            ({ relation, share, offset_share }) =>
              html`${words.earned(words.relations[relation], percent(share), percent(offset_share))}<br />`,
          )}
        </p>
        <attention-arcs
          .tokens=${tokens}
          .layers=${[{ title: words.place(layer + 1, head + 1), weights, ink: name === undefined ? 0 : 1 }]}
          .chosen=${word}
          .direction=${this.direction}
          .forced=${this.forced
            .filter((row) => row.attention === place.attention && row.head === head)
            .map(({ query, key }) => ({ layer: 0, query: query - from, key: key - from }))}
        ></attention-arcs>
        <label
          ><input
            type="checkbox"
            .checked=${live(this.state.delimiters)}
            @change=${(event: Event) =>
              this.#change({ delimiters: (event.target as HTMLInputElement).checked })}
          />
          ${words.delimiters(seen.tokens[0]!, seen.tokens.at(-1)!)}</label
        >
        ${
          this.state.delimiters
            ? nothing
            : html`<p>${words.hidden(percent(endShare(seen, layer, head)))}</p>`
        }
      </section>
      <section
        @attention-head-choose=${({ detail }: CustomEvent<HeadPlace>) =>
          this.#change({ layer: Number(detail.attention.split('.')[1]), head: detail.head })}
        @attention-head-toggle=${({ detail }: CustomEvent<HeadPlace>) => this.#toggle(detail)}
      >
        <h2>${words.heads}</h2>
        <p>${words.headsHint}</p>
        <attention-head-maps
          .tokens=${tokens}
          .heads=${maps}
          .notes=${notes}
          .chosen=${[place]}
          .query=${word}
        ></attention-head-maps>
      </section>
      <section>
        <attention-head-relations
          .found=${this.found}
          .progress=${this.progress}
          .problem=${this.findProblem}
          .chosen=${[layer, head]}
          @attention-relation-choose=${({ detail }: CustomEvent<{ layer: number; head: number }>) =>
            this.#change(detail)}
        ></attention-head-relations>
      </section>
      <section>
        <attention-heatmap
          heading=${title}
          .tensor=${{ axes: ['query', 'key'], shape: [...shape], data: weights }}
          .rowLabels=${tokens}
          .columnLabels=${tokens}
          .query=${word}
        ></attention-heatmap>
        <attention-weight-arithmetic
          .model=${model}
          .published=${this.#opening.name !== null}
          .seen=${seen}
          .place=${place}
          .query=${word + from}
          .off=${this.off}
          .forced=${this.forced}
        ></attention-weight-arithmetic>
        <attention-value-weighted
          .model=${model}
          .seen=${seen}
          .place=${place}
          .query=${word + from}
          .off=${this.off}
          .forced=${this.forced}
        ></attention-value-weighted>
      </section>
      <section>
        <attention-similarities .model=${model} .off=${this.off}></attention-similarities>
      </section>
      <section>
        <attention-word-paths .model=${model} .off=${this.off}></attention-word-paths>
      </section>
      <section>
        <attention-rounding
          .model=${model}
          .name=${this.#opening.name}
          .engine=${this.engine}
          .models=${this.models}
          .text=${this.state.text}
        ></attention-rounding>
      </section>`;
  }

  /** The same object until one of its inputs is another, so that the maps are painted once. */
  #maps(seen: InspectedText, model: TextModel, shown: ShownMaps): ShownSentence {
    const inputs = [seen, this.found, shown.withEnds, shown.off, this.words];
    if (inputs.some((input, i) => input !== this.#mapsOf?.inputs[i]))
      this.#mapsOf = { inputs, maps: sentenceMaps(seen, model.heads, shown, this.words.opened) };
    return this.#mapsOf!.maps;
  }

  /** An example is shown with the best head for its relation. */
  #show({ text, word, relation }: OpenedExample): void {
    const best = this.found && relationRows(this.found).find((one) => one.relation === relation);
    const head = best?.named[0] ?? best?.best;
    this.#change({
      text,
      word,
      ...(head && { layer: head.layer, head: head.head }),
    });
  }

  #change(change: Partial<OpenedState>): void {
    this.state = { ...this.state, ...change };
    this.dispatchEvent(
      new CustomEvent('attention-model-change', { bubbles: true, composed: true }),
    );
  }

  #toggle({ attention, head }: HeadPlace): void {
    const others = this.off.filter((one) => one.attention !== attention || one.head !== head);
    this.off = others.length < this.off.length ? others : [...this.off, { attention, head }];
    void this.#reading.ask();
  }

  /** Without a key, the row is as the model computes it. */
  #force(row: Omit<ForcedWeights, 'key'> & { key: number | undefined }, from: number): void {
    const others = this.forced.filter(
      ({ attention, head, query }) =>
        attention !== row.attention || head !== row.head || query !== row.query,
    );
    this.forced = row.key === undefined ? others : [...others, { ...row, key: row.key + from }];
    void this.#reading.ask();
  }

  #openSiteModel(name: SiteModelName): void {
    if (this.models) void this.#opening.openSiteModel(name, this.models[name].sha256);
  }

  /** Asks which models the site has: their weights come only when they are opened. */
  async #readModels(): Promise<void> {
    try {
      this.models = await siteModels(document.baseURI);
    } catch {
      this.models = null;
    }
  }

  #opened(): void {
    this.#finding.abort();
    this.findProblem = null;
    [this.seen, this.off, this.forced, this.found] = [null, [], [], undefined];
    this.#change({ model: this.#opening.name });
    void this.#reading.ask().then(() => this.#find());
  }

  async #find(): Promise<void> {
    this.#finding.abort();
    const { signal } = (this.#finding = new AbortController());
    try {
      const found = await this.#opening.model?.findHeads({
        sentences: kSentences,
        signal,
        onProgress: (...progress) => (this.progress = progress),
      });
      if (!signal.aborted) this.found = found;
    } catch (error) {
      if (!signal.aborted) this.findProblem = error as Error;
    }
  }

  async #read(): Promise<void> {
    const { model } = this.#opening;
    const { off, forced } = this;
    try {
      const seen = await model!.inspect(this.state.text, { off, forced });
      if (this.#opening.model === model) [this.seen, this.textProblem] = [seen, null];
    } catch (error) {
      if (this.#opening.model === model) this.textProblem = error as Error;
    }
  }
}

define('attention-model', AttentionModel);
