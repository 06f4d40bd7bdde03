/** Lists the window's listeners that follow a drag, by type, from the browser's debugger. */
import type { Page } from '@playwright/test';

/** Without `pointerup`, which Playwright itself listens to. */
const kTypes = ['pointermove', 'pointercancel', 'keydown'];

export async function dragListeners(page: Page): Promise<string[]> {
  const debug = await page.context().newCDPSession(page);
  const { result } = await debug.send('Runtime.evaluate', { expression: 'window' });
  const { listeners } = await debug.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId!,
  });
  await debug.detach();
  return listeners.map(({ type }) => type).filter((type) => kTypes.includes(type));
}
