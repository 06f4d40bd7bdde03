/** A film that waits for the test. */
import type { Page } from '@playwright/test';
import type { Engine } from '../../../web/src/engine/client/engine.ts';
import type { AttentionTrained } from '../../../web/src/elements/trained/attention-trained.ts';
import { element } from './first-page.ts';

/**
 * Called before the film is opened: it trains to this step and no further until the returned function is called, so that
 * a busy machine cannot miss a part of it.
 */
export async function holdFilm(page: Page, last: number): Promise<() => Promise<void>> {
  await element(page).evaluate(async (view: AttentionTrained, last) => {
    const engine = (await view.engine) as Engine;
    const { trainer } = engine;
    const isReleased = new Promise((resolve) => addEventListener('test-release', resolve));
    engine.trainer = async (...all) => {
      const made = await trainer.apply(engine, all);
      const { step } = made;
      made.step = async (...counts) => {
        if (made.step_count >= last) await isReleased;
        return step.apply(made, counts);
      };
      return made;
    };
  }, last);
  return () => page.evaluate(() => void dispatchEvent(new Event('test-release')));
}
