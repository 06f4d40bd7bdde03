/** A language model, or parts of its page, in an embedded frame. */
import '../../elements/language/attention-model';
import type { AttentionModel, ModelChange } from '../../elements/language/attention-model';
import { languageParts } from '../../embed/model-embedding';
import { languageLink } from '../../model/language/language-state';
import { changed, modelFrame } from './model-frame';
import { giveEngine } from '../base/give-engine';
import { languageEngine } from '../base/whole-model-engines';

const element = document.createElement('attention-model') as AttentionModel;
element.models = 'models/';
element.lab = './';

const frame = modelFrame(element, languageParts, languageLink, 'model.html');

/** `early`: the messages that arrived before this script loaded. */
export function show(early: readonly MessageEvent[]): void {
  giveEngine(element, languageEngine);
  element.addEventListener('attention-model-change', (event) => {
    const { absent, opened: isOpening } = (event as CustomEvent<ModelChange>).detail;
    changed(frame, absent, ({ languageModel }, names) => languageModel.absent(names), {
      isOpening,
    });
  });
  frame.show(early);
  document.querySelector('main')!.append(element);
}
