/** Records what live regions say to a screen reader: every change of their text, in all shadow roots. */
import type { Page } from '@playwright/test';

/** Starts recording; returns a function that gives, and forgets, what has been said since. */
export async function hearLive(page: Page): Promise<() => Promise<string[]>> {
  const said = await page.evaluateHandle(() => {
    const said: string[] = [];
    const above = ({ parentNode }: Node): Node | null =>
      parentNode instanceof ShadowRoot ? parentNode.host : parentNode;
    const isRegion = (node: Node): node is Element => {
      if (!(node instanceof Element)) return false;
      const live = node.getAttribute('aria-live');
      if (live) return live !== 'off';
      return ['status', 'alert', 'log'].includes(node.getAttribute('role') ?? '');
    };
    const regionOf = (node: Node | null): Element | null => {
      while (node && !isRegion(node)) node = above(node);
      return node;
    };
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        for (const node of addedNodes) watch(node);
        const region = regionOf(target instanceof ShadowRoot ? target.host : target);
        const text = region?.textContent?.trim().replace(/\s+/g, ' ');
        if (text && text !== said.at(-1)) said.push(text);
      }
    });
    const watch = (root: Node) => {
      if (!(root instanceof Element || root instanceof ShadowRoot)) return;
      if (root instanceof Element && root.shadowRoot) watch(root.shadowRoot);
      if (root instanceof ShadowRoot)
        observer.observe(root, { subtree: true, childList: true, characterData: true });
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) watch(shadowRoot);
    };
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    watch(document.documentElement);
    return said;
  });
  return () => said.evaluate((said) => said.splice(0));
}
