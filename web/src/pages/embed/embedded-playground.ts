/** The playground, or views of it, in an embedded frame. */
import '../../elements/playground/attention-playground';
import type { AttentionLab } from '../../elements/lab/attention-lab';
import type { AttentionPlayground } from '../../elements/playground/attention-playground';
import type { Field, LabValue } from '../../elements/lab/lab-context';
import type { LabAnnouncements } from '../../elements/lab/lab-announcements';
import { provideEngine } from '../../elements/lab/lab-engine';
import { isMatrix, parseEmbedding, type Embedding, type View } from '../../embed/embedding';
import { sharedLabEngine } from '../../engine/client/shared-engines';
import { isMatrixName } from '../../settings/playground';
import { formatState, type LabState } from '../../settings/state';
import { partOfState } from '../../settings/state-object';
import { Frame } from './frame';

type Shown = AttentionLab | AttentionPlayground;

let element: Shown | null = null;
/** The parts of the address that need a new lab when they change; the rest is set as properties. */
let shownFor: string | null = null;

/** The settings of the shown sentence; null while others are set that have no result yet, or a file is shown. */
let shownState: LabState | null = null;

const frame = new Frame({
  read(hash) {
    const { embedding, refusal } = parseEmbedding(hash);
    const needed = [embedding.views, embedding.hide].join(';');
    if (needed !== shownFor) {
      shownFor = needed;
      element?.remove();
      element = compose(embedding);
      element.addEventListener('attention-result', note);
      document.querySelector('main')!.append(element);
    }
    setState(embedding.state);
    return { settings: embedding, refusal };
  },
  state: () => shownState ?? element!.state,
  check: partOfState,
  set: (state) => setState({ ...element!.state, ...state }),
  home: () => `./playground.html#${formatState(element!.state)}`,
});

/** `early`: the messages that arrived before this script loaded. */
export function show(early: readonly MessageEvent[]): void {
  // All frames of a page share one engine.
  provideEngine((places) => sharedLabEngine({ ...places, worker: 'shared' }));
  for (const kind of ['query', 'hover', 'trace', 'error'] as const) {
    const type: keyof LabAnnouncements = `attention-${kind}`;
    document.addEventListener(type, (event) =>
      frame.announce({ kind, detail: (event as CustomEvent).detail }),
    );
  }
  document.addEventListener('attention-state', () => frame.changed());
  // A click on a symbol switches the matrix; it must not scroll the host page.
  addEventListener('attention-visit', visit, { capture: true });
  frame.show(early);
}

function setState(state: LabState): void {
  element!.state = state;
  shownState = null;
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

function note(event: Event): void {
  const { result } = (event as CustomEvent<LabValue>).detail;
  shownState = result && !result.opened ? result.state : null;
}

function visit(event: Event): void {
  event.stopPropagation();
  const field = (event as CustomEvent<Field>).detail;
  const lab = event.composedPath().find((at) => (at as Element).localName === 'attention-lab');
  if (isMatrixName(field)) (lab as AttentionLab).change({ matrix: field });
}
