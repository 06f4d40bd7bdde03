/** A model in training, or parts of its page, in an embedded frame. */
import '../../elements/training/attention-training';
import type { AttentionTraining, TrainingChange } from '../../elements/training/attention-training';
import { provideDigitImages } from '../../elements/digits/provide-digit-images';
import { trainingParts } from '../../embed/model-embedding';
import { digitImagesUrl } from '../../engine/places/image-places';
import { formatTraining, parseTraining } from '../../training/training-state';
import '../../words/add-trained';
import { changed, modelFrame } from './model-frame';
import { giveEngine } from '../base/give-engine';
import { trainingEngine } from '../base/whole-model-engines';

const element = document.createElement('attention-training') as AttentionTraining;
element.models = './models/';
element.lab = './';

const link = { format: formatTraining, parse: parseTraining };
const frame = modelFrame(element, trainingParts, link, 'training.html');

/** `early`: the messages that arrived before this script loaded. */
export function show(early: readonly MessageEvent[]): void {
  provideDigitImages(digitImagesUrl);
  // Each run has its own worker, so that frames train in parallel.
  giveEngine(element, trainingEngine);
  element.addEventListener('attention-training-change', (event) => {
    const { absent } = (event as CustomEvent<TrainingChange>).detail;
    // The element itself reports absent changes, beside its heads.
    const isSaid = !element.hide.split(' ').includes('heads');
    changed(frame, absent, ({ trained }, names) => trained.absent(names), { isSaid });
  });
  frame.show(early);
  document.querySelector('main')!.append(element);
}
