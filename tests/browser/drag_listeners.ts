/** The window's listeners that follow a drag, by type, as the browser's debugger has them. */
import type { Page } from '@playwright/test';

/** Not `pointerup`: Playwright itself listens to it. */
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
