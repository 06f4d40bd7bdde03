/** A trained model, or parts of the first page, in an embedded frame. */
import '../elements/model/attention-trained';
import type { AttentionTrained, TrainedChange } from '../elements/model/attention-trained';
import { provideDigitImages } from '../elements/training/digit-images';
import { hiddenParts, parseTrainedEmbedding } from '../embed/trained-embedding';
import { sharedEngine } from '../engine/client/shared-engines';
import { digitImagesUrl } from '../engine/places/image-places';
import { trainingWasmUrl } from '../engine/places/whole-model-places';
import { formatModelState, parseModelState, type ModelState } from '../model/model-state';
import { Refusal } from '../words/refusal';
import { Frame } from './frame';

const element = document.createElement('attention-trained') as AttentionTrained;
element.lab = './';

const frame = new Frame<ModelState>({
  read(hash) {
    const { embedding, notice } = parseTrainedEmbedding(hash);
    const { state, notice: ofState } = parseModelState(embedding.link);
    element.hide = hiddenParts(embedding).join(' ');
    element.state = state;
    return { settings: embedding, notice: both(notice, ofState) };
  },
  state: () => described(element.state),
  check,
  set: (state) => (element.state = state),
  home: () => `./#${formatModelState(element.state)}`,
});

/** `early`: the messages that arrived before this script loaded. */
export function show(early: readonly MessageEvent[]): void {
  provideDigitImages(digitImagesUrl);
  // All frames of a page share one engine.
  const engine = () => sharedEngine({ wasmUrl: trainingWasmUrl, worker: 'shared' });
  element.engine = engine();
  element.addEventListener('attention-retry', () => (element.engine = engine()));
  element.addEventListener('attention-trained-change', (event) => {
    const { state, others } = (event as CustomEvent<TrainedChange>).detail;
    frame.changed(described(state));
    if (others.length === 0) return;
    const absent = new Refusal(({ refused, trained }) =>
      refused.linkPart(trained.absent(others.join(', '))),
    );
    frame.announce({ kind: 'error', detail: { message: absent.message } });
    void frame.say(absent);
  });
  for (const kind of ['query', 'hover'] as const)
    element.addEventListener(`attention-${kind}`, (event) =>
      frame.announce({ kind, detail: (event as CustomEvent<unknown>).detail }),
    );
  frame.show(early);
  document.querySelector('main')!.append(element);
}

/** A state in a message: `{ v: 3, model: 'goes_with', mask: 'causal', .. }`, each setting as in the address. */
function described(state: ModelState): object {
  return { ...Object.fromEntries(new URLSearchParams(formatModelState(state))), v: 3 };
}

/** With some settings of a message; null is as the page opens. Throws if one is wrong: nothing is changed then. */
function check(settings: unknown): ModelState {
  if (typeof settings !== 'object' || settings === null || !('v' in settings) || settings.v !== 3)
    throw new Error('Expected a state such as { v: 3, model: "goes_with", mask: "causal" }.');
  const parameters = new URLSearchParams(formatModelState(element.state));
  for (const [name, value] of Object.entries(settings)) {
    if (value === null) parameters.delete(name);
    else if (typeof value === 'string' || typeof value === 'number')
      parameters.set(name, String(value));
    else throw new Error(`${name}: expected a text, a number or null.`);
  }
  const { state, notice } = parseModelState(String(parameters));
  if (notice) throw notice;
  return state;
}

function both(one: Refusal | null, other: Refusal | null): Refusal | null {
  if (!one || !other) return one ?? other;
  return new Refusal((words) => `${one.translate(words)} ${other.translate(words)}`);
}
