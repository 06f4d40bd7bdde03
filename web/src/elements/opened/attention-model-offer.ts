/** `<attention-model-offer>`: the models that can be opened, with what is said of them before. */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { siteModelNames, type SiteModelName, type SiteModels } from '../../model/fetch-model';
import '../../words/add-opened';
import { messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { WordedElement } from '../base/worded';
import { report } from './report';

const styles = css`
  h2 {
    margin: 0;
    font: 400 1.5rem/1.3 var(--serif);
  }
  p {
    margin-block: 0.25rem;
    max-inline-size: 68ch;
    color: var(--muted);
    font-size: 0.875rem;
  }
  p.problem {
    color: var(--wrong);
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    margin-block: 0.75rem;
  }
  button {
    padding: 0.35rem 0.8rem;
    border: 1px solid var(--muted);
    border-radius: 2px;
  }
  progress {
    inline-size: min(20rem, 100%);
    accent-color: var(--arc);
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
  input[type='file'] {
    max-inline-size: 100%;
  }
  @media (pointer: coarse) {
    button,
    summary {
      min-block-size: 2.75rem;
    }
  }
`;

const megabytes = (bytes: number) => Math.round(bytes / 1e6);

export class AttentionModelOffer extends WordedElement {
  static override styles = styles;

  @property() phase: 'none' | 'loading' | 'opening' = 'none';
  /** Bytes that have come. */
  @property({ type: Number }) bytes = 0;
  /** What is open, in a line; absent as long as nothing is. */
  @property() open: string | undefined;
  @property({ attribute: false }) problem: Error | null = null;
  /** Null when the site has none. */
  @property({ attribute: false }) models: SiteModels | null | undefined;
  /** The model of the site that is on its way. */
  @property() opening: SiteModelName | null = null;

  protected override render() {
    const { opened: words } = this.words;
    return html`<h2>${words.offer}</h2>
      <p>${words.about}</p>
      ${this.models ? this.#choices(this.models) : nothing}
      ${this.models === null ? html`<p>${words.notOnSite}</p>` : nothing}
      <p role="status">
        ${this.phase === 'opening' ? words.opening : this.phase === 'none' ? this.open : nothing}
      </p>
      <p class="problem" role="alert">
        ${this.problem ? messageOf(this.problem)(this.words) : nothing}
      </p>
      <details>
        <summary>${words.ownFiles}</summary>
        <div
          class="drop"
          @dragover=${(event: DragEvent) => event.preventDefault()}
          @drop=${(event: DragEvent) => {
            event.preventDefault();
            this.#give(event.dataTransfer?.files);
          }}
        >
          <label
            >${words.files}
            <input
              type="file"
              multiple
              accept=".json,.safetensors"
              aria-describedby="files-hint"
              @change=${({ target }: Event) => this.#give((target as HTMLInputElement).files)}
          /></label>
          <p id="files-hint">${words.filesHint}</p>
        </div>
      </details>`;
  }

  #choices(models: SiteModels) {
    const { opened: words } = this.words;
    if (this.phase === 'loading' && this.opening) {
      const all = models[this.opening].bytes;
      return html`<div class="choices">
        <progress
          max=${all}
          .value=${Math.min(this.bytes, all)}
          aria-label=${words.offer}
        ></progress>
        <span>${words.loading(megabytes(this.bytes), megabytes(all))}</span>
        <button type="button" @click=${() => report(this, 'attention-model-cancel', null)}>
          ${words.cancel}
        </button>
      </div>`;
    }
    const labels = { minilm: words.open, 'minilm-float16': words.openExact };
    return html`<div class="choices">
        ${siteModelNames.map(
          (name) =>
            html`<button
              type="button"
              ?disabled=${this.phase !== 'none'}
              @click=${() => report(this, 'attention-model-open', { name })}
            >
              ${labels[name](megabytes(models[name].bytes))}
            </button>`,
        )}
      </div>
      <p>${words.formHint}</p>`;
  }

  #give(list: FileList | null | undefined): void {
    if (list?.length) report(this, 'attention-model-open', { files: [...list] });
  }
}

define('attention-model-offer', AttentionModelOffer);
