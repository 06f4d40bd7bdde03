/** `<embed-dialog>`: three ways to embed, as code to paste, and the offline file to download. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { hidable, type Hidable, type View } from '../../embed/embedding';
import {
  elementPolicy,
  elementSnippet,
  fileHash,
  fileSnippet,
  frameAddress,
  frameSnippet,
  type ShownEmbedding,
} from '../../embed/snippets';
import { hasControl } from '../../settings/playground';
import { defaultState, type LabState } from '../../settings/state';
import { loaded, messageOf } from '../../words/refusal';
import { define } from '../base/define';
import { EmbedBase } from './embed-base';

const choices: Record<'all' | 'row' | 'matrix' | 'both' | 'vector', readonly View[]> = {
  all: ['playground'],
  row: ['tokens', 'bars'],
  matrix: ['heatmap'],
  both: ['tokens', 'bars', 'heatmap'],
  vector: ['tokens', 'vector'],
};
type Choice = keyof typeof choices;

const parts = hidable.filter((part) => part !== 'status');

export class EmbedDialog extends EmbedBase<'frame' | 'element' | 'file'> {
  static readonly tag = 'embed-dialog';

  @property({ attribute: false }) state: LabState = { ...defaultState };
  /** Whether the lab shows data from a file, which cannot be embedded. */
  @property({ attribute: false }) isOpened = false;
  @property({ attribute: false }) file: (() => Promise<string>) | undefined;
  @state() private choice: Choice = 'all';
  @state() private leftOut: readonly Hidable[] = [];

  protected override content(site: string) {
    const { embed, controls } = this.words;
    const embedding = this.#embedding();
    const nameOf = (part: Hidable) =>
      hasControl(part) ? controls.labels[part] : embed.parts[part];
    return html`<p>
        <label for="choice">${embed.what}</label>
        <select
          id="choice"
          @change=${(event: Event) =>
            (this.choice = (event.target as HTMLSelectElement).value as Choice)}
        >
          ${(Object.keys(choices) as Choice[]).map(
            (choice) => html`<option value=${choice}>${embed.choices[choice]}</option>`,
          )}
        </select>
      </p>
      ${this.options(
        this.choice === 'all'
          ? this.parts<Hidable>(parts, this.leftOut, nameOf, (leftOut) => (this.leftOut = leftOut))
          : nothing,
      )}
      ${this.preview()} ${this.isOpened ? html`<p class="opened">${embed.opened}</p>` : nothing}
      ${this.way('frame', embed.frame, this.frameNote(site), frameSnippet(site, embedding, this.height))}
      ${this.way('element', embed.element, this.noteWith(embed.elementNote, elementPolicy(site)), elementSnippet(site, embedding))}
      ${this.way('file', embed.file, embed.fileNote, fileSnippet(embedding), this.#download())}`;
  }

  protected override address(site: string): string {
    return frameAddress(site, this.#embedding());
  }

  #embedding(): ShownEmbedding {
    const { state, choice, leftOut, theme } = this;
    const hide = choice === 'all' ? leftOut : [];
    return { state, views: choices[choice], lang: this.frameLanguage, hide, theme };
  }

  #download() {
    if (!this.file) return nothing;
    return html`<button type="button" @click=${() => this.#save()}>
      ${this.words.embed.download}
    </button>`;
  }

  async #save(): Promise<void> {
    const embedding = this.#embedding();
    const code = fileSnippet(embedding);
    try {
      const file = await this.file!();
      const [{ withState }, { download }] = await loaded(
        Promise.all([import('../../embed/one-file'), import('../../files/download')]),
      );
      const text = withState(file, fileHash(embedding));
      download('attention-lab.html', text, 'text/html');
      this.message = { way: 'file', code, text: ({ embed }) => embed.saved };
    } catch (error) {
      const why = messageOf(error as Error);
      this.message = { way: 'file', code, text: (words) => words.embed.notSaved(why(words)) };
    }
  }
}

define(EmbedDialog.tag, EmbedDialog);
