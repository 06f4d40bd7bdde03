/**
 * Parts that the dialogs for embedding a whole model share: the model's page, or parts of it, as a frame or an element.
 */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { formatModelEmbedding } from '../../embed/model-embedding';
import { elementPolicy, frameCode, modelSnippet, type ModelElement } from '../../embed/snippets';
import { EmbedBase } from './embed-base';

export abstract class ModelEmbedBase<Part extends string> extends EmbedBase<'frame' | 'element'> {
  /** The address of model, input and place. */
  @property({ attribute: false }) link = '';
  /**
   * Whether no address can describe the model: it comes from the visitor's own files, has learned the visitor's own text,
   * or is a step of its training.
   */
  @property({ attribute: false }) hasNoAddress = false;
  /** The parts that are left out, once the visitor has chosen. */
  @state() private leftOut: readonly Part[] | undefined;

  protected abstract readonly element: ModelElement;
  protected abstract readonly all: readonly Part[];
  /**
   * The parts that are included until the visitor chooses: few, because a whole page is too much for most frames. An
   * example of the visitor's own adds the part that shows it.
   */
  protected abstract readonly first: readonly Part[];
  /** The name of a part: its heading or its label on the page. */
  protected abstract nameOf(part: Part): string;

  protected override content(site: string) {
    const { embed } = this.words;
    const { title } = document;
    const code = frameCode(site, { address: this.address(site), title, height: this.height });
    const snippet = modelSnippet(site, this.element, this.#embedding);
    return html`${this.options(
      this.parts<Part>(
        this.all,
        this.#left,
        (part) => this.nameOf(part),
        (leftOut) => (this.leftOut = leftOut),
      ),
    )}
    ${this.hasNoAddress ? html`<p class="muted">${embed.opened}</p>` : nothing} ${this.preview()}
    ${this.way('frame', embed.frame, this.frameNote(site), code)}
    ${this.way('element', embed.element, this.noteWith(embed.elementNote, elementPolicy(site)), snippet)}`;
  }

  get #left(): readonly Part[] {
    const settings = new URLSearchParams(this.link);
    const shown = settings.has('text') || settings.has('drawing') ? ['own'] : [];
    return this.leftOut ?? this.all.filter((part) => ![...shown, ...this.first].includes(part));
  }

  get #embedding() {
    const { link, theme } = this;
    return { link, hide: this.#left, theme, lang: this.frameLanguage };
  }

  protected override address(site: string): string {
    return `${site}embed.html#${formatModelEmbedding(this.#embedding)}`;
  }
}
