/** Reads the digits of the training page for tests. */
import type { Page } from '@playwright/test';
import type { AttentionAnswer } from '../../../web/src/elements/example/attention-answer.ts';
import type { AttentionPatches } from '../../../web/src/elements/digits/attention-patches.ts';
import { row } from './training-page.ts';

export const few = 'v=3&model=digits&seed=1&steps=12&batch=16';

export const patches = (page: Page, example = 0) => row(page, example).locator('attention-patches');
export const place = (page: Page, name: string, example = 0) =>
  patches(page, example).getByRole('radio', { name });
export const says = (page: Page, example: number) =>
  row(page, example)
    .locator('attention-answer')
    .evaluate(({ guesses }: AttentionAnswer) => JSON.stringify(guesses));
export const weights = (page: Page, example: number) =>
  patches(page, example).evaluate(({ layers }: AttentionPatches) =>
    layers.map((layer) => [...layer.weights]),
  );
