/** Keeps the focus on an answer when the answers change their order, so that its cell shows another one. */
export function keepFocus(root: ShadowRoot, cursor: string): void {
  const { key } = (root.activeElement as HTMLElement | null)?.dataset ?? {};
  if (key === undefined || key === cursor || !/^(logit|probability):/.test(cursor)) return;
  root.querySelector<HTMLElement>(`[data-key="${cursor}"]`)?.focus();
}

/** The step, -1 for back or 1 for next, of the note's button that has the focus. */
export const stepWithFocus = (root: ShadowRoot): string | undefined =>
  (root.activeElement as HTMLElement | null)?.dataset['step'];

/** Keeps the focus on a button of the note: without a margin, each stage has a note of its own below it. */
export function keepStep(root: ShadowRoot, step: string): void {
  root.querySelector<HTMLElement>(`[data-step="${step}"]`)?.focus();
}
