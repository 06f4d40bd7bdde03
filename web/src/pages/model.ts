/** The page of whole language models: starts the engine and keeps the address in sync. */
import '../elements/language/attention-model';
import type { AttentionModel, ModelChange } from '../elements/language/attention-model';
import {
  initialState,
  formatLanguageState,
  parseLanguageState,
  type LanguageState,
} from '../model/language/language-state';
import { sharedSentence } from '../model/examples/small-english';
import { paragraph } from '../words/forms/paragraph';
import { Refusal } from '../words/refusal';
import { offerEmbedding } from './base/embed-button';
import { goesWithHash } from './base/goes-with-hash';
import { handOver, sentenceHash } from './base/hand-over';
import { redirectsToOtherPage } from './base/redirect';
import { HistoryEntries } from './base/history-entries';
import { LinkNotice } from './base/link-notice';
import { PageLanguage } from './base/page-language';
import { makePresenter } from './base/presenter';
import { giveEngine } from './base/give-engine';
import { languageEngine } from './base/whole-model-engines';
import { writeHash } from './base/write-hash';

const element = document.querySelector<AttentionModel>('attention-model')!;
const intro = document.querySelector<HTMLElement>('#intro')!;
const language = new PageLanguage(document.querySelector('#language')!, element);
const notice = new LinkNotice(language);

makePresenter(document.querySelector('#present')!, element);
giveEngine(element, languageEngine);

/** Loads the code that opens a model in advance. A kept model can then be opened even if the connection is gone. */
async function loadCode(): Promise<void> {
  await element.engine;
  await Promise.all([
    import('../model/language/text-model'),
    import('../elements/language/later-views'),
    import('../engine/client/checkpoint-model'),
    import('../engine/client/token-model'),
    import('../engine/client/head-finder'),
  ]);
}
// If this fails, the code is loaded with the model.
loadCode().catch(() => undefined);

/** The refusal of the link, shown once the wanted files are open; undefined if no files are wanted. */
let linkRefusal: Refusal | null | undefined;

/** The model that is open, as a link names it. */
let opened: Pick<LanguageState, 'model' | 'files' | 'weights'> | null = null;

/** Asks for the visitor's own files, which a link can only name. */
const wanted = (files: string, refusal: Refusal | null) =>
  new Refusal((words) =>
    paragraph([refusal?.translate(words), words.languageModel.wantedFiles(files)]),
  );

function readAddress(): void {
  if (redirectsToOtherPage('model.html')) return;
  const { state, refusal } = parseLanguageState(language.readFrom(location.hash.slice(1)));
  const { model, files } = state;
  // A link without a model that can be loaded leaves the open one.
  element.state = model === null ? { ...state, ...opened } : state;
  entries.restart(element.state);
  if (hasWords(state.text)) lastText = state.text;
  const isGone = model === null && files !== null && files !== opened?.files;
  if (isGone) notice.show(wanted(files, refusal));
  else notice.show(refusal);
  linkRefusal = isGone ? refusal : undefined;
}

const entries = new HistoryEntries(element.state);
const hasWords = (text: string) => text.trim() !== '';
let lastText = initialState.text;

/**
 * The state for a link: with the last sentence that had words, because without one there is nothing to show, and the word
 * that is shown of it.
 */
function linkState(): LanguageState {
  const { state } = element;
  if (hasWords(state.text)) lastText = state.text;
  return { ...state, text: lastText, word: element.shownWord(lastText) };
}

const address = () => language.writeTo(formatLanguageState(linkState()));

const isOpen = () => intro.dataset['word'] === 'openIntro';

/** After a model has opened: replaces the text that asks to open one, and removes the text about what it will show. */
function introduceOpen(): void {
  for (const ahead of document.querySelectorAll('.ahead')) ahead.remove();
  intro.dataset['word'] = 'openIntro';
  void language.translate();
}

element.addEventListener('attention-model-change', (event) => {
  const { absent, opened: isOpening } = (event as CustomEvent<ModelChange>).detail;
  const { state } = element;
  if (isOpening) opened = { model: state.model, files: state.files, weights: state.weights };
  if (!isOpen()) introduceOpen();
  if (isOpening && linkRefusal !== undefined) {
    notice.show(linkRefusal);
    linkRefusal = undefined;
  }
  // Opening a model is not a change to undo.
  const change = entries.next(state);
  const entry = change ?? 'same';
  if (absent.length > 0)
    notice.add((words) => words.languageModel.absent(absent.join(words.marks.comma)));
  else if (change && !isOpening && linkRefusal === undefined) notice.show(null);
  writeHash(address(), isOpening || absent.length > 0 ? 'same' : entry);
});
element.addEventListener('attention-model-read', () => {
  // The state keeps the visitor's word, for a longer sentence.
  if (linkState().word !== element.state.word) writeHash(address());
});
language.onchoice = () => {
  entries.restart();
  writeHash(address(), 'new');
  void notice.translate();
};
addEventListener('popstate', readAddress);
readAddress();
offerEmbedding(
  async () => (await import('../elements/embed/language-embed-dialog')).LanguageEmbedDialog,
  element,
  () => formatLanguageState({ ...linkState(), model: element.state.model ?? 'minilm' }),
  () => isOpen() && element.state.model === null,
);
/** Hands over the visitor's own sentence only: the other models do not know all words of the page's default sentence. */
const ofOwn = () => (element.state.text === initialState.text ? null : goesWithHash(element.state));
handOver(language, {
  '': ofOwn,
  'training.html': ofOwn,
  'playground.html': () => sentenceHash(sharedSentence(linkState())),
});
