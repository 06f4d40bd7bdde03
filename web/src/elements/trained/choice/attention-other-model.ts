/**
 * `<attention-other-model>`: opens a model of another page with the sentence, or a file. Loads when it is first shown.
 */
import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { megabytes, type SiteModel } from '../../../model/checkpoint/site-model';
import { linkOf } from '../../../settings/link';
import type { OtherModel } from '../../../model/trained/other-models';
import '../../../words/add-other-model';
import '../../../words/add-trained';
import { messageOf } from '../../../words/refusal';
import { define } from '../../base/define';
import { failure } from '../../parts/failure';
import { inLanguage } from '../../base/in-language';
import { linkButtons } from '../../styles/link-button.styles';
import { sender } from '../../base/sender';
import { WordedElement } from '../../base/worded';
import { problemLine } from '../../parts/problem-line';
import { aboutMiniLm } from './about-minilm';

interface OwnFile {
  readonly name: string;
  readonly step: number;
}

const send = sender<{ 'attention-own-file': File; 'attention-own-file-close': null }>({});

/**
 * @fires {CustomEvent<File>} attention-own-file - to open it
 * @fires {CustomEvent} attention-own-file-close - back to the model of the site
 */
export class AttentionOtherModel extends WordedElement {
  static override styles = [
    linkButtons,
    css`
      :host {
        display: block;
        padding-block: 0.6rem;
        font-size: 0.875rem;
      }
      p {
        margin: 0;
        max-inline-size: 56rem;
        overflow-wrap: anywhere;
      }
      p + p {
        margin-block-start: 0.25rem;
      }
      a {
        color: var(--ink);
        text-decoration-color: var(--muted);
        text-underline-offset: 0.3em;
      }
      .problem {
        color: var(--wrong);
      }
      .doors {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.5rem;
      }
      @media (pointer: coarse) {
        button,
        .doors a {
          min-block-size: 2.75rem;
          line-height: 2.75rem;
        }
      }
    `,
  ];

  @property() kind: OtherModel = 'minilm';
  /** The address of the lab with its other pages. */
  @property() lab = '';
  /** The sentence for the other page; null: that page opens with its own. */
  @property({ attribute: false }) sentence: { text: string; word?: number | undefined } | null =
    null;
  @property() mask: string | null = null;
  /** Whether the small model cannot read the sentence. */
  @property({ type: Boolean }) unknown = false;
  /** The shown file. */
  @property({ attribute: false }) file: OwnFile | null = null;
  /** Why the last file could not be opened. */
  @property({ attribute: false }) problem: Error | null = null;
  @property({ type: Boolean }) opening = false;
  /** Null where the site does not have MiniLM. */
  #about: SiteModel | null | undefined;
  #hasRequestedOffer = false;
  /** Whether the server did not answer. */
  #isUnanswered = false;

  protected override render() {
    if (this.kind === 'minilm') return this.#miniLm();
    return this.kind === 'untrained' ? this.#untrained() : this.#file();
  }

  #miniLm() {
    const { otherModel: words } = this.words;
    if (!this.#hasRequestedOffer) void this.#loadOffer();
    const problem = this.#isUnanswered ? words.noAnswer : null;
    return html`${failure(problem, this.words, () => void this.#loadOffer())}
    ${this.#about === undefined ? nothing : this.#offer(this.#about)}`;
  }

  #offer(about: SiteModel | null) {
    const { otherModel: words } = this.words;
    if (about === null) return html`<p>${words.noMiniLm}</p>`;
    const open = this.unknown
      ? words.knowsAll
      : this.sentence
        ? words.openInMiniLm
        : words.openMiniLm;
    return html`${this.unknown ? nothing : html`<p class="muted">${words.miniLm}</p>`}
      <p>${this.#link('model.html', { model: 'minilm' }, open(megabytes(about.bytes)))}</p>
      <p class="muted">${words.origin(about.source, about.licence)}</p>`;
  }

  #untrained() {
    const { otherModel: words } = this.words;
    return html`<p class="muted">${words.untrained}</p>
      <p>
        ${this.#link('playground.html', { mask: this.mask }, this.sentence ? words.openInLayer : words.openLayer)}
      </p>`;
  }

  /** A link to another page with the sentence. */
  #link(page: string, more: Readonly<Record<string, string | null>>, name: string) {
    const hash = inLanguage(linkOf({ ...more, ...this.sentence }), this.language);
    return html`<a href=${`${this.lab}${page}#${hash}`}>${name}</a>`;
  }

  #file() {
    const { otherModel: words, lab, trained } = this.words;
    const { file, problem } = this;
    return html`${
        file
          ? html`<p>
              ${words.file(html`<bdi>${file.name}</bdi>`, file.step > 0 ? trained.steps(file.step) : lab.untrained)}
            </p>`
          : html`<p class="muted">${words.fileHint}</p>`
      }
      <p class="doors">
        <button type="button" ?disabled=${this.opening} @click=${() => this.#input.click()}>
          ${file ? words.openAnother : words.openFile}
        </button>
        ${
          file
            ? html`<button
                type="button"
                @click=${() => send(this, 'attention-own-file-close', null)}
              >
                ${words.back}
              </button>`
            : nothing
        }
        ${this.lab ? html`<a href=${`${this.lab}model.html`}>${words.ownBert}</a>` : nothing}
      </p>
      <input
        type="file"
        accept=".safetensors"
        hidden
        @change=${({ target }: Event) => this.#openFile(target as HTMLInputElement)}
      />
      <p role="status">${this.opening ? words.opening : nothing}</p>
      ${problemLine(problem && words.notOpened(messageOf(problem)(this.words)))}`;
  }

  get #input(): HTMLInputElement {
    return this.renderRoot.querySelector('input')!;
  }

  #openFile(input: HTMLInputElement): void {
    const file = input.files?.[0];
    // Allows choosing the same file again after it has changed.
    input.value = '';
    if (file) send(this, 'attention-own-file', file);
  }

  async #loadOffer(): Promise<void> {
    this.#hasRequestedOffer = true;
    this.#isUnanswered = false;
    this.requestUpdate();
    try {
      this.#about = await aboutMiniLm(this.lab);
    } catch {
      this.#isUnanswered = true;
    }
    this.requestUpdate();
  }
}

define('attention-other-model', AttentionOtherModel);
