/** `<trained-embed-dialog>`: the first page, or parts of it, as a frame or an element: code to paste, and a preview. */
import { trainedParts, type TrainedPart } from '../../embed/model-embedding';
import '../../words/add-guess';
import '../../words/add-story';
import '../../words/add-trained';
import '../../words/add-training';
import { define } from '../base/define';
import { ModelEmbedBase } from './model-embed-base';

export class TrainedEmbedDialog extends ModelEmbedBase<TrainedPart> {
  static readonly tag = 'trained-embed-dialog';
  protected override readonly all = trainedParts;
  protected override readonly first = ['sentences'] as const;
  protected override readonly element = { tag: 'attention-trained', script: 'trained-elements.js' };

  protected override nameOf(part: TrainedPart): string {
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
