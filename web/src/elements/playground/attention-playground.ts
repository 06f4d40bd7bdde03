/** `<attention-playground>`: a lab with all its views. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { isMatrixName, earlierNames, settingRow, settingNames } from '../../settings/playground';
import type { Opened } from '../../tensors/opened';
import type { LabState } from '../../settings/state';
import '../../words/add-lab';
import '../views/attention-arithmetic';
import '../views/attention-bars';
import type { AttentionControls } from './attention-controls';
import './attention-controls';
import '../embed/attention-embed';
import './attention-formula';
import '../files/attention-export';
import type { AttentionFileNote } from '../files/attention-file-note';
import '../files/attention-file-note';
import '../views/attention-heads';
import '../views/attention-heatmap';
import '../lab/attention-lab';
import type { AttentionLab } from '../lab/attention-lab';
import './attention-steps';
import '../views/attention-tokens';
import '../views/attention-vector';
import { announceRetry } from '../base/announce-retry';
import { define } from '../base/define';
import { setAgain } from '../base/early-properties';
import { failure } from '../parts/failure';
import { sender } from '../base/sender';
import { sendToLab, type Field, type LabValue, type Problem } from '../lab/lab-context';
import type { LabEngine } from '../lab/lab-engine';
import { playgroundStyles } from './attention-playground.styles';
import { WordedElement } from '../base/worded';

/** Attributes that the playground passes on to its lab. */
const labAttributes = [
  ...settingNames.map((name) => settingRow(name).attribute),
  ...earlierNames.map(([earlier]) => earlier),
  'loading',
];

const send = sender<{ 'attention-result': LabValue }>({});

/**
 * @attr loading - as on `<attention-lab>`, like the settings
 * @fires {CustomEvent<LabValue>} attention-result - when a computation has ended; `requested` may be newer
 * @fires {CustomEvent} attention-retry - before the lab computes again; `engine` may be replaced
 */
export class AttentionPlayground extends WordedElement {
  static override styles = playgroundStyles;

  @property({ attribute: false }) engine: LabEngine | Promise<LabEngine> | undefined;
  /** As on a lab. */
  @property({ attribute: 'wasm-url' }) wasmUrl: string | undefined;
  @property({ attribute: 'worker-url' }) workerUrl: string | undefined;
  /** Names of controls and views to hide, such as `formula seed`. */
  @property() hide: string | undefined;
  /** Whether the page is presented: then only the views are shown. */
  @property({ type: Boolean, reflect: true }) presenting = false;
  /** The site's URL, and a function that loads the offline file, for the dialog for embedding. */
  @property() site: string | undefined;
  @property({ attribute: false }) file: (() => Promise<string>) | undefined;
  @state() private problem: Problem | null = null;
  @state() private ready = false;
  /** Whether a file with nothing but weights is shown: it has no projections and no context. */
  @state() private onlyWeights = false;
  /** The content of the file that the visitor chose, until it is shown. */
  #awaited: Opened | null = null;
  /** Takes the settings until the first render. It is never on the page, so it computes nothing. */
  readonly #early = document.createElement('attention-lab') as AttentionLab;

  constructor() {
    super();
    setAgain(this, 'state');
  }

  /** As on a lab. */
  get state(): LabState {
    return this.#lab.state;
  }
  set state(state: Pick<LabState, 'v'> & Partial<LabState>) {
    this.#lab.state = state;
  }

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...labAttributes];
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (!labAttributes.includes(name)) return;
    if (value === null) this.#lab.removeAttribute(name);
    else this.#lab.setAttribute(name, value);
  }

  protected override render() {
    const words = this.words.playground;
    return html`
      <attention-lab
        .engine=${this.engine}
        .wasmUrl=${this.wasmUrl}
        .workerUrl=${this.workerUrl}
        @attention-result=${(event: CustomEvent<LabValue>) => this.#note(event.detail)}
        @attention-visit=${(event: CustomEvent<Field>) => this.#visit(event.detail)}
      >
        <slot name="top"></slot>
        <attention-formula></attention-formula>
        <attention-controls hide=${this.hide ?? nothing}></attention-controls>
        <attention-file-note
          @attention-opened=${({ detail }: CustomEvent) => detail === null && this.renderRoot.querySelector<AttentionControls>('attention-controls')!.focusSentence()}
        ></attention-file-note>
        ${failure(this.problem && this.problem.translate(this.words), this.words, () => this.#retry())}
        <div class="views" ?hidden=${!this.ready}>
          <section class="wide" aria-label=${words.tokens}>
            <attention-tokens></attention-tokens>
          </section>
          <section class="row-of-weights" aria-label=${words.weights}>
            <attention-bars></attention-bars>
            <attention-arithmetic></attention-arithmetic>
          </section>
          <section class="grid-of-weights" aria-label=${words.matrix}>
            <attention-steps></attention-steps>
            <attention-heatmap data-fields="scores masked_scores weights"></attention-heatmap>
            <attention-heads></attention-heads>
          </section>
          ${this.onlyWeights ? this.#onlyWeights() : this.#projections()}
        </div>
        <attention-export ?hidden=${!this.ready} @attention-file=${() => this.#awaitFile()}>
          ${
            this.site || this.file
              ? html`<attention-embed
                  site=${this.site ?? nothing}
                  .file=${this.file}
                ></attention-embed>`
              : nothing
          }
        </attention-export>
        <slot></slot>
        ${this.ready || this.problem ? nothing : html`<p class="starting">${words.starting}</p>`}
      </attention-lab>
    `;
  }

  #projections() {
    const words = this.words.playground;
    return html`<section class="wide projections" aria-label=${words.projections}>
        <attention-heatmap field="q" data-fields="q"></attention-heatmap>
        <attention-heatmap field="k" data-fields="k"></attention-heatmap>
        <attention-heatmap field="v" data-fields="v"></attention-heatmap>
      </section>
      <section class="wide" aria-label=${words.context}>
        <attention-vector data-fields="context"></attention-vector>
      </section>`;
  }

  /** A note in place of the views that weights from a file cannot fill. */
  #onlyWeights() {
    return html`<p class="wide muted only" data-fields="q k v context">
      ${this.words.fileWeights.only}
    </p>`;
  }

  protected override firstUpdated(): void {
    for (const name of labAttributes)
      if (this.hasAttribute(name)) this.#lab.setAttribute(name, this.getAttribute(name)!);
    this.#lab.change(this.#early.state);
  }

  /** Follows the next or the previous token. The first one is next to the last, which is chosen at the start. */
  walk(by: 1 | -1): void {
    const { result } = this.#lab;
    if (!result) return;
    const { length } = result.tokens;
    this.#change({ word: (result.state.word + by + length) % length });
  }

  /** The content of a chosen file appears far above the button that chose it. */
  #awaitFile(): void {
    const { opened, result } = this.#lab;
    this.#awaited = opened === result?.opened ? null : opened;
  }

  /** With the event of a control, so that the page knows that the visitor changed a setting. */
  #change(change: Partial<LabState>): void {
    sendToLab(this.#lab, 'attention-change', change);
  }

  get #lab(): AttentionLab {
    return this.renderRoot?.querySelector('attention-lab') ?? this.#early;
  }

  #note(value: LabValue): void {
    const { result, problem } = value;
    this.ready = result !== null;
    this.onlyWeights = result !== null && !result.trace.q;
    this.problem = problem?.setting === 'engine' ? problem : null;
    send(this, 'attention-result', value);
    if (!this.#awaited || result?.opened !== this.#awaited) return;
    this.#awaited = null;
    void this.renderRoot.querySelector<AttentionFileNote>('attention-file-note')!.takeFocus();
  }

  #retry(): void {
    this.problem = null;
    if (announceRetry(this)) this.#lab.retry();
  }

  /** Scrolls to the numbers of a symbol. */
  #visit(field: Field): void {
    if (isMatrixName(field) && !this.onlyWeights) this.#change({ matrix: field });
    const view = this.renderRoot.querySelector(`[data-fields~='${field}']`);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    view?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'center' });
  }
}

define('attention-playground', AttentionPlayground);
