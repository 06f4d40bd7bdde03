/** What a frame shows, and what it and the page around it say to each other. */
import '../elements/lab/attention-playground';
import type { AttentionLab } from '../elements/lab/attention-lab';
import type { AttentionPlayground } from '../elements/lab/attention-playground';
import type { Field } from '../elements/lab/lab-context';
import type { LabAnnouncements } from '../elements/lab/lab-announcements';
import { provideEngine } from '../elements/lab/lab-engine';
import { parseEmbedding, type Embedding, type View } from '../embed/embedding';
import { fromFrame, readToFrame, type FromFrame } from '../embed/messages';
import { sharedEngine } from '../engine/shared';
import { languageOf, loadWords } from '../words/words';

type Shown = AttentionLab | AttentionPlayground;

let shown: Shown | null = null;
let embedding: Embedding;
/** What of the address it was made for; the rest is set on it. */
let madeOf: string | null = null;

/** `early` are the messages that came before. */
export function show(early: readonly MessageEvent[]): void {
  // Many frames of one page compute with one engine.
  provideEngine((places) => sharedEngine({ ...places, worker: 'shared' }));
  readAddress();
  addEventListener('hashchange', readAddress);
  early.forEach(receive);
  addEventListener('message', receive);
  for (const kind of ['query', 'hover', 'trace', 'error'] as const) {
    const type: keyof LabAnnouncements = `attention-${kind}`;
    document.addEventListener(type, (event) => {
      if (embedding.host !== null) tell({ kind, detail: (event as CustomEvent).detail });
    });
  }
  document.addEventListener('attention-state', (event) => {
    const { detail: state } = event as CustomEvent<LabAnnouncements['attention-state']>;
    if (embedding.host !== null) tell({ kind: 'state', state });
  });
  // A symbol leads to its matrix; where that stands is for the page around to show, not for us.
  addEventListener('attention-visit', visit, { capture: true });
  new ResizeObserver(() => {
    const { height } = document.body.getBoundingClientRect();
    parent.postMessage(fromFrame({ kind: 'height', height }), '*');
  }).observe(document.body);
}

function readAddress(): void {
  const read = parseEmbedding(location.hash.slice(1));
  embedding = read.embedding;
  const notice = document.querySelector<HTMLElement>('#notice')!;
  const { state, views, hide, lang, theme } = embedding;
  const language = languageOf(lang ?? navigator.language);
  document.documentElement.lang = language;
  notice.hidden = read.notice === null;
  void loadWords(language).then((words) => (notice.textContent = read.notice?.say(words) ?? null));
  if (theme) document.documentElement.dataset['theme'] = theme;
  else delete document.documentElement.dataset['theme'];
  // What is painted does not hear of another theme by itself.
  const made = [views, hide, theme].join(';');
  if (made !== madeOf) {
    madeOf = made;
    shown?.remove();
    shown = compose(embedding);
    document.querySelector('main')!.append(shown);
  }
  shown!.state = state;
}

function compose({ views, hide }: Embedding): Shown {
  if (views.includes('playground')) {
    const playground = document.createElement('attention-playground') as AttentionPlayground;
    // A frame is embedded already.
    playground.setAttribute('hide', [...hide, 'embed'].join(' '));
    return playground;
  }
  const lab = document.createElement('attention-lab') as AttentionLab;
  lab.append(...views.map(elementOf));
  lab.querySelector('attention-controls')?.setAttribute('hide', hide.join(' '));
  return lab;
}

function elementOf(view: View): Element {
  const isField = ['q', 'k', 'v', 'scores', 'masked_scores', 'weights'].includes(view);
  const element = document.createElement(`attention-${isField ? 'heatmap' : view}`);
  if (isField) element.setAttribute('field', view);
  return element;
}

function receive({ data, origin, source }: MessageEvent): void {
  if (source !== parent || source === window) return;
  try {
    const message = readToFrame(data);
    if (message === null || !shown) return;
    if (origin !== embedding.host)
      return console.warn(
        `A message of ${origin} was left alone: the address does not name it as host.`,
      );
    if (message.kind === 'set') shown.state = { ...shown.state, ...message.state };
    tell({ kind: 'state', state: shown.state });
  } catch (error) {
    if (origin === embedding.host) tell({ kind: 'refused', message: (error as Error).message });
  }
}

function tell(message: FromFrame): void {
  // An opaque origin cannot be addressed.
  parent.postMessage(fromFrame(message), embedding.host === 'null' ? '*' : embedding.host!);
}

function visit(event: Event): void {
  event.stopPropagation();
  const field = (event as CustomEvent<Field>).detail;
  const lab = event.composedPath().find((at) => (at as Element).localName === 'attention-lab');
  if (field === 'scores' || field === 'masked_scores' || field === 'weights')
    (lab as AttentionLab).change({ step: field });
}
