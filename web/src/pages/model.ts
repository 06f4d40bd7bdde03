/** The page of whole language models: starts the engine and keeps the address in sync. */
import '../elements/opened/attention-model';
import type { AttentionModel } from '../elements/opened/attention-model';
import { formatOpened, parseOpened } from '../model/opened-state';
import type { Refusal } from '../words/refusal';
import { handOver, sentenceHash } from './hand-over';
import { PageLanguage } from './page-language';
import { languageEngine } from './whole-model-engines';

const element = document.querySelector<AttentionModel>('attention-model')!;
const notice = document.querySelector<HTMLElement>('#notice')!;
const language = new PageLanguage(document.querySelector('#language')!, element);

element.engine = languageEngine();

function readAddress(): void {
  const { state, notice: refusal } = parseOpened(language.readFrom(location.hash.slice(1)));
  element.state = state;
  void showNotice(refusal);
}

/** Shows in the page's language what of the link could not be read. */
async function showNotice(refusal: Refusal | null): Promise<void> {
  notice.hidden = refusal === null;
  const { words, lang } = await language.loaded();
  notice.lang = lang;
  notice.textContent = refusal && refusal.translate(words);
}

function writeAddress(): void {
  try {
    history.replaceState(null, '', `#${language.writeTo(formatOpened(element.state))}`);
  } catch {
    // Some browsers allow only a hundred changes in 30 seconds: the next change writes the address.
  }
}

element.addEventListener('attention-model-change', writeAddress);
language.onchoice = writeAddress;
window.addEventListener('hashchange', readAddress);
readAddress();
handOver(language, { 'playground.html': () => sentenceHash(element.state.text) });
