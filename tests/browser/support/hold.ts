/** Files that arrive when a test says so. */
import type { Page } from '@playwright/test';

/** Holds back these files until the returned function is called. */
export async function hold(page: Page, files: Parameters<Page['route']>[0]): Promise<() => void> {
  let release!: () => void;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(files, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}
