/** `<language-embed-dialog>`: a language model, or parts of its page, as a frame or an element: code to paste, and a preview. */
import { languageParts, type LanguagePart } from '../../embed/model-embedding';
import '../../words/add-language-model';
import '../../words/add-story';
import { define } from '../base/define';
import { ModelEmbedBase } from './model-embed-base';

export class LanguageEmbedDialog extends ModelEmbedBase<LanguagePart> {
  static readonly tag = 'language-embed-dialog';
  protected override readonly all = languageParts;
  protected override readonly first = ['sentence', 'arcs'] as const;
  protected override readonly element = { tag: 'attention-model', script: 'model-elements.js' };

  protected override nameOf(part: LanguagePart): string {
    const { languageModel, story } = this.words;
    const names: Record<LanguagePart, string> = {
      sentence: languageModel.sentence,
      arcs: languageModel.parts.arcs,
      heads: languageModel.heads,
      head: languageModel.parts.head,
      story: story.heading,
      effects: languageModel.effects.title,
      masked: languageModel.masked.title,
      paths: languageModel.paths.title,
      similarities: languageModel.similar.title,
      rounding: languageModel.rounding.title,
    };
    return names[part];
  }
}

define(LanguageEmbedDialog.tag, LanguageEmbedDialog);
