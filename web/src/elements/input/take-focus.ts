/** Moves the focus from a button that disappears with its action to its first neighbor that matches. */
export const takeFocus = (button: EventTarget | null, selector: string): void =>
  (button as Element).parentElement!.querySelector<HTMLElement>(selector)?.focus();
