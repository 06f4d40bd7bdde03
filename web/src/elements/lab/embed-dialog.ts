/** `<embed-dialog>`: three ways to embed, as code to paste, and the offline file to download. */
import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { hidable, type Embedding, type Hidable, type View } from '../../embed/embedding';
import {
  elementSnippet,
  fileHash,
  fileSnippet,
  frameAddress,
  frameSnippet,
  type Shown,
} from '../../embed/snippets';
import { hasControl } from '../../settings';
import { defaultState, type LabState } from '../../state';
import '../../words/add-later';
import { messageOf } from '../../words/refusal';
import { translations } from '../../words/words';
import { embedDialogStyles } from './embed-dialog.styles';
import { define } from '../base/define';
import { codeTextStyles } from '../base/code-text.styles';
import { WordedElement } from '../base/worded';

/** The placeholder for an unknown site. */
const kExampleSite = 'https://example.org/attention-lab/';

const choices: Record<'all' | 'row' | 'matrix' | 'both' | 'vector', readonly View[]> = {
  all: ['playground'],
  row: ['tokens', 'bars'],
  matrix: ['heatmap'],
  both: ['tokens', 'bars', 'heatmap'],
  vector: ['tokens', 'vector'],
};
type Choice = keyof typeof choices;
/** The preview is drawn this long, in milliseconds, after the last change. */
const kPreviewAfter = 250;
type Way = 'frame' | 'element' | 'file';

export class EmbedDialog extends WordedElement {
  static readonly tag = 'embed-dialog';
  static override styles = [codeTextStyles, embedDialogStyles];

  @property({ attribute: false }) state: LabState = { ...defaultState };
  /** Whether the lab shows data from a file, which cannot be embedded. */
  @property({ attribute: false }) isOpened = false;
  @property({ attribute: false }) site: string | undefined;
  @property({ attribute: false }) file: (() => Promise<string>) | undefined;
  @state() private choice: Choice = 'all';
  @state() private left: readonly Hidable[] = [];
  @state() private theme: Embedding['theme'] = null;
  /** A language tag, null for the reader's own, or undefined for that of the page. */
  @state() private chosenLanguage: string | null | undefined;
  #previewing: ReturnType<typeof setTimeout> | undefined;
  @state() private message: { way: Way; text: string } | null = null;

  open(): void {
    this.message = null;
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector('dialog')!.showModal();
      this.requestUpdate();
    });
  }

  protected override render() {
    const { embed } = this.words;
    const site = this.site ?? kExampleSite;
    const shown = this.#shown();
    return html`<dialog aria-labelledby="title" @click=${(event: Event) => this.#outside(event)}>
      <div class="inner">
        <header>
          <h2 id="title">${embed.title}</h2>
          <button
            type="button"
            class="close"
            aria-label=${embed.close}
            @click=${() => this.#close()}
          >
            ×
          </button>
        </header>
        <p>
          <label for="choice">${embed.what}</label>
          <select
            id="choice"
            @change=${(event: Event) => this.#choose((event.target as HTMLSelectElement).value)}
          >
            ${(Object.keys(choices) as Choice[]).map(
              (choice) => html`<option value=${choice}>${embed.choices[choice]}</option>`,
            )}
          </select>
        </p>
        ${this.#options()} ${this.#preview()}
        ${this.isOpened ? html`<p class="opened">${embed.opened}</p>` : nothing}
        ${this.#way('frame', embed.frame, embed.frameNote, frameSnippet(site, shown))}
        ${this.#way('element', embed.element, embed.elementNote, elementSnippet(site, shown))}
        ${this.#way('file', embed.file, embed.fileNote, fileSnippet(shown), this.#download())}
      </div>
    </dialog>`;
  }

  #shown(): Shown {
    const { state, choice, left, theme, chosenLanguage } = this;
    const lang = chosenLanguage === undefined ? this.language : chosenLanguage;
    const hide = choice === 'all' ? left : [];
    return { state, views: choices[choice], lang, hide, theme };
  }

  #options() {
    const { embed, controls } = this.words;
    const lang = this.#shown().lang ?? '';
    const nameOf = (part: Hidable) =>
      hasControl(part) ? controls.labels[part] : embed.parts[part];
    const select = (event: Event) => (event.target as HTMLSelectElement).value;
    return html`<div class="options">
      <label
        >${embed.theme}
        <select
          @change=${(event: Event) => (this.theme = (select(event) || null) as Embedding['theme'])}
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
          ${Object.entries({ en: { name: 'English' }, ...translations }).map(
            ([tag, { name }]) =>
              html`<option value=${tag} lang=${tag} .selected=${lang === tag}>${name}</option>`,
          )}
        </select></label
      >
      ${
        this.choice === 'all'
          ? html`<fieldset>
              <legend>${embed.shows}</legend>
              ${hidable
                .filter((part) => part !== 'status')
                .map(
                  (part) =>
                    html`<label
                      ><input
                        type="checkbox"
                        .checked=${!this.left.includes(part)}
                        @change=${() => this.#toggle(part)}
                      />${nameOf(part)}</label
                    >`,
                )}
            </fieldset>`
          : nothing
      }
    </div>`;
  }

  #toggle(part: Hidable): void {
    const { left } = this;
    this.left = hidable.filter((one) => (one === part) !== left.includes(one));
  }

  /** What readers will see. A page elsewhere has no frame of its own to show it in. */
  #preview() {
    return this.site && new URL(this.site).origin === location.origin
      ? html`<iframe title=${this.words.embed.preview}></iframe>`
      : nothing;
  }

  /** The frame takes the theme of the page, as it will there. */
  protected override updated(): void {
    const frame = this.renderRoot.querySelector('iframe');
    if (!frame || !this.renderRoot.querySelector('dialog')!.open) return;
    const address = frameAddress(this.site!, this.#shown());
    if (frame.dataset['address'] === address) return;
    frame.dataset['address'] = address;
    clearTimeout(this.#previewing);
    this.#previewing = setTimeout(() => (frame.src = address), kPreviewAfter);
  }

  #way(
    way: Way,
    name: string,
    note: string,
    text: string,
    more: TemplateResult | typeof nothing = nothing,
  ) {
    const { embed } = this.words;
    const rows = text.split('\n').length;
    return html`<section aria-labelledby="${way}-name">
      <h3 id="${way}-name">${name}</h3>
      <p class="muted">${note}</p>
      <textarea
        readonly
        dir="ltr"
        spellcheck="false"
        aria-labelledby="${way}-name"
        rows=${rows}
        .value=${text}
      ></textarea>
      <div class="actions">
        <button type="button" @click=${() => this.#copy(way, text)}>
          ${embed.copy}<span class="unseen"> (${name})</span>
        </button>
        ${more}
        <span role="status" class="muted"
          >${this.message?.way === way ? this.message.text : nothing}</span
        >
      </div>
    </section>`;
  }

  #download() {
    if (!this.file) return nothing;
    return html`<button type="button" @click=${() => this.#save()}>
      ${this.words.embed.download}
    </button>`;
  }

  #choose(choice: string): void {
    this.choice = choice as Choice;
    this.message = null;
  }

  async #copy(way: Way, text: string): Promise<void> {
    const { clipboard } = this.words;
    try {
      await navigator.clipboard.writeText(text);
      this.message = { way, text: clipboard.copied };
    } catch {
      const area = this.renderRoot.querySelector<HTMLTextAreaElement>(
        `textarea[aria-labelledby='${way}-name']`,
      )!;
      area.focus();
      area.select();
      this.message = { way, text: clipboard.textSelected };
    }
  }

  async #save(): Promise<void> {
    const { embed } = this.words;
    try {
      const file = await this.file!();
      const [{ withState }, { download }] = await Promise.all([
        import('../../embed/one-file'),
        import('../../files/download'),
      ]);
      const text = withState(file, fileHash(this.#shown()));
      download('attention-lab.html', text, 'text/html');
      this.message = { way: 'file', text: embed.saved };
    } catch (error) {
      this.message = { way: 'file', text: embed.notSaved(messageOf(error as Error)(this.words)) };
    }
  }

  #close(): void {
    this.renderRoot.querySelector('dialog')!.close();
  }

  /** Closes the dialog on a click on its backdrop. */
  #outside(event: Event): void {
    if (event.target === event.currentTarget) this.#close();
  }
}

define(EmbedDialog.tag, EmbedDialog);
