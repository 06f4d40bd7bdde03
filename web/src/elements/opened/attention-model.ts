/** `<attention-model>`: a BERT model of the reader's own, and all its heads in a sentence, as one types. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Bert, BertEngine, BertSentence } from '../../model/bert';
import { defaultOpened, type OpenedState } from '../../model/opened-state';
import type { ForcedWeights } from '../../training/interventions';
import type { ArcDirection, ForcedRow, HeadPlace } from '../../training/view-types';
import '../../words/add-opened';
import '../../words/add-views';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { WordedElement } from '../base/worded';
import '../training/attention-arcs';
import '../training/attention-head-maps';
import '../views/attention-heatmap';
import { sentenceMaps } from './sentence-maps';

const styles = css`
  input[type='text'] {
    inline-size: 100%;
    padding: 0.25rem 0;
    border-width: 0 0 1px;
    border-radius: 0;
    background: none;
    font: 400 1.5rem/1.4 var(--serif);
  }
  .drop {
    padding: 1rem;
    border: 1px dashed var(--line);
  }
  p {
    margin-block: 0.25rem;
    color: var(--muted);
    font-size: 0.875rem;
  }
  p.problem {
    color: var(--wrong);
  }
  section {
    margin-block: 1.5rem;
  }
  h2 {
    margin: 0;
    font: 400 1.5rem/1.3 var(--serif);
  }
  input[type='file'] {
    max-inline-size: 100%;
  }
  attention-heatmap {
    max-inline-size: 44rem;
  }
`;

/** @fires {CustomEvent} attention-model-change - when another state is shown */
export class AttentionModel extends WordedElement {
  static override styles = styles;

  /** An engine of training.wasm. */
  @property({ attribute: false }) engine: BertEngine | Promise<BertEngine> | undefined;
  @property({ attribute: false }) state: OpenedState = defaultOpened;

  @state() private bert: Bert | null = null;
  @state() private isOpening = false;
  @state() private seen: BertSentence | null = null;
  @state() private fileProblem: Error | null = null;
  @state() private textProblem: Error | null = null;
  @state() private direction: ArcDirection = 'looks_at';
  /** Heads that are switched off. */
  @state() private off: readonly HeadPlace[] = [];
  /** Rows that look at one token; tokens count from [CLS]. */
  @state() private forced: readonly ForcedWeights[] = [];
  #opening = 0;
  #asked = 0;
  #isReading = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#opening++;
    this.bert?.close();
    this.bert = this.seen = null;
  }

  protected override updated(changed: PropertyValues): void {
    if (!this.bert) return;
    const before = changed.get('state') as OpenedState | undefined;
    if (before && before.text !== this.state.text) {
      this.forced = [];
      void this.#read();
    }
  }

  protected override render() {
    return html`${this.#files()} ${this.bert ? this.#sentence() : nothing}
    ${this.bert && this.seen ? this.#views(this.bert, this.seen) : nothing}`;
  }

  #files() {
    const { opened: words } = this.words;
    const { bert, fileProblem } = this;
    return html`<div
      class="drop"
      @dragover=${(event: DragEvent) => event.preventDefault()}
      @drop=${(event: DragEvent) => {
        event.preventDefault();
        void this.#open(event.dataTransfer?.files ?? null);
      }}
    >
      <label
        >${words.files}
        <input
          type="file"
          multiple
          accept=".json,.safetensors"
          aria-describedby="files-hint"
          @change=${(event: Event) => void this.#open((event.target as HTMLInputElement).files)}
      /></label>
      <p id="files-hint">${words.filesHint}</p>
      <p role="status">
        ${this.isOpening ? words.opening : bert ? words.size(bert.layers, bert.heads, bert.width) : nothing}
      </p>
      <p class="problem" role="alert">
        ${fileProblem ? messageOf(fileProblem)(this.words) : nothing}
      </p>
    </div>`;
  }

  #sentence() {
    const { opened: words } = this.words;
    const problem = this.textProblem;
    return html`<section>
      <label for="text">${words.sentence}</label>
      <input
        id="text"
        type="text"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="text-hint"
        aria-invalid=${problem ? 'true' : 'false'}
        .value=${live(this.state.text)}
        @input=${(event: Event) => this.#change({ text: (event.target as HTMLInputElement).value })}
      />
      <p id="text-hint">${words.sentenceHint}</p>
      <p class="problem" role="alert">${problem ? messageOf(problem)(this.words) : nothing}</p>
      <label
        ><input
          type="checkbox"
          .checked=${live(this.state.delimiters)}
          @change=${(event: Event) =>
            this.#change({ delimiters: (event.target as HTMLInputElement).checked })}
        />
        ${words.delimiters}</label
      >
      ${this.state.delimiters ? nothing : html`<p>${words.hidden}</p>`}
    </section>`;
  }

  #views(bert: Bert, seen: BertSentence) {
    const { opened: words } = this.words;
    const layer = Math.min(this.state.layer, bert.layers - 1);
    const head = Math.min(this.state.head, bert.heads - 1);
    const { tokens, maps } = sentenceMaps(seen, bert.heads, this.state.delimiters, words, this.off);
    const from = this.state.delimiters ? 0 : 1;
    const word = Math.min(this.state.word, tokens.length - 1);
    const place = { attention: `layers.${layer}.attention`, head };
    const { weights, shape } = maps[layer * bert.heads + head]!;
    const title = words.chosen(layer + 1, head + 1);
    return html`<section
        @attention-choose=${({ detail }: CustomEvent<{ index: number }>) =>
          this.#change({ word: detail.index })}
        @attention-direction=${({ detail }: CustomEvent<{ direction: ArcDirection }>) =>
          (this.direction = detail.direction)}
        @attention-force=${({ detail }: CustomEvent<ForcedRow>) =>
          this.#force({ ...place, query: detail.query + from, key: detail.key }, from)}
      >
        <h2>${title}</h2>
        <attention-arcs
          .tokens=${tokens}
          .layers=${[{ title, weights, ink: 0 }]}
          .chosen=${word}
          .direction=${this.direction}
          .forced=${this.forced
            .filter((row) => row.attention === place.attention && row.head === head)
            .map(({ query, key }) => ({ layer: 0, query: query - from, key: key - from }))}
        ></attention-arcs>
      </section>
      <section
        @attention-head-choose=${({ detail }: CustomEvent<HeadPlace>) =>
          this.#change({ layer: Number(detail.attention.split('.')[1]), head: detail.head })}
        @attention-head-toggle=${({ detail }: CustomEvent<HeadPlace>) => this.#toggle(detail)}
      >
        <attention-head-maps
          .tokens=${tokens}
          .heads=${maps}
          .chosen=${[place]}
          .query=${word}
        ></attention-head-maps>
      </section>
      <section>
        <attention-heatmap
          heading=${title}
          .tensor=${{ axes: ['query', 'key'], shape: [...shape], data: weights }}
          .rowLabels=${tokens}
          .columnLabels=${tokens}
          .query=${word}
        ></attention-heatmap>
      </section>`;
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
    void this.#read();
  }

  /** Without a key, the row is as the model computes it. */
  #force(row: Omit<ForcedWeights, 'key'> & { key: number | undefined }, from: number): void {
    const others = this.forced.filter(
      ({ attention, head, query }) =>
        attention !== row.attention || head !== row.head || query !== row.query,
    );
    this.forced = row.key === undefined ? others : [...others, { ...row, key: row.key + from }];
    void this.#read();
  }

  async #open(list: FileList | null): Promise<void> {
    if (!list?.length || !this.engine) return;
    const opening = ++this.#opening;
    const files = [...list];
    this.isOpening = true;
    this.fileProblem = null;
    try {
      const { Bert } = await import('../../model/bert');
      const bert = await Bert.open(files, await this.engine);
      if (opening !== this.#opening) return bert.close();
      this.bert?.close();
      [this.bert, this.seen, this.off, this.forced] = [bert, null, [], []];
      void this.#read();
    } catch (error) {
      if (opening === this.#opening) this.fileProblem = error as Error;
    } finally {
      if (opening === this.#opening) this.isOpening = false;
    }
  }

  /** Reads what was asked for last, and nothing that was replaced meanwhile. */
  async #read(): Promise<void> {
    this.#asked++;
    if (this.#isReading) return;
    this.#isReading = true;
    for (let asked = 0; this.bert && asked !== this.#asked;) {
      asked = this.#asked;
      const { bert } = this;
      try {
        const seen = await bert.read(this.state.text, this.off, this.forced);
        if (this.bert === bert) [this.seen, this.textProblem] = [seen, null];
      } catch (error) {
        if (this.bert === bert) this.textProblem = error as Error;
      }
    }
    this.#isReading = false;
  }
}

define('attention-model', AttentionModel);
