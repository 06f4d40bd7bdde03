import { expect, it } from 'vitest';
import { sender } from '../../../../web/src/elements/base/sender';

interface Events {
  'attention-number': number;
}

/** The event that `send` dispatches with these flags, and what it returns. */
function sent(flags?: EventInit, listen = (_: Event) => {}) {
  const view = new EventTarget();
  let heard: CustomEvent | undefined;
  view.addEventListener('attention-number', (event) => {
    heard = event as CustomEvent;
    listen(event);
  });
  const isTaken = sender<Events>(flags)(view, 'attention-number', 3);
  const { detail, bubbles, composed, cancelable } = heard!;
  return { detail, bubbles, composed, cancelable, isTaken };
}

it('an event bubbles out of shadow roots by default', () => {
  expect(sent()).toMatchObject({ detail: 3, bubbles: true, composed: true, cancelable: false });
});

it('an event without flags stays on its element', () => {
  expect(sent({})).toEqual({
    detail: 3,
    bubbles: false,
    composed: false,
    cancelable: false,
    isTaken: true,
  });
});

it('an event has the flags of its sender', () => {
  expect(sent({ composed: true })).toMatchObject({ bubbles: false, composed: true });
  expect(sent({ bubbles: true })).toMatchObject({ bubbles: true, composed: false });
});

it('send returns false if a listener cancels the event', () => {
  const cancel = (event: Event) => event.preventDefault();
  expect(sent({ cancelable: true }, cancel).isTaken).toBe(false);
});
