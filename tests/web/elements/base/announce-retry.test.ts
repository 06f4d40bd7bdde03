import { expect, it } from 'vitest';
import { announceRetry } from '../../../../web/src/elements/base/announce-retry';

it('an element tries again itself unless a listener has set another engine', () => {
  const element = Object.assign(new EventTarget(), { engine: 'first' });
  const host = element as unknown as Parameters<typeof announceRetry>[0];
  let heard = 0;
  element.addEventListener('attention-retry', () => heard++);
  expect(announceRetry(host)).toBe(true);
  element.addEventListener('attention-retry', () => (element.engine = 'second'));
  expect(announceRetry(host)).toBe(false);
  expect(heard).toBe(2);
});
