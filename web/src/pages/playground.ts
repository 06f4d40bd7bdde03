/** The playground page: starts the engine and keeps the address and the playground in sync. */
import { createLabEngine } from '../engine/client/lab-engine';
import '../elements/playground/attention-playground';
import type { AttentionPlayground } from '../elements/playground/attention-playground';
import type { LabResult, LabValue } from '../elements/lab/lab-context';
import { sharedSentence } from '../model/examples/small-english';
import { defaultState, formatState, parseState, type LabState } from '../settings/state';
import { giveEngine } from './base/give-engine';
import { goesWithHash } from './base/goes-with-hash';
import { handOver, sentenceHash } from './base/hand-over';
import { redirectsToOtherPage } from './base/redirect';
import { LinkNotice } from './base/link-notice';
import { PageLanguage } from './base/page-language';
import { HistoryEntries } from './base/history-entries';
import { makePresenter } from './base/presenter';
import { file, site } from './base/site';
import { writeHash } from './base/write-hash';

const playground = document.querySelector<AttentionPlayground>('attention-playground')!;
const language = new PageLanguage(document.querySelector('#language')!, playground);
const notice = new LinkNotice(language);

makePresenter(document.querySelector('#present')!, playground);
playground.site = site;
playground.file = file;

giveEngine(playground, createLabEngine);

const entries = new HistoryEntries<LabState>({ ...defaultState });
/** The settings from the address, until their result arrives or the visitor changes a setting. Refused ones stay. */
let awaited: string | null = null;

function readAddress(): void {
  // The offline file has no other pages.
  if (site !== undefined && redirectsToOtherPage('playground.html')) return;
  const hash = location.hash.slice(1) || ownState();
  const { state, refusal } = parseState(language.readFrom(hash));
  notice.show(refusal);
  entries.restart(state);
  const requested = formatState(state);
  awaited = requested === formatState(playground.state) ? null : requested;
  playground.state = state;
}

/** A copy of the offline file may hold a state (embed/one-file.ts). */
function ownState(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=attention-state]')?.content ?? '';
}

/** The settings and the page's language. */
function addressOf(state: LabState): string {
  return language.writeTo(formatState(state));
}

function writeAddress({ requested, state }: LabResult): void {
  // A result of earlier settings, or of the address without its refused setting.
  if (awaited !== null && awaited !== formatState(requested)) return;
  const byAddress = awaited !== null;
  awaited = null;
  const entry = entries.next(state);
  if (entry === null) return;
  if (!byAddress) notice.show(null);
  // The link's index may be out of range (the tenth of six tokens): write the corrected address without a new history
  // entry.
  writeHash(addressOf(state), byAddress ? 'same' : entry);
  if (byAddress) entries.restart();
}

playground.addEventListener('attention-change', () => (awaited = null));
playground.addEventListener('attention-result', (event) => {
  const { result } = (event as CustomEvent<LabValue>).detail;
  // The text below then leaves out what it says about the sentence.
  for (const part of document.querySelectorAll<HTMLElement>('.of-sentence'))
    part.hidden = Boolean(result?.opened);
  // While a setting is refused, the address has the others, as shown.
  if (result && !result.opened) writeAddress(result);
});
language.onchoice = () => {
  entries.restart();
  writeHash(addressOf(entries.state), 'new');
  void notice.translate();
};
addEventListener('popstate', readAddress);
readAddress();
/** Hands over the visitor's own sentence only: the other models do not know all words of the default sentence. */
const ofOwn = () =>
  playground.state.text === defaultState.text ? null : goesWithHash(playground.state);
handOver(language, {
  '': ofOwn,
  'training.html': ofOwn,
  'model.html': () => sentenceHash(sharedSentence(playground.state)),
});
