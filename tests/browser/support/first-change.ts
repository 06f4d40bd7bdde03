/** The first change of a page, which loads the code of the undo keys. */
import type { Page } from '@playwright/test';

/** Makes the first change, and waits until the keys that it loads work. */
export async function firstChange(page: Page, change: () => Promise<unknown>): Promise<void> {
  const loaded = page.waitForResponse(/undo-keys/);
  await change();
  await page.evaluate((url) => import(url), (await loaded).url());
}
