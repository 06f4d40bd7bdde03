/** `<trained-embed-dialog>`: the first page, or parts of it, as a frame or an element: code to paste, and a preview. */
import { html } from 'lit';
import { property, state } from 'lit/decorators.js';
import { frameCode, trainedSnippet } from '../../embed/snippets';
import {
  formatTrainedEmbedding,
  trainedParts,
  type TrainedPart,
} from '../../embed/trained-embedding';
import '../../words/add-guess';
import '../../words/add-story';
import '../../words/add-trained';
import '../../words/add-training';
import { define } from '../base/define';
import { EmbedBase } from '../lab/embed-base';

export class TrainedEmbedDialog extends EmbedBase<'frame' | 'element'> {
  static readonly tag = 'trained-embed-dialog';

  /** The address of model, input and place. */
  @property({ attribute: false }) link = '';
  @state() private left: readonly TrainedPart[] = [];

  protected override content(site: string) {
    const { embed } = this.words;
    const code = frameCode(site, this.address(site), document.title);
    return html`${this.options(
      this.parts<TrainedPart>(
        trainedParts,
        this.left,
        (part) => this.#nameOf(part),
        (left) => (this.left = left),
      ),
    )}
    ${this.preview()} ${this.way('frame', embed.frame, embed.frameNote, code)}
    ${this.way('element', embed.element, embed.elementNote, trainedSnippet(site, this.#embedding))}`;
  }

  get #embedding() {
    const { link, left: hide, theme } = this;
    return { link, hide, theme, lang: this.frameLanguage };
  }

  protected override address(site: string): string {
    return `${site}embed.html#${formatTrainedEmbedding(this.#embedding)}`;
  }

  /** As its heading or its label on the page. */
  #nameOf(part: TrainedPart): string {
    const { embed, training, trained, story, guess } = this.words;
    const names: Record<TrainedPart, string> = {
      question: embed.question,
      sentences: training.examples,
      film: trained.film.label,
      controls: trained.line.label,
      own: trained.own.label,
      story: story.heading,
      matrices: trained.matrices.heading,
      heads: trained.maps.heading,
      guess: guess.heading,
    };
    return names[part];
  }
}

define(TrainedEmbedDialog.tag, TrainedEmbedDialog);
