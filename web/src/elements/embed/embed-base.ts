/** Parts that the dialogs for embedding share: theme and language, the preview, and code to copy. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { FrameSettings } from '../../embed/frame-settings';
import { framePolicy, kFrameHeight } from '../../embed/snippets';
import '../../words/add-later';
import { paragraph } from '../../words/forms/paragraph';
import type { TranslatedMessage } from '../../words/refusal';
import { languages } from '../../words/words';
import { codeTextStyles } from '../styles/code-text.styles';
import { copyText } from '../input/copy-text';
import { WordedElement } from '../base/worded';
import { embedDialogStyles } from './embed-dialog.styles';

/** The placeholder for an unknown site. */
const kExampleSite = 'https://example.org/attention-lab/';
/** The delay, in milliseconds, between the last change and the preview's update. */
const kPreviewAfter = 250;
/** That of attention-lab-host.js. It stops a frame whose content grows with its height. */
const kMaxHeight = 40_000;

export abstract class EmbedBase<Way extends string> extends WordedElement {
  static override styles = [codeTextStyles, embedDialogStyles];

  @property({ attribute: false }) site: string | undefined;
  /** The height of the previewed frame, in pixels, and the width at which it was measured. */
  @state() protected height = kFrameHeight;
  @state() private width: number | null = null;
  @state() protected theme: FrameSettings['theme'] = null;
  /** Shown while `code` is the code of its way. */
  @state() protected message: { way: Way; code: string; text: TranslatedMessage } | null = null;
  /** A language tag, null for the visitor's own, or undefined for that of the page. */
  @state() private chosenLanguage: string | null | undefined;
  #previewing: ReturnType<typeof setTimeout> | undefined;
  /** Whether the last press was on the backdrop. */
  #isPressedOutside = false;

  protected abstract content(site: string): unknown;
  /** The address of the frame in the preview. */
  protected abstract address(site: string): string;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('message', this.#measure);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('message', this.#measure);
    this.#closed();
  }

  /** The preview reports its height, as it will to the page that embeds it. */
  readonly #measure = ({ data, source }: MessageEvent): void => {
    const preview = this.renderRoot.querySelector('iframe');
    if (!preview?.contentWindow || source !== preview.contentWindow) return;
    if (data?.kind !== 'height' || !(data.height > 0)) return;
    this.height = Math.min(Math.ceil(data.height), kMaxHeight);
    this.width = preview.clientWidth;
  };

  /** Keeps keys such as Ctrl+Z and Alt+P from the page behind the dialog. */
  readonly #keepKey = (event: KeyboardEvent): void => event.stopPropagation();

  open(): void {
    this.message = null;
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector('dialog')!.showModal();
      addEventListener('keydown', this.#keepKey, { capture: true });
      this.requestUpdate();
    });
  }

  protected get frameLanguage(): string | null {
    return this.chosenLanguage === undefined ? this.language : this.chosenLanguage;
  }

  protected override render() {
    const { embed } = this.words;
    return html`<dialog
      aria-labelledby="title"
      @pointerdown=${(event: Event) => (this.#isPressedOutside = isOutside(event))}
      @click=${(event: Event) => this.#isPressedOutside && isOutside(event) && this.#close()}
      @close=${() => this.#closed()}
    >
      <div class="inner">
        <div class="head">
          <h2 id="title">${embed.title}</h2>
          <button
            type="button"
            class="close"
            aria-label=${embed.close}
            @click=${() => this.#close()}
          >
            ×
          </button>
        </div>
        ${this.content(this.site ?? kExampleSite)}
      </div>
    </dialog>`;
  }

  /** The choices of theme and language. `more`: further choices. */
  protected options(more: unknown) {
    const { embed } = this.words;
    const lang = this.frameLanguage ?? '';
    const select = (event: Event) => (event.target as HTMLSelectElement).value;
    return html`<div class="options">
      <label
        >${embed.theme}
        <select
          @change=${(event: Event) =>
            (this.theme = (select(event) || null) as FrameSettings['theme'])}
        >
          <option value="">${embed.themes.page}</option>
          <option value="light">${embed.themes.light}</option>
          <option value="dark">${embed.themes.dark}</option>
        </select></label
      >
      <label
        >${embed.language}
        <select @change=${(event: Event) => (this.chosenLanguage = select(event) || null)}>
          <option value="" .selected=${lang === ''}>${embed.readers}</option>
          ${Object.entries(languages).map(
            ([tag, { name }]) =>
              html`<option value=${tag} lang=${tag} .selected=${lang === tag}>${name}</option>`,
          )}
        </select></label
      >
      ${more}
    </div>`;
  }

  /** A checkbox for each part. */
  protected parts<Part extends string>(
    parts: readonly Part[],
    leftOut: readonly Part[],
    nameOf: (part: Part) => string,
    change: (leftOut: readonly Part[]) => void,
  ) {
    const toggle = (part: Part) =>
      change(parts.filter((other) => (other === part) !== leftOut.includes(other)));
    return html`<fieldset>
      <legend>${this.words.embed.shows}</legend>
      ${parts.map(
        (part) =>
          html`<label
            ><input
              type="checkbox"
              .checked=${!leftOut.includes(part)}
              @change=${() => toggle(part)}
            />${nameOf(part)}</label
          >`,
      )}
    </fieldset>`;
  }

  /** A preview of the frame as visitors will see it, as high as its code. Only pages of the site itself can show it. */
  protected preview() {
    return this.site && new URL(this.site).origin === location.origin
      ? html`<div class="preview" role="region" tabindex="0" aria-label=${this.words.embed.preview}>
          <iframe title=${this.words.embed.preview} height=${this.height}></iframe>
        </div>`
      : nothing;
  }

  /** The preview takes the theme of this page, as the frame will take that of its host page. */
  protected override updated(): void {
    const frame = this.renderRoot.querySelector('iframe');
    if (!frame || !this.renderRoot.querySelector('dialog')!.open) return;
    const address = this.address(this.site!);
    if (frame.dataset['address'] === address) return;
    frame.dataset['address'] = address;
    clearTimeout(this.#previewing);
    this.#previewing = setTimeout(() => showIn(frame, address), kPreviewAfter);
  }

  /**
   * Frees the frame's model and its worker while the dialog is closed. Going back to an empty page would be an entry in the
   * browser's history; a frame that is inserted again is empty.
   */
  #closed(): void {
    removeEventListener('keydown', this.#keepKey, { capture: true });
    clearTimeout(this.#previewing);
    const frame = this.renderRoot.querySelector('iframe');
    if (!frame) return;
    const { parentNode, nextSibling } = frame;
    frame.remove();
    frame.removeAttribute('src');
    frame.removeAttribute('data-address');
    parentNode!.insertBefore(frame, nextSibling);
  }

  protected frameNote(site: string) {
    const { embed } = this.words;
    const height = this.width !== null && embed.heightAt(this.width);
    return this.noteWith(paragraph([embed.frameNote, height]), framePolicy(site));
  }

  /** A note on a way to embed, and what it needs where scripts are restricted. */
  protected noteWith(note: string, policy: string) {
    return html`${note}<br />${this.words.embed.policy} <code dir="ltr">${policy}</code>`;
  }

  /** The buttons are above the code, whose end may be out of sight. */
  protected way(way: Way, name: string, note: unknown, code: string, more: unknown = nothing) {
    const { message, words } = this;
    const { embed } = words;
    const isShown = message?.way === way && message.code === code;
    const rows = code.split('\n').length;
    return html`<section aria-labelledby="${way}-name">
      <h3 id="${way}-name">${name}</h3>
      <p class="muted">${note}</p>
      <div class="actions">
        <button type="button" @click=${() => this.#copy(way, code)}>
          ${embed.copy}<span class="unseen"> (${name})</span>
        </button>
        ${more}
        <span role="status" class="muted">${isShown ? message.text(words) : nothing}</span>
      </div>
      <textarea
        readonly
        dir="ltr"
        spellcheck="false"
        aria-labelledby="${way}-name"
        rows=${rows}
        .value=${code}
      ></textarea>
    </section>`;
  }

  async #copy(way: Way, code: string): Promise<void> {
    const isCopied = await copyText(code);
    if (!isCopied) {
      const area = this.renderRoot.querySelector<HTMLTextAreaElement>(
        `textarea[aria-labelledby='${way}-name']`,
      )!;
      area.focus();
      area.select();
    }
    const text: TranslatedMessage = ({ clipboard }) =>
      clipboard[isCopied ? 'copied' : 'textSelected'];
    this.message = { way, code, text };
  }

  #close(): void {
    this.renderRoot.querySelector('dialog')!.close();
  }
}

/** Without an entry in the browser's history, which Back and Ctrl+Z would undo before the last change of the page. */
function showIn(frame: HTMLIFrameElement, address: string): void {
  if (frame.src) frame.contentWindow!.location.replace(address);
  else frame.src = address;
}

/**
 * Whether an event of the dialog is on its backdrop. A click that began in a text of the dialog and ended on the backdrop
 * counts as one, too.
 */
const isOutside = ({ target, currentTarget }: Event): boolean => target === currentTarget;
