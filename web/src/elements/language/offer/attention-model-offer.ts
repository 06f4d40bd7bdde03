/** `<attention-model-offer>`: the models that can be opened, each with a description. */
import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import {
  siteModelNames,
  type SiteModelName,
  type SiteModels,
} from '../../../model/checkpoint/fetch-model';
import type { RequestedForm } from '../../../model/language/language-state';
import { filesOfFolder } from '../../../model/checkpoint/folder-files';
import { isSiteModelName } from '../../../model/checkpoint/model-source';
import { megabytes } from '../../../model/checkpoint/site-model';
import '../../../words/add-language-model';
import { paragraph } from '../../../words/forms/paragraph';
import { messageOf } from '../../../words/refusal';
import { define } from '../../base/define';
import { failure } from '../../parts/failure';
import { framedButtons } from '../../styles/framed-button.styles';
import { underlinedSelect } from '../../styles/underlined-select.styles';
import { WordedElement } from '../../base/worded';
import './attention-model-address';
import { partStyles } from '../base/part.styles';
import { sendLanguage } from '../base/language-events';
import { problemLine } from '../../parts/problem-line';

const styles = css`
  h2 {
    margin-block-start: 1.25rem;
  }
  /* One line, until it is opened. */
  .opened {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.5rem;
    align-items: baseline;
    margin-block-start: 0.75rem;
  }
  .opened h2 {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .opened details {
    margin: 0;
  }
  .opened > details[open] {
    flex-basis: 100%;
    min-inline-size: 0;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    margin-block: 0.75rem;
  }
  details {
    margin-block-start: 0.5rem;
    font-size: 0.875rem;
  }
  summary {
    inline-size: fit-content;
    padding-block: 0.25rem;
    color: var(--muted);
    cursor: pointer;
  }
  .drop {
    padding: 1rem;
    border: 1px dashed var(--line);
  }
  /* In front of our button: the browser's own one and its text would be in the browser's language. */
  .file {
    display: inline-block;
    margin-inline-end: 0.75rem;
    position: relative;
    inline-size: fit-content;
    margin-block: 0.35rem;
  }
  .file input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    opacity: 0;
    cursor: pointer;
  }
  .choose {
    display: block;
    padding: 0.35rem 0.8rem;
    border: 1px solid var(--muted);
    border-radius: 2px;
    color: var(--ink);
  }
  .file:has(:focus-visible) .choose {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
  @media print {
    details:not([open]) {
      display: none;
    }
  }
  @media (pointer: coarse) {
    summary {
      min-block-size: 2.75rem;
    }
    .choose {
      padding-block: 0.75rem;
    }
  }
`;

/** The device's memory in GB, if the browser tells. */
const memory = () => (navigator as { deviceMemory?: number }).deviceMemory;
const isShort = (gigabytes: number | undefined) => gigabytes !== undefined && gigabytes <= 2;
/** Some browsers have no way to choose a folder. */
const canChooseFolder = 'webkitdirectory' in HTMLInputElement.prototype;

export class AttentionModelOffer extends WordedElement {
  static override styles = [partStyles, framedButtons, underlinedSelect, styles];

  @property() phase: 'none' | 'loading' | 'opening' = 'none';
  /** Bytes loaded so far. */
  @property({ type: Number }) bytes = 0;
  /** A line about the open model; absent while none is open. */
  @property() open: string | undefined;
  /** The name of the open model. */
  @property() modelName: string | undefined;
  @property({ attribute: false }) problem: Error | null = null;
  /** Whether the browser failed to keep the model that was loaded. */
  @property({ type: Boolean }) isNotKept = false;
  /** Null when the site has none. */
  @property({ attribute: false }) models: SiteModels | null | undefined;
  @property({ attribute: false }) modelsProblem: Error | null = null;
  /** Whether no folder with models of the site is known, so that only the visitor's own files can be opened. */
  @property({ type: Boolean }) ownOnly = false;
  /** The name or the address that was requested last; null for files. */
  @property() requestedModel: string | null = null;
  /** Whether a link asks for the visitor's own files, which are to be chosen first. */
  @property({ type: Boolean }) wantsFiles = false;
  /** Whether the model did not fit into memory, but may fit in 8 bits. */
  @property({ type: Boolean }) canShrink = false;
  /** The form in which the visitor's own files are held; null for the form of the file. */
  @state() private form: RequestedForm | null = isShort(memory()) ? 'int8' : null;
  /** The pressed button disappears, so the focus moves to what replaces it. */
  #follows = false;

  protected override render() {
    const { languageModel: words } = this.words;
    const isOpen = this.open !== undefined;
    const status = this.phase === 'opening' ? words.opening : (this.open ?? nothing);
    return html`<div class=${isOpen ? 'opened' : ''}>${this.#parts(isOpen, status)}</div>`;
  }

  #parts(isOpen: boolean, status: unknown) {
    const { languageModel: words } = this.words;
    const isBusy = this.phase !== 'none';
    return html`<h2>
        ${isOpen ? html`<bdi>${this.modelName}</bdi>` : this.ownOnly ? words.offerOwn : words.offer}
      </h2>
      <p role="status" tabindex="-1">
        ${status} ${this.isNotKept ? html`<span>${words.notKept}</span>` : nothing}
      </p>
      ${
        isOpen
          ? html`<details ?open=${isBusy || this.problem !== null}>
              <summary>${words.another}</summary>
              ${this.#models()}
            </details>`
          : this.#models()
      }`;
  }

  /** The error message, beside the control that caused it. */
  #problem(problem: Error | null, id?: string) {
    return html`${problemLine(problem && messageOf(problem)(this.words), id)}
    ${problem ? this.#shrink() : nothing}`;
  }

  #shrink() {
    return this.canShrink && this.phase === 'none'
      ? html`<p>
          <button type="button" class="shrink" @click=${() => this.#ask('attention-model-shrink')}>
            ${this.words.languageModel.openInt8}
          </button>
        </p>`
      : nothing;
  }

  #models() {
    const { languageModel: words } = this.words;
    const kind = this.#kind;
    const { problem } = this;
    const ofFiles = kind === 'files' ? problem : null;
    return html`${this.ownOnly ? nothing : html`<p>${words.about}</p>`}
      ${this.phase === 'loading' && this.requestedModel ? this.#loading(this.requestedModel) : this.#choices()}
      ${this.models === null && !this.problem ? html`<p>${words.notOnSite}</p>` : nothing}
      ${failure(this.modelsProblem && messageOf(this.modelsProblem)(this.words), this.words, () => this.#ask('attention-models-ask'))}
      <details ?open=${this.wantsFiles || (kind !== 'site' && problem !== null)}>
        <summary>${words.ownFiles}</summary>
        ${this.#forms()}
        <div
          class="drop"
          @dragover=${(event: DragEvent) => event.preventDefault()}
          @drop=${(event: DragEvent) => {
            event.preventDefault();
            this.#openFiles(event.dataTransfer?.files);
          }}
        >
          <div>${words.files}</div>
          ${this.#fileField(words.chooseFiles, ofFiles)}
          ${canChooseFolder ? this.#fileField(words.chooseFolder, ofFiles, true) : nothing}
          ${this.#problem(ofFiles, 'files-problem')}
          <p id="files-hint">${words.filesHint}</p>
        </div>
        <attention-model-address
          .requestedAddress=${kind === 'address' ? this.requestedModel : ''}
          .problem=${kind === 'address' ? problem : null}
          .disabled=${this.phase !== 'none'}
          .weights=${this.form ?? undefined}
          @attention-model-open=${() => (this.#follows = true)}
        ></attention-model-address>
        ${kind === 'address' ? this.#shrink() : nothing}
      </details>`;
  }

  /** A field with our button: for files, or for a whole folder. */
  #fileField(button: string, problem: Error | null, folder = false) {
    const choose = ({ target }: Event) => {
      const input = target as HTMLInputElement;
      this.#openFiles(folder ? filesOfFolder([...input.files!]) : input.files);
      // The same files can be chosen again.
      input.value = '';
    };
    return html`<label class="file">
      <span class="choose" aria-hidden="true">${button}</span>
      <input
        type="file"
        multiple
        ?webkitdirectory=${folder}
        accept=${folder ? nothing : '.json,.safetensors'}
        aria-label=${folder ? button : `${this.words.languageModel.files}${this.words.marks.colon}${button}`}
        aria-describedby="files-problem files-hint"
        aria-invalid=${problem !== null}
        @change=${choose}
      />
    </label>`;
  }

  #forms() {
    const { languageModel: words } = this.words;
    return html`<p>
        <label
          >${words.form}${this.words.marks.colon}
          <select
            aria-describedby="forms-hint"
            @change=${({ target }: Event) =>
              (this.form = (target as HTMLSelectElement).value === 'int8' ? 'int8' : null)}
          >
            <option value="stored" .selected=${this.form === null}>${words.forms.stored}</option>
            <option value="int8" .selected=${this.form === 'int8'}>${words.forms.int8}</option>
          </select></label
        >
      </p>
      <p id="forms-hint">
        ${paragraph([words.formsHint, isShort(memory()) && words.memoryOwn(1000 * memory()!)])}
      </p>`;
  }

  /** The total size of a folder is unknown until it has loaded. */
  #loading(name: string) {
    const { languageModel: words } = this.words;
    const all = isSiteModelName(name) ? this.models?.[name].bytes : undefined;
    const received = megabytes(this.bytes);
    return html`<div class="choices">
      ${
        all === undefined
          ? html`<progress aria-label=${words.files}></progress>
              <span>${words.loadedSoFar(received)}</span>`
          : html`<progress
                max=${all}
                .value=${Math.min(this.bytes, all)}
                aria-label=${words.offer}
              ></progress>
              <span>${words.loading(received, megabytes(all))}</span>`
      }
      <button type="button" class="cancel" @click=${() => this.#ask('attention-model-cancel')}>
        ${words.cancel}
      </button>
    </div>`;
  }

  #choices() {
    const { models, problem } = this;
    const { languageModel: words } = this.words;
    const isShownBelow = this.#kind !== 'site' || problem === this.modelsProblem;
    const problemText = this.#problem(isShownBelow ? null : problem);
    if (!models) return problemText;
    const labels = { minilm: words.open, 'minilm-float16': words.openExact };
    return html`<div class="choices">
        ${siteModelNames.map(
          (name) =>
            html`<button
              type="button"
              ?disabled=${this.phase !== 'none'}
              class="open"
              @click=${() => this.#open(name)}
            >
              ${labels[name](megabytes(models[name].bytes))}
            </button>`,
        )}
      </div>
      ${problemText}
      <p>${models['minilm-float16'] ? words.formHint : words.formInFile}</p>
      <p class="origin">${words.origin(models.minilm.source, models.minilm.licence)}</p>
      ${isShort(memory()) ? html`<p>${words.memory(1000 * memory()!)}</p>` : nothing}`;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // When the list has loaded, the model of a link opens without a press.
    if (changed.has('phase') && this.renderRoot.querySelector(':is(.open, .failure):focus'))
      this.#follows = true;
  }

  protected override updated(changed: PropertyValues): void {
    // The visitor may have closed the place where the problem is shown.
    const own = this.renderRoot.querySelector('details');
    if (own && changed.has('problem') && this.problem && this.#kind !== 'site') own.open = true;
    const isNews = ['phase', 'problem', 'models'].some((name) => changed.has(name));
    if (!this.#follows || !isNews) return;
    const next = { loading: '.cancel', opening: '[role=status]', none: '.open' }[this.phase];
    const isDone = this.phase === 'none';
    const controls = {
      site: '.open',
      files: 'input[type=file]',
      address: 'attention-model-address',
    };
    const isOpen = isDone && this.open !== undefined && !this.problem;
    const place = isDone && this.problem ? controls[this.#kind] : isOpen ? '[role=status]' : next;
    this.renderRoot.querySelector<HTMLElement>(place)?.focus();
    if (isDone) this.#follows = false;
  }

  /** The kind of source that was requested last. */
  get #kind(): 'site' | 'files' | 'address' {
    if (this.requestedModel === null) return 'files';
    return isSiteModelName(this.requestedModel) ? 'site' : 'address';
  }

  #open(name: SiteModelName): void {
    this.#follows = true;
    sendLanguage(this, 'attention-model-open', { source: name });
  }

  #ask(event: 'attention-models-ask' | 'attention-model-cancel' | 'attention-model-shrink'): void {
    this.#follows = true;
    sendLanguage(this, event, null);
  }

  #openFiles(list: FileList | readonly File[] | null | undefined): void {
    if (!list?.length) return;
    this.#follows = true;
    sendLanguage(this, 'attention-model-open', {
      files: [...list],
      weights: this.form ?? undefined,
    });
  }
}

define('attention-model-offer', AttentionModelOffer);
