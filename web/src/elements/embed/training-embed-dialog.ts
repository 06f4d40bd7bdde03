/** `<training-embed-dialog>`: a run, or parts of its page, as a frame or an element: code to paste, and a preview. */
import { trainingParts, type TrainingPart } from '../../embed/model-embedding';
import '../../words/add-recipe';
import '../../words/add-training';
import '../../words/add-training-page';
import { define } from '../base/define';
import { ModelEmbedBase } from './model-embed-base';

export class TrainingEmbedDialog extends ModelEmbedBase<TrainingPart> {
  static readonly tag = 'training-embed-dialog';
  protected override readonly all = trainingParts;
  protected override readonly first = ['run', 'sentences'] as const;
  protected override readonly element = {
    tag: 'attention-training',
    script: 'training-elements.js',
  };

  protected override nameOf(part: TrainingPart): string {
    const { training, recipe } = this.words;
    const names: Record<TrainingPart, string> = {
      run: training.controls.label,
      task: training.task,
      sentences: training.examples,
      start: training.shipped.label,
      curves: training.curves.heading,
      heads: training.heads.heading,
      own: training.own.label,
      recipe: recipe.heading,
      compare: training.compare.heading,
      keep: training.keep.heading,
    };
    return names[part];
  }
}

define(TrainingEmbedDialog.tag, TrainingEmbedDialog);
