/** The state that a frame tells its host. */
import { expect, test, type Page } from '@playwright/test';
import { hostLab, openCourse, send } from './embed-course.ts';
import type { Host } from '../support/hosts.ts';
import { messagesOf } from './teacher.ts';

let lab: Host;
test.beforeAll(async () => {
  lab = await hostLab();
});
test.afterAll(() => lab.close());

const frameOf = (page: Page) => page.frameLocator('iframe');

test('a frame tells which settings it shows, not those it was asked for', async ({ page }) => {
  const course = await openCourse(page, lab, 'v=3&text=Time+flies&view=tokens,bars');
  await expect(frameOf(page).getByRole('radio').nth(1)).toBeChecked();
  const states = async () => (await messagesOf(page, 'state')).map(({ state }) => state);
  // The default word is the sixth.
  await expect.poll(states).toMatchObject([{ text: 'Time flies', word: 1, num_heads: 2 }]);
  await send(page, { kind: 'get' });
  await expect.poll(states).toMatchObject([{}, { word: 1 }]);
  await send(page, { kind: 'set', state: { v: 3, num_heads: 3 } });
  await expect.poll(() => messagesOf(page, 'error')).toHaveLength(1);
  await frameOf(page).getByRole('radio').nth(0).click();
  await expect.poll(async () => (await states()).at(-1)).toMatchObject({ word: 0, num_heads: 2 });
  await course.close();
});
