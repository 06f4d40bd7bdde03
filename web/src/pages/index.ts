/** The first page: starts the engine, and keeps the address and the model in sync. Old links lead to the playground. */
import '../elements/trained/attention-trained';
import type { AttentionTrained, TrainedChange } from '../elements/trained/attention-trained';
import { digitImagesUrl } from '../engine/places/image-places';
import { provideDigitImages } from '../elements/digits/provide-digit-images';
import { formatModelState, parseModelState, type ModelState } from '../model/trained/model-state';
import { carriedSentence } from '../model/trained/carried';
import { offerEmbedding } from './base/embed-button';
import { handOver, sentenceHash } from './base/hand-over';
import { redirectsToOtherPage } from './base/redirect';
import { LinkNotice } from './base/link-notice';
import { PageLanguage } from './base/page-language';
import { HistoryEntries } from './base/history-entries';
import { makePresenter } from './base/presenter';
import { giveEngine } from './base/give-engine';
import { trainingEngine } from './base/whole-model-engines';
import { writeHash } from './base/write-hash';

if (!leaves()) start();

/** Redirects to the page that a link was made for. Links of version 1 are those of the playground. */
function leaves(): boolean {
  if (redirectsToOtherPage('')) return true;
  const isOld = new URLSearchParams(location.hash.slice(1)).get('v') === '1';
  if (isOld) location.replace(`./playground.html${location.hash}`);
  return isOld;
}

function start(): void {
  const element = document.querySelector<AttentionTrained>('attention-trained')!;
  const language = new PageLanguage(document.querySelector('#language')!, element);
  const notice = new LinkNotice(language);
  makePresenter(document.querySelector('#present')!, element);
  provideDigitImages(digitImagesUrl);
  giveEngine(element, trainingEngine);

  const entries = new HistoryEntries(element.state);

  function readAddress(): void {
    if (leaves()) return;
    const { state, refusal } = parseModelState(language.readFrom(location.hash.slice(1)));
    notice.show(refusal);
    element.state = state;
    entries.restart(state);
  }

  offerEmbedding(
    async () => (await import('../elements/embed/trained-embed-dialog')).TrainedEmbedDialog,
    element,
    () => formatModelState(element.state),
    () => element.hasNoAddress,
  );

  const sentence = () => carriedSentence(element.state, element.state.example);
  handOver(language, {
    'training.html': () => element.trainingHash,
    'model.html': () => {
      const carried = sentence();
      return carried && sentenceHash(carried);
    },
    'playground.html': () => {
      const carried = sentence();
      return carried && sentenceHash(carried, { mask: element.state.mask });
    },
  });

  const addressOf = (state: ModelState) => language.writeTo(formatModelState(state));

  element.addEventListener('attention-trained-change', (event) => {
    const { state, absent } = (event as CustomEvent<TrainedChange>).detail;
    if (absent.length > 0)
      notice.add((words) => words.trained.absent(absent.join(words.marks.comma)));
    else notice.show(null);
    const entry = entries.next(state) ?? 'same';
    writeHash(addressOf(state), absent.length > 0 ? 'same' : entry);
  });
  language.onchoice = () => {
    entries.restart();
    writeHash(addressOf(element.state), 'new');
    void notice.translate();
  };
  addEventListener('popstate', readAddress);
  readAddress();
}
