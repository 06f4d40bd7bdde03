/** Takes the focus of a control that disappears. */

/**
 * Focuses an element that is no control. It can be focused only as long as the focus is in it: with a negative tabindex
 * on a shadow host, Tab would never reach the controls inside.
 */
export function focusPassing(element: HTMLElement, options?: FocusOptions): void {
  element.tabIndex = -1;
  element.addEventListener('focusout', () => element.removeAttribute('tabindex'), { once: true });
  element.focus(options);
}
