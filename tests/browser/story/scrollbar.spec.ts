/** The story follows the scrollbar. In a file of its own, because another browser starts for it. */
import { expect, test } from '@playwright/test';
import { launchOptions } from '../launch.ts';
import { note } from './story-page.ts';
import { openTrainedStory } from '../first-page/first-page.ts';

test.use({ launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } });

test('the story follows the scrollbar', async ({ page }) => {
  await openTrainedStory(page, '&stage=q');
  const heading = note(page).getByRole('heading');
  await expect(heading).toHaveText('Query');
  const { width, thumb } = await page.evaluate(() => ({
    width: innerWidth - document.documentElement.clientWidth,
    thumb: ((scrollY + innerHeight / 2) / document.documentElement.scrollHeight) * innerHeight,
  }));
  expect(width).toBeGreaterThan(0);
  await page.mouse.move(page.viewportSize()!.width - width / 2, thumb);
  await page.mouse.down();
  await page.mouse.move(page.viewportSize()!.width - width / 2, thumb + 40, { steps: 4 });
  await page.mouse.up();
  await expect(heading).not.toHaveText('Query');
});
