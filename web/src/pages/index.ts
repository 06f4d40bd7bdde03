/** The first page: starts the engine, and keeps the address and the model in sync. Old links lead to the playground. */
import '../elements/trained/attention-trained';
import type { AttentionTrained, TrainedChange } from '../elements/trained/attention-trained';
import { digitImagesUrl } from '../engine/places/image-places';
import { provideDigitImages } from '../elements/digits/digit-images';
import { formatModelState, parseModelState, type ModelState } from '../model/trained/model-state';
import { carriedSentence } from '../training/carried';
import { Refusal } from '../words/refusal';
import { offerEmbedding } from './base/embed-button';
import { handOver, sentenceHash } from './base/hand-over';
import { redirectsToOtherPage } from './base/lead';
import { PageLanguage } from './base/page-language';
import { makePresenter } from './base/presenter';
import { provideTraining } from './base/whole-model-engines';

/** Milliseconds: quicker changes of the same setting share one history entry. */
const kSameEntry = 2000;

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
  const notice = document.querySelector<HTMLElement>('#notice')!;
  const language = new PageLanguage(document.querySelector('#language')!, element);
  makePresenter(document.querySelector('#present')!, element);
  provideDigitImages(digitImagesUrl);
  provideTraining(element);

  let written: ModelState = element.state;
  let last: { setting: string; at: number } | null = null;
  let refused: Refusal | null = null;

  function readAddress(): void {
    if (leaves()) return;
    const { state, notice: refusal } = parseModelState(language.readFrom(location.hash.slice(1)));
    void translate();
    show(refusal);
    element.state = written = state;
    last = null;
  }

  function show(refusal: Refusal | null): void {
    refused = refusal;
    notice.hidden = refusal === null;
    void translate();
  }

  /** Why a link could not be read. */
  async function translate(): Promise<void> {
    const { words, lang } = await language.loaded();
    document.documentElement.lang = lang;
    notice.textContent = refused && refused.translate(words);
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

  const addressOf = (state: ModelState) => `#${language.writeTo(formatModelState(state))}`;

  function write(state: ModelState, replace: boolean): void {
    const names = Object.keys(state) as (keyof ModelState)[];
    const setting = names.filter((name) => state[name] !== written[name]).join();
    const now = performance.now();
    const goesOn = last?.setting === setting && now - last.at < kSameEntry;
    last = { setting, at: now };
    written = state;
    try {
      if (replace || goesOn) history.replaceState(null, '', addressOf(state));
      else history.pushState(null, '', addressOf(state));
    } catch {
      // Some browsers allow only a hundred changes in 30 seconds: the next change writes the address.
    }
  }

  element.addEventListener('attention-trained-change', (event) => {
    const { state, absent } = (event as CustomEvent<TrainedChange>).detail;
    const before = refused;
    const refusal = new Refusal((words) =>
      [
        before?.translate(words) ?? '',
        words.refused.linkPart(words.trained.absent(absent.join(', '))),
      ]
        .join(' ')
        .trim(),
    );
    show(absent.length > 0 ? refusal : null);
    write(state, absent.length > 0);
  });
  language.onchoice = () => {
    history.pushState(null, '', addressOf(element.state));
    void translate();
  };
  addEventListener('popstate', readAddress);
  readAddress();
}
