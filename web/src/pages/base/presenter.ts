/** Presenting: only the views, in large type. A button or Alt+P begins, arrow keys step, Escape leaves. */

/** A clicker sends PageUp and PageDown, and some send a space. */
const kSteps: Record<string, 1 | -1> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  ' ': 1,
};
/** Elements that use arrow keys themselves. */
const kOwnKeys = 'input, select, textarea, [role=radio], [role=slider], [role=gridcell]';
/** Elements that a space presses. */
const kPressed = 'button, summary, [role=button]';

export interface Presented {
  presenting: boolean;
  /** Goes one step forward or back. */
  walk(by: 1 | -1): void;
}

export function makePresenter(button: HTMLElement, presented: Presented): void {
  const { classList } = document.documentElement;

  function present(on: boolean): void {
    presented.presenting = on;
    classList.toggle('presenting', on);
    scrollTo({ top: 0 });
    // Take the focus from any control, so that arrow keys step through the page.
    button.focus();
  }

  button.addEventListener('click', () => present(!presented.presenting));
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      if (event.code !== 'KeyP') return;
      event.preventDefault();
      present(!presented.presenting);
    } else if (presented.presenting) {
      if (event.key === 'Escape') return present(false);
      const by = stepOf(event);
      if (!by) return;
      event.preventDefault();
      presented.walk(by);
    }
  });

  /** Undefined if the key belongs to the focused element. Only Enter presses the button that leaves. */
  function stepOf(event: KeyboardEvent): 1 | -1 | undefined {
    const focused = event.composedPath()[0] as Element;
    const isOwn =
      focused.matches?.(kOwnKeys) ||
      (event.key === ' ' && focused !== button && focused.matches?.(kPressed));
    const by = isOwn ? undefined : kSteps[event.key];
    return by && event.key === ' ' && event.shiftKey ? -1 : by;
  }
}
