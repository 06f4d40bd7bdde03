import type { Page } from '@playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Puts a finger down on one point and lifts it at another. */
export async function dragByTouch(page: Page, from: Point, to: Point): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (const share of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', {
      x: from.x + share * (to.x - from.x),
      y: from.y + share * (to.y - from.y),
    });
  await touch('touchEnd');
  await browser.detach();
}
