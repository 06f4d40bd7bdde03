/** Waits for animation frames of a page. */
import type { Page } from '@playwright/test';

/**
 * Waits until the page has drawn twice. By then everything is done that waits for a frame, such as drawing, the events of
 * a scroll and the reports of observers; so a test may show that nothing more happened.
 */
export function drawnTwice(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  });
}
