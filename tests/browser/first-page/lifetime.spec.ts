/** The models of the first page leave nothing behind. */
import { expect, test } from '@playwright/test';
import type { AttentionArcs } from '../../../web/src/elements/arcs/attention-arcs.ts';
import { takeCensus } from '../support/census.ts';
import { cells, story } from '../story/story-page.ts';
import { arcs, choice, expectAnswers, openTrained } from './first-page.ts';

test('another model and back leaves no listener, node or model behind', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 5000 }); // so tall that every part is in sight and loads
  await openTrained(page);
  const there = async () => {
    for (const [model, said] of [
      ['translation', ['ging', 'kann']],
      ['sort', ['1', '3']],
      ['goes_with', ['animal', 'street']],
    ] as const) {
      await choice(page, 'Model').selectOption(model);
      await expectAnswers(page, ...said);
    }
    await expect(page.locator('attention-story [data-stage=weighted] canvas')).toBeVisible();
    await expect(page.locator('attention-guess button').first()).toBeVisible();
  };
  await there();
  await there();
  const before = await takeCensus(page, 'attention-trained');
  for (let i = 0; i < 6; i++) await there();
  const after = await takeCensus(page, 'attention-trained');
  // The browser may keep the last model's parts for a while; the parts of six models would be far more.
  expect(after.listeners - before.listeners).toBeLessThan(30);
  expect(after.nodes - before.nodes).toBeLessThan(1000);
  expect(after.canvases - before.canvases).toBeLessThan(3);
  expect(Math.abs(after.usedBytes - before.usedBytes)).toBeLessThan(4096);
  for (const name of ['hosts', 'models', 'workers'] as const)
    expect(after[name], name).toBe(before[name]);
});

test('the story of another model and back leaves no listener behind, nor does one that is removed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 5000 });
  await openTrained(page);
  await expect(story(page).locator('[data-stage=weighted] canvas')).toBeVisible();
  const there = async () => {
    for (const [model, said] of [
      ['sort', ['1', '3']],
      ['goes_with', ['animal', 'street']],
    ] as const) {
      await choice(page, 'Model').selectOption(model);
      await expectAnswers(page, ...said);
      const { length } = await arcs(page).evaluate((view: AttentionArcs) => view.tokens);
      await expect(cells(page, 'weights')).toHaveCount(length);
    }
    await page.evaluate(async () => {
      const other = document.createElement('attention-story');
      document.body.append(other);
      await new Promise(requestAnimationFrame);
      other.remove();
    });
  };
  await there();
  await there();
  const before = await takeCensus(page, 'attention-trained');
  for (let i = 0; i < 4; i++) await there();
  const after = await takeCensus(page, 'attention-trained');
  expect(after.listeners).toBe(before.listeners);
});
