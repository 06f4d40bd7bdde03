/** Opens the small models of the proof page on the page of language models, one after the other, by dropping their files. */
import { expect, type Page } from '@playwright/test';
import type { AttentionAllHeads } from '../../../web/src/elements/language/heads/attention-all-heads.ts';
import { takeCensus, takeHeaps } from '../support/census.ts';
import type { Alive } from '../training/training-use.ts';

/**
 * Each model is drawn before the next one replaces it. The last one is a BERT. Playwright's file chooser would keep
 * listeners.
 */
export async function openModels(page: Page, times: number): Promise<void> {
  await page.evaluate(async (times) => {
    const frame = () => new Promise(requestAnimationFrame);
    const fileAt = async (path: string) =>
      new File(
        [await (await fetch(`./proof/checkpoints/${path}`)).blob()],
        path.split('/').at(-1)!,
      );
    const element = document.querySelector('attention-model')!.shadowRoot!;
    for (let i = times; i > 0; i--) {
      const name = ['distilbert', 'bert'][i % 2]!;
      const files = ['config.json', 'model.safetensors', 'tokenizer.json'].map((file) =>
        fileAt(`${name}/${file}`),
      );
      const dropped = new DataTransfer();
      for (const file of await Promise.all(files)) dropped.items.add(file);
      const heads = element.querySelector<AttentionAllHeads>('attention-all-heads')?.heads;
      element
        .querySelector('attention-model-offer')!
        .shadowRoot!.querySelector('.drop')!
        .dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, cancelable: true }));
      const shown = () => element.querySelector<AttentionAllHeads>('attention-all-heads')?.heads;
      while (shown()?.length !== (name === 'bert' ? 12 : 8) || shown() === heads) await frame();
      await frame();
    }
  }, times);
  // Waits until the heads of the last model are measured.
  await expect(page.locator('attention-head-relations').getByRole('rowheader')).toHaveCount(13);
}

/** Counts what is alive with the last model open. */
export async function aliveWithModel(page: Page): Promise<Alive> {
  const { hosts: _, ...census } = await takeCensus(page, 'attention-model');
  return { ...census, ...(await takeHeaps(page, 'attention-model')) };
}
