/** The lab in an embedded frame, and its messages with the host page. */
import '../elements/lab/attention-playground';
import type { AttentionLab } from '../elements/lab/attention-lab';
import type { AttentionPlayground } from '../elements/lab/attention-playground';
import type { Field } from '../elements/lab/lab-context';
import type { LabAnnouncements } from '../elements/lab/lab-announcements';
import { provideEngine } from '../elements/lab/lab-engine';
import { isMatrix, parseEmbedding, type Embedding, type View } from '../embed/embedding';
import { fromFrame, readToFrame, type FromFrame, type ToFrame } from '../embed/messages';
import { sharedLabEngine } from '../engine/shared';
import { isStep } from '../settings';
import { formatState } from '../state';
import { languageOf, loadWords } from '../words/words';

type Shown = AttentionLab | AttentionPlayground;

let shown: Shown | null = null;
let embedding: Embedding;
/** How the page around looks, once it has said so. */
let look: { theme: 'light' | 'dark'; paper: string } | null = null;
/** The parts of the address that need a new lab when they change; the rest is set as properties. */
let shownFor: string | null = null;

/** `early`: the messages that arrived before this script loaded. */
export function show(early: readonly MessageEvent[]): void {
  // All frames of a page share one engine.
  provideEngine((places) => sharedLabEngine({ ...places, worker: 'shared' }));
  readAddress();
  addEventListener('hashchange', readAddress);
  early.forEach(receive);
  addEventListener('message', receive);
  for (const kind of ['query', 'hover', 'trace', 'error'] as const) {
    const type: keyof LabAnnouncements = `attention-${kind}`;
    document.addEventListener(type, (event) => {
      if (embedding.host !== null) post({ kind, detail: (event as CustomEvent).detail });
    });
  }
  document.addEventListener('attention-state', (event) => {
    linkHome();
    const { detail: state } = event as CustomEvent<LabAnnouncements['attention-state']>;
    if (embedding.host !== null) post({ kind: 'state', state });
  });
  // A click on a symbol switches the matrix; it must not scroll the host page.
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
  void loadWords(language).then(
    (words) => (notice.textContent = read.notice?.translate(words) ?? null),
  );
  showLook(theme);
  const needed = [views, hide].join(';');
  if (needed !== shownFor) {
    shownFor = needed;
    shown?.remove();
    shown = compose(embedding);
    document.querySelector('main')!.append(shown);
  }
  shown!.state = state;
  linkHome();
}

/** Looks like the page around, unless the address names another theme. */
function showLook(theme: Embedding['theme']): void {
  const { dataset, style } = document.documentElement;
  const taken = theme ?? look?.theme;
  // Canvases paint themselves again when the theme changes.
  if (look && taken === look.theme) style.setProperty('--attention-paper', look.paper);
  else style.removeProperty('--attention-paper');
  if (taken) dataset['theme'] = taken;
  else delete dataset['theme'];
}

function takeLook({ theme, paper }: Extract<ToFrame, { kind: 'look' }>): void {
  look = { theme, paper };
  showLook(embedding.theme);
}

/** The link to the lab with the same state. */
function linkHome(): void {
  const { lang } = embedding;
  const hash = `${formatState(shown!.state)}${lang === null ? '' : `&lang=${lang}`}`;
  document.querySelector<HTMLAnchorElement>('#home')!.href = `./playground.html#${hash}`;
}

function compose({ views, hide }: Embedding): Shown {
  if (views.includes('playground')) {
    const playground = document.createElement('attention-playground') as AttentionPlayground;
    // A frame needs no dialog for embedding.
    playground.setAttribute('hide', [...hide, 'embed'].join(' '));
    return playground;
  }
  const lab = document.createElement('attention-lab') as AttentionLab;
  lab.append(...views.map(elementOf));
  lab.querySelector('attention-controls')?.setAttribute('hide', hide.join(' '));
  return lab;
}

function elementOf(view: View): Element {
  const element = document.createElement(`attention-${isMatrix(view) ? 'heatmap' : view}`);
  if (isMatrix(view)) element.setAttribute('field', view);
  return element;
}

function receive({ data, origin, source }: MessageEvent): void {
  if (source !== parent || source === window) return;
  try {
    const message = readToFrame(data);
    if (message === null || !shown) return;
    if (message.kind === 'look') return takeLook(message);
    if (origin !== embedding.host)
      return console.warn(
        `Ignored a message from ${origin}: the address does not name it as host.`,
      );
    if (message.kind === 'set') shown.state = { ...shown.state, ...message.state };
    post({ kind: 'state', state: shown.state });
  } catch (error) {
    if (origin === embedding.host) post({ kind: 'refused', message: (error as Error).message });
  }
}

function post(message: FromFrame): void {
  // postMessage cannot address an opaque origin.
  parent.postMessage(fromFrame(message), embedding.host === 'null' ? '*' : embedding.host!);
}

function visit(event: Event): void {
  event.stopPropagation();
  const field = (event as CustomEvent<Field>).detail;
  const lab = event.composedPath().find((at) => (at as Element).localName === 'attention-lab');
  if (isStep(field)) (lab as AttentionLab).change({ matrix: field });
}
