/** Frames of the training page while a run plays, four steps a frame, in its worker. */
import type { Browser } from '@playwright/test';
import { median } from '../../web/src/measure/contender.ts';
import { inMs, report } from './figures.ts';

const kSeconds = 3;
/** A frame later than this has missed one. */
const kLate = 1.5 * (1000 / 60);

export async function measureTrainingFrames(browser: Browser, site: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${site}training.html#v=1&task=goes_with&seed=1&speed=4`);
  const run = page.locator('attention-training-run');
  await run.getByText('step 0 of 800').waitFor();
  const cdp = await page.context().newCDPSession(page);
  // Processor time does not depend on how busy the machine is.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
  const resting = await page.evaluate(framesFor, kSeconds * 1000);
  await run.getByRole('button', { name: 'Play', exact: true }).click();
  const before = await busy();
  const intervals = await page.evaluate(framesFor, kSeconds * 1000);
  const cost = (await busy()) - before;
  const step = Number((await run.locator('.progress').textContent())!.match(/\d+/)![0]);
  await page.close();
  const inTime = shareInTime(intervals);
  report({
    name: `frames of ${kSeconds} s of training, 4 steps a frame`,
    target: '95 % in time',
    measured:
      `${inPercent(inTime)} within ${inMs(kLate)} (at rest ${inPercent(shareInTime(resting))}), ` +
      `median ${inMs(median(intervals))}, ${inMs(Math.max(...intervals))} at most; ${step} steps, ` +
      `main thread ${inMs(cost / intervals.length)} of processor time a frame`,
    reached: inTime >= 0.95 && step > 0,
  });
}

const shareInTime = (intervals: readonly number[]) =>
  intervals.filter((interval) => interval <= kLate).length / intervals.length;
const inPercent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Milliseconds from frame to frame. */
async function framesFor(milliseconds: number): Promise<number[]> {
  const intervals: number[] = [];
  let before = await new Promise(requestAnimationFrame);
  const end = before + milliseconds;
  while (before < end) {
    const now = await new Promise(requestAnimationFrame);
    intervals.push(now - before);
    before = now;
  }
  return intervals;
}
