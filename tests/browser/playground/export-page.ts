/** The part of the playground that exports numbers and opens files. */
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AttentionLab } from '../../../web/src/elements/lab/attention-lab.ts';

export const exporter = (page: Page) => page.locator('attention-export');
export const panel = (page: Page) => page.locator('attention-export-panel');
export const opened = (page: Page) => page.locator('attention-opened-file');
export const fileNote = (page: Page) => page.locator('attention-file-note');
export const refusal = (page: Page) => opened(page).getByRole('alert');

export async function openPanel(page: Page): Promise<void> {
  await exporter(page).getByRole('button', { name: 'Export' }).click();
  await expect(panel(page).locator('dl')).toBeVisible();
}

/** Clicks a button and returns the file that is saved. */
export async function saved(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Opens a file with the button for files. */
export async function choose(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await exporter(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: '', buffer: Buffer.from(bytes) });
}

/** Drags a file over this element and drops it. */
export async function drop(at: Locator, name: string, bytes: Uint8Array): Promise<void> {
  await at.evaluate(
    (element, { name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], name));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const event = new DragEvent(type, {
          bubbles: true,
          cancelable: true,
          composed: true,
          dataTransfer,
        });
        element.dispatchEvent(event);
        if (type !== 'dragenter' && !event.defaultPrevented)
          throw new Error(`the browser would have opened what was dropped: ${type}`);
      }
    },
    { name, base64: Buffer.from(bytes).toString('base64') },
  );
}

/** A tensor of the lab's trace, as computed by the core. */
export function traced(page: Page, name: string) {
  return page.evaluate((name) => {
    const lab = document
      .querySelector('attention-playground')!
      .shadowRoot!.querySelector<AttentionLab>('attention-lab')!;
    const { shape, data } = lab.result!.trace[name as 'weights'];
    return { shape: [...shape], data: [...data] };
  }, name);
}
