/**
 * Ctrl+Z (⌘Z) undoes the last change as the browser's Back does; with Shift, or with Ctrl+Y, it comes back. A text field
 * keeps these keys for its own text. Loads with the first change.
 */

/** The number of changes that can come back: farther forward may be pages of other sites. */
let undone = 0;

/** After a new change, undone ones cannot come back. */
export function forgetUndone(): void {
  undone = 0;
}

const isTextField = (target: EventTarget | undefined) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && isText(target));

const isText = ({ type }: HTMLInputElement) => !['checkbox', 'radio', 'range'].includes(type);

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  if (isTextField(event.composedPath()[0])) return;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey && history.state === 'change') {
    undone++;
    history.back();
  } else if ((key === 'y' || (key === 'z' && event.shiftKey)) && undone > 0) {
    undone--;
    history.forward();
  } else return;
  event.preventDefault();
});
