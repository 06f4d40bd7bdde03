/** Opens language models without measuring their heads, which takes MiniLM ten seconds of a processor. */
import type { Page } from '@playwright/test';

/**
 * For tests that do not look at names of heads. Called before a page opens; the page then stays in the state that it has
 * before the first sentence is measured.
 */
export async function withoutMeasuring(page: Page): Promise<void> {
  await page.addInitScript(() => {
    void customElements.whenDefined('attention-own-sentence').then((element) => {
      // This element gets each opened model before the model's heads are measured.
      const accessor = Object.getOwnPropertyDescriptor(element.prototype, 'model')!;
      Object.defineProperty(element.prototype, 'model', {
        ...accessor,
        set(model: { findHeads?: unknown } | undefined) {
          if (model) model.findHeads = () => new Promise(() => undefined);
          accessor.set!.call(this, model);
        },
      });
    });
  });
}
