/** The weights that the maps of all heads show. */
import type { Page } from '@playwright/test';
import type { AttentionAllHeads } from '../../../web/src/elements/language/heads/attention-all-heads.ts';

/** One list for each head. */
export const mapWeights = (page: Page): Promise<number[][]> =>
  page
    .locator('attention-all-heads')
    .evaluate((element: AttentionAllHeads) => element.heads.map((head) => [...head.weights]));
