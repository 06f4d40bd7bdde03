/** Keeps the focus on an answer when the answers change their order, so that its cell shows another one. */
export function keepFocus(root: ShadowRoot, cursor: string): void {
  const { key } = (root.activeElement as HTMLElement | null)?.dataset ?? {};
  if (key === undefined || key === cursor || !/^(logit|probability):/.test(cursor)) return;
  root.querySelector<HTMLElement>(`[data-key="${cursor}"]`)?.focus();
}
