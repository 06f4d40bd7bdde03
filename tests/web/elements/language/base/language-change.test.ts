import { expect, it } from 'vitest';
import { sendChange } from '../../../../../web/src/elements/language/base/language-change';

it('a change is dispatched as a bubbling event, also under the earlier name', () => {
  const view = new EventTarget();
  const heard: unknown[] = [];
  for (const name of ['attention-language-change', 'attention-opened-change'])
    view.addEventListener(name, (event) => {
      const { type, detail, bubbles, composed } = event as CustomEvent;
      heard.push([type, detail, bubbles, composed]);
    });
  const detail = { texts: ['A dog sleeps.', 'A cat sleeps.'] };
  sendChange(view, detail);
  expect(heard).toEqual([
    ['attention-language-change', detail, true, true],
    ['attention-opened-change', detail, true, true],
  ]);
});
