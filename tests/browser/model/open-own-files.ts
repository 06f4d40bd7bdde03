/** Opens files of the visitor's own on the page of language models. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

type Files = Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0];

/** The files of a small BERT: 3 layers of 4 heads. */
export const bertFiles: readonly string[] = [
  'config.json',
  'model.safetensors',
  'tokenizer.json',
].map((name) => fileURLToPath(new URL(`../../golden/checkpoints/bert/${name}`, import.meta.url)));

export async function openOwnFiles(page: Page, files: Files = bertFiles): Promise<void> {
  await page.getByText('Open files of your own').click();
  await page.getByLabel('Files of a BERT').setInputFiles(files);
}
