/** `<language-embed-dialog>`: a language model, or parts of its page, as a frame or an element: code to paste, and a preview. */
import { languageParts, type LanguagePart } from '../../embed/model-embedding';
import '../../words/add-opened';
import '../../words/add-story';
import { define } from '../base/define';
import { ModelEmbedBase } from '../lab/model-embed-base';

export class LanguageEmbedDialog extends ModelEmbedBase<LanguagePart> {
  static readonly tag = 'language-embed-dialog';
  protected override readonly all = languageParts;
  protected override readonly first = ['sentence', 'arcs'] as const;
  protected override readonly element = { tag: 'attention-model', script: 'model-elements.js' };

  protected override nameOf(part: LanguagePart): string {
    const { opened, story } = this.words;
    const names: Record<LanguagePart, string> = {
      sentence: opened.sentence,
      arcs: opened.parts.arcs,
      heads: opened.heads,
      head: opened.parts.head,
      story: story.heading,
      effects: opened.effects.title,
      masked: opened.masked.title,
      paths: opened.paths.title,
      similarities: opened.similar.title,
      rounding: opened.rounding.title,
    };
    return names[part];
  }
}

define(LanguageEmbedDialog.tag, LanguageEmbedDialog);
