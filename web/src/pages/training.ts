/** The training page: starts the engine and keeps the address and the run in sync. */
import '../elements/training/attention-training';
import { provideDigitImages } from '../elements/digits/provide-digit-images';
import { digitImagesUrl } from '../engine/places/image-places';
import type { AttentionTraining, TrainingChange } from '../elements/training/attention-training';
import { taskRow } from '../model/examples/tasks';
import { isShippedModel } from '../model/trained/shipped-models';
import { defaultTraining, formatTraining, parseTraining } from '../training/training-state';
import { carriedModel, carriedSentence } from '../model/trained/carried';
import { offerEmbedding } from './base/embed-button';
import { handOver, sentenceHash } from './base/hand-over';
import { redirectsToOtherPage } from './base/redirect';
import { LinkNotice } from './base/link-notice';
import { PageLanguage } from './base/page-language';
import { makePresenter } from './base/presenter';
import { giveEngine } from './base/give-engine';
import { trainingEngine } from './base/whole-model-engines';
import { writeHash } from './base/write-hash';

const element = document.querySelector<AttentionTraining>('attention-training')!;
const language = new PageLanguage(document.querySelector('#language')!, element);
const notice = new LinkNotice(language);

makePresenter(document.querySelector('#present')!, element);
provideDigitImages(digitImagesUrl);
giveEngine(element, trainingEngine);

/** The settings of the address that was read last. */
let linked = '';

function readAddress(): void {
  if (redirectsToOtherPage('', 'training.html')) return;
  const { state, refusal } = parseTraining(language.readFrom(location.hash.slice(1)));
  notice.show(refusal);
  element.state = state;
  linked = formatTraining(state);
}

const writeAddress = () => writeHash(language.writeTo(formatTraining(element.state)));

element.addEventListener('attention-training-change', (event) => {
  const { state, absent } = (event as CustomEvent<TrainingChange>).detail;
  // The notice stays until something is changed.
  if (absent.length === 0 && formatTraining(state) !== linked) notice.show(null);
  // Without any change, a link without settings stays as it is.
  if (location.hash === '' && formatTraining(element.state) === formatTraining(defaultTraining))
    return;
  writeAddress();
});
language.onchoice = () => {
  writeAddress();
  void notice.translate();
};
addEventListener('popstate', readAddress);
readAddress();
offerEmbedding(
  async () => (await import('../elements/embed/training-embed-dialog')).TrainingEmbedDialog,
  element,
  () => formatTraining(element.state),
  () =>
    taskRow(element.state.model).learns !== undefined && element.state.trainingText !== undefined,
);
const ofSentence = () => {
  const sentence = carriedSentence(element.state);
  return sentence && sentenceHash(sentence);
};
handOver(language, {
  '': () => (isShippedModel(element.state.model) ? carriedModel(element.state) : null),
  'model.html': ofSentence,
  'playground.html': ofSentence,
});
