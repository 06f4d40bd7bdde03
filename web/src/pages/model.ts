/** The page of whole language models: starts the engine and keeps the address in sync. */
import '../elements/opened/attention-model';
import type { AttentionModel } from '../elements/opened/attention-model';
import { siteModelNames } from '../model/fetch-model';
import { defaultOpened } from '../model/opened-state';
import { PageLanguage } from './page-language';
import { languageEngine } from './whole-model-engines';

const element = document.querySelector<AttentionModel>('attention-model')!;
const language = new PageLanguage(document.querySelector('#language')!, element);

element.engine = languageEngine();

const place = (value: string | null, byDefault: number) =>
  value === null ? byDefault : Math.max(0, Math.trunc(Number(value)) || 0);

function readAddress(): void {
  const asked = new URLSearchParams(language.readFrom(location.hash.slice(1)));
  element.state = {
    model: siteModelNames.find((name) => name === asked.get('model')) ?? null,
    text: asked.get('text') ?? defaultOpened.text,
    layer: place(asked.get('layer'), defaultOpened.layer),
    head: place(asked.get('head'), defaultOpened.head),
    word: place(asked.get('word'), defaultOpened.word),
    delimiters: asked.get('delimiters') === 'shown',
  };
}

function writeAddress(): void {
  const { model, text, layer, head, word, delimiters } = element.state;
  const asked = new URLSearchParams({ text, layer: `${layer}`, head: `${head}`, word: `${word}` });
  if (model) asked.set('model', model);
  if (delimiters) asked.set('delimiters', 'shown');
  try {
    history.replaceState(null, '', `#${language.writeTo(asked.toString())}`);
  } catch {
    // Some browsers allow only a hundred changes in 30 seconds: the next change writes the address.
  }
}

element.addEventListener('attention-model-change', writeAddress);
language.onchoice = writeAddress;
window.addEventListener('hashchange', readAddress);
readAddress();
