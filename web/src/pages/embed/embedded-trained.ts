/** A trained model, or parts of the first page, in an embedded frame. */
import '../../elements/trained/attention-trained';
import type { AttentionTrained, TrainedChange } from '../../elements/trained/attention-trained';
import { provideDigitImages } from '../../elements/digits/provide-digit-images';
import { trainedParts } from '../../embed/model-embedding';
import { sharedEngine } from '../../engine/client/shared-engines';
import { digitImagesUrl } from '../../engine/places/image-places';
import { trainingWasmUrl } from '../../engine/places/whole-model-places';
import { formatModelState, parseModelState } from '../../model/trained/model-state';
import { changed, modelFrame } from './model-frame';

const element = document.createElement('attention-trained') as AttentionTrained;
element.lab = './';

const link = { format: formatModelState, parse: parseModelState };
const frame = modelFrame(element, trainedParts, link, '');

/** `early`: the messages that arrived before this script loaded. */
export function show(early: readonly MessageEvent[]): void {
  provideDigitImages(digitImagesUrl);
  const engine = () => sharedEngine({ wasmUrl: trainingWasmUrl });
  element.engine = engine();
  element.addEventListener('attention-retry', () => (element.engine = engine()));
  element.addEventListener('attention-trained-change', (event) => {
    const { absent } = (event as CustomEvent<TrainedChange>).detail;
    changed(frame, absent, ({ trained }, names) => trained.absent(names));
  });
  for (const kind of ['query', 'hover'] as const)
    element.addEventListener(`attention-${kind}`, (event) =>
      frame.announce({ kind, detail: (event as CustomEvent<unknown>).detail }),
    );
  frame.show(early);
  document.querySelector('main')!.append(element);
}
