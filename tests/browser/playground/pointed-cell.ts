/** The reference values of the default sentence, and the heatmap cell that the page describes. */
import type { Page } from '@playwright/test';
import type { MaskKind } from '../../support/multi-head-reference.ts';
import { inputsOf, type Sentence } from './inputs.ts';
import { grid, kSentence } from './playground-page.ts';
import { attend } from '../support/reference.ts';

export const tokens = kSentence.split(' ');

export const sentence: Sentence = {
  words: tokens.map((word) => word.toLowerCase()),
  d_model: 8,
  num_heads: 2,
  seed: 1,
  positions: 'sinusoidal',
};

/** The reference trace of the first of two heads. */
export async function reference(mask: MaskKind) {
  return attend(await inputsOf(sentence), 2, mask)[0]!;
}

/** Parses the heatmap's description of the pointed cell: `mat → cat: 0.1234`. */
export async function pointedCell(page: Page) {
  const text = await grid(page).locator('.readout').innerText();
  const [, query, key, value] = /^(\S+) →\s+(\S+): (\S+)$/.exec(text.replace(/\s+/g, ' '))!;
  return { query: tokens.indexOf(query!), key: tokens.indexOf(key!), value: value! };
}
