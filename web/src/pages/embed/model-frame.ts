/** A frame with the element of a whole model, whose address describes model, input and place. */
import { hiddenParts, parseModelEmbedding } from '../../embed/model-embedding';
import { kVersion } from '../../settings/shared';
import { describeSetting } from '../../settings/state-object';
import { paragraph } from '../../words/forms/paragraph';
import { Refusal } from '../../words/refusal';
import type { Words } from '../../words/words';
import { Frame } from './frame';

/** An element whose state is that of its page's address. */
export interface FramedElement<State> extends HTMLElement {
  state: State;
  hide: string;
}

interface Link<State> {
  format(state: State): string;
  parse(hash: string): { state: State; refusal: Refusal | null };
}

/** `parts`: those that can be hidden. `page`: the file that shows the same model alone, such as `training.html`. */
export function modelFrame<State>(
  element: FramedElement<State>,
  parts: readonly string[],
  link: Link<State>,
  page: string,
): Frame<State> {
  return new Frame<State>({
    read(hash) {
      const { embedding, refusal } = parseModelEmbedding(hash, parts);
      const { state, refusal: ofState } = link.parse(embedding.link);
      element.hide = hiddenParts(embedding, parts).join(' ');
      element.state = state;
      return { settings: embedding, refusal: both(refusal, ofState) };
    },
    state: () => described(link.format(element.state)),
    check: (settings) => check(settings, link, element.state),
    set: (state) => (element.state = state),
    home: () => `./${page}#${link.format(element.state)}`,
  });
}

/**
 * Reports a changed state. `absent`: parts of it that the model or its text does not have, which are reported to the visitor
 * and the host. `isSaid`: whether the element itself shows them to the visitor. `isOpening`: the model has just opened.
 */
export function changed<State>(
  frame: Frame<State>,
  absent: readonly string[],
  phrase: (words: Words, absent: string) => string,
  { isSaid = false, isOpening = false } = {},
): void {
  frame.changed(isOpening || absent.length > 0);
  if (absent.length === 0) return;
  const why = (words: Words) => phrase(words, absent.join(words.marks.comma));
  const { message } = new Refusal((words) => words.refused.linkPart(why(words)));
  frame.announce({ kind: 'error', detail: { message } });
  if (!isSaid) frame.notice.add(why);
}

/** A state in a message: `{ v: 3, model: 'goes_with', mask: 'causal', .. }`, each setting as in the address. */
function described(address: string): object {
  return { ...Object.fromEntries(new URLSearchParams(address)), v: kVersion };
}

/** `before` with some settings of a message; null is as the page opens. Throws if one is wrong: nothing is changed then. */
function check<State>(settings: unknown, link: Link<State>, before: State): State {
  const { v } = Object(settings) as { v?: unknown };
  if (typeof settings !== 'object' || settings === null || v !== kVersion) {
    const actual = v === undefined ? describeSetting(settings) : `v: ${describeSetting(v)}`;
    throw new Error(
      `Expected a state such as { v: ${kVersion}, model: "goes_with", mask: "causal" }, got ${actual}.`,
    );
  }
  const parameters = new URLSearchParams(link.format(before));
  for (const [name, value] of Object.entries(settings)) {
    if (value === null) parameters.delete(name);
    else if (typeof value === 'string' || typeof value === 'number')
      parameters.set(name, String(value));
    else
      throw new Error(`${name}: expected a text, a number or null, got ${describeSetting(value)}.`);
  }
  const { state, refusal } = link.parse(String(parameters));
  if (refusal) throw refusal;
  // What is in no address, such as a text to train on, stays with its model.
  return 'model' in settings ? state : { ...before, ...state };
}

function both(one: Refusal | null, other: Refusal | null): Refusal | null {
  if (!one || !other) return one ?? other;
  return new Refusal((words) => paragraph([one.translate(words), other.translate(words)]));
}
