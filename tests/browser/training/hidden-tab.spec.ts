/** A tab that the browser does not draw takes no steps, and goes on where it was when it is drawn again. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionTrainingRun } from '../../../web/src/elements/training/attention-training-run.ts';
import { infoOf } from '../support/census.ts';
import { button, open, progress, run, weights } from './training-page.ts';

/**
 * Playwright never hides a tab, so this does what a browser does to a hidden one (HTML, "update the rendering"): it
 * delays animation frames.
 */
interface Tab {
  hide(isHidden: boolean): void;
  /** Resolves after `count` more animation frames. */
  drawn(count: number): Promise<void>;
}
declare const tab: Tab;

function makeHideable(): void {
  const draw = requestAnimationFrame.bind(window);
  const waiting: FrameRequestCallback[] = [];
  let isHidden = false;
  window.requestAnimationFrame = (callback) =>
    draw((time) => void (isHidden ? waiting.push(callback) : callback(time)));
  Object.defineProperties(document, {
    visibilityState: { get: () => (isHidden ? 'hidden' : 'visible') },
    hidden: { get: () => isHidden },
  });
  const tab: Tab = {
    hide(hidden) {
      isHidden = hidden;
      document.dispatchEvent(new Event('visibilitychange'));
      if (!hidden) for (const callback of waiting.splice(0)) requestAnimationFrame(callback);
    },
    drawn: (count) =>
      new Promise((resolve) => {
        const next = () => (count-- > 0 ? draw(next) : resolve());
        next();
      }),
  };
  Object.assign(window, { tab });
}

const step = (page: Page) => run(page).evaluate((element: AttentionTrainingRun) => element.step);

/**
 * Waits until a turn in progress has ended. The engine answers in order, and in a turn it is asked a few things, one
 * after the other: to step, to evaluate, and to inspect each example.
 */
async function turnEnds(page: Page): Promise<void> {
  for (let i = 0; i < 10; i++) await infoOf(page, 'attention-training');
}

test('a run pauses in a hidden tab, and continues to the same numbers', async ({
  page,
  context,
}) => {
  await page.addInitScript(makeHideable);
  const hash = 'v=3&model=reverse&seed=1&steps=600';
  await open(page, hash);
  await button(page, 'Play').click();
  // Hidden and paused inside the page: on a busy machine the run could end before the test sees a step.
  await run(page).evaluate(async (element: AttentionTrainingRun) => {
    while (element.step <= 3) await tab.drawn(1);
    tab.hide(true);
  });
  await turnEnds(page);
  const before = await step(page);
  await page.evaluate(() => tab.drawn(90));
  await turnEnds(page);
  expect(await step(page)).toBe(before);
  expect(before).toBeLessThan(600);

  await run(page).evaluate(async (element: AttentionTrainingRun, before) => {
    tab.hide(false);
    while (element.step <= before) await tab.drawn(1);
    element.renderRoot.querySelector<HTMLElement>('[aria-label=Pause]')!.click();
  }, before);
  await expect(button(page, 'Play')).toBeVisible();
  await turnEnds(page);
  const paused = await step(page);
  const seen = await weights(page);
  const other = await context.newPage();
  await other.goto(`./training.html#${hash}&step=${paused}`);
  await expect(progress(other)).toHaveText(`step ${paused} of 600`);
  expect(await weights(other)).toEqual(seen);
});
