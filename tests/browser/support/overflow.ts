/** Checks whether a page fits its window, and a view its part that scrolls. */
import type { Locator, Page } from '@playwright/test';

/** How many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** How many pixels the content of a view is wider than its part that scrolls. */
export const scrollOverflow = (view: Locator): Promise<number> =>
  view.evaluate((view) => {
    const { scrollWidth, clientWidth } = view.shadowRoot!.querySelector('.scroll')!;
    return scrollWidth - clientWidth;
  });
