/**
 * Opens language models without measuring their heads, or measures them on fewer sentences: all 640 take MiniLM ten
 * seconds of a processor.
 */
import type { BrowserContext, Page } from '@playwright/test';
import type { TextModel } from '../../../web/src/model/language/text-model.ts';

/**
 * For tests that do not look at names of heads. Called before a page opens; the page then stays in the state that it has
 * before the first sentence is measured.
 */
export const withoutMeasuring = (page: Page): Promise<void> => measuring(page, 0);

/** For tests that look at names, but not at which head gets which. Called before a page opens. */
export const measuringFew = (context: BrowserContext): Promise<void> => measuring(context, 64);

/**   sentences  on which heads are measured; 0: the measurement does not begin */
async function measuring(page: Page | BrowserContext, sentences: number): Promise<void> {
  await page.addInitScript((sentences) => {
    void customElements.whenDefined('attention-own-sentence').then((element) => {
      // This element gets each opened model before the model's heads are measured.
      const accessor = Object.getOwnPropertyDescriptor(element.prototype, 'model')!;
      Object.defineProperty(element.prototype, 'model', {
        ...accessor,
        set(model: TextModel | undefined) {
          if (model && !Object.hasOwn(model, 'findHeads')) {
            const findHeads = model.findHeads.bind(model);
            model.findHeads = (options) =>
              sentences === 0 ? new Promise(() => undefined) : findHeads({ ...options, sentences });
          }
          accessor.set!.call(this, model);
        },
      });
    });
  }, sentences);
}
