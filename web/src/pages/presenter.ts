/** Presenting: only the views, in large type. A button or Alt+P begins, arrow keys step, Escape leaves. */

/** A clicker sends the keys of a page. */
const kSteps: Record<string, 1 | -1> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
};
/** They use arrow keys themselves. */
const kOwnKeys = 'input, select, textarea, [role=radio], [role=slider], [role=gridcell]';

export interface Presented {
  presenting: boolean;
  /** One step on or back. */
  walk(by: 1 | -1): void;
}

export function makePresenter(button: HTMLElement, presented: Presented): void {
  const { classList } = document.documentElement;

  function present(on: boolean): void {
    presented.presenting = on;
    classList.toggle('presenting', on);
    scrollTo({ top: 0 });
    // Arrow keys are the page's, not those of a control that had the focus.
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
      const by = kSteps[event.key];
      if (event.key === 'Escape') present(false);
      else if (by && !(event.composedPath()[0] as Element).matches?.(kOwnKeys)) {
        event.preventDefault();
        presented.walk(by);
      }
    }
  });
}
