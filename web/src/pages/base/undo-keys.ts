/**
 * Ctrl+Z (⌘Z) undoes the last change as the browser's Back does; with Shift, or with Ctrl+Y, it comes back. A text field
 * keeps these keys for its own text. They work from the first change on.
 *
 * The state of a history entry is the number of changes of this page up to it, so neither key leaves the page.
 */

/** The number of the last change that can come back: farther forward may be pages of other sites. */
let last = 0;

/** Whether a key has gone back or forward and has not arrived yet: the state is still that of the entry before. */
let isGoing = false;

const changeCount = () => Number(history.state);

/** Makes the current entry the last one that redo can reach. A listener is added only once. */
export function endHere(): void {
  last = changeCount();
  isGoing = false;
  addEventListener('keydown', press);
  addEventListener('popstate', arrive);
  // A link that is followed to another page removes what could come back.
  addEventListener('pagehide', endHere);
}

const arrive = () => (isGoing = false);

const kTextFields = 'textarea, input:not([type=checkbox], [type=radio], [type=range])';

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  if (!/^[yz]$/i.test(event.key)) return;
  const [target] = event.composedPath();
  // The target can also be the document or the window.
  if (target instanceof Element && target.matches(kTextFields)) return;
  event.preventDefault();
  const undoes = !event.shiftKey && /z/i.test(event.key);
  const count = changeCount();
  if (isGoing || (undoes ? count === 0 : count >= last)) return;
  isGoing = true;
  history.go(undoes ? -1 : 1);
}
