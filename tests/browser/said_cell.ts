/** The default sentence in the reference's numbers, and the cell of the heatmap that the page speaks of. */
import type { Page } from '@playwright/test';
import type { MaskKind } from '../../wasm/engine.d.ts';
import { inputsOf, type Sentence } from './inputs.ts';
import { grid, kSentence } from './playground_page.ts';
import { attend } from './reference.ts';

export const tokens = kSentence.split(' ');

export const sentence: Sentence = {
  words: tokens.map((word) => word.toLowerCase()),
  d_model: 8,
  num_heads: 2,
  seed: 1,
  positions: 'sinusoidal',
};

/** The first of two heads. */
export async function reference(mask: MaskKind) {
  return attend(await inputsOf(sentence), 2, mask)[0]!;
}

/** The cell that the heatmap speaks of: `mat → cat: 0.1234`. */
export async function saidCell(page: Page) {
  const text = await grid(page).locator('.said').innerText();
  const [, query, key, value] = /^(\S+) →\s+(\S+): (\S+)$/.exec(text.replace(/\s+/g, ' '))!;
  return { query: tokens.indexOf(query!), key: tokens.indexOf(key!), value: value! };
}
