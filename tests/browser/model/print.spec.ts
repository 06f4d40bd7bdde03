/** A language model on paper: its maps and numbers, and no controls. */
import { expect, test, type Page } from '@playwright/test';
import { measuringFew } from '../support/without-measuring.ts';
import { maps, openMeasured } from './minilm-page.ts';

/** The printed controls. What also says something is read: words, names, formulas, and what is compared. */
const controls = (page: Page) =>
  page.evaluate(() => {
    const kRead = '[role=radio], [role=group] button, td button, .strips li button, .matrix button';
    const found: string[] = [];
    const visit = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll('*')) {
        const isRead = element.matches('attention-story, attention-word-cosines');
        if (element.shadowRoot && !isRead) visit(element.shadowRoot);
        if (!element.matches('button, select, summary, a') || element.matches(kRead)) continue;
        if (element.checkVisibility({ visibilityProperty: true }))
          found.push(`${(root as ShadowRoot).host?.localName} ${element.textContent.trim()}`);
      }
    };
    visit(document);
    return found;
  });

test('a language model is printed with its tables, without controls', async ({ page, context }) => {
  await measuringFew(context);
  // All parts load when they come near the screen.
  await page.setViewportSize({ width: 1280, height: 9000 });
  await openMeasured(page);
  await expect(page.locator('attention-weight-arithmetic select')).toBeVisible();
  await expect(page.locator('attention-word-paths .word select')).toBeVisible();
  const headings = page.locator('attention-head-relations thead');
  const inTable = page.locator('attention-head-relations td.extra').first();
  await expect(inTable).toBeVisible();
  expect((await controls(page)).length).toBeGreaterThan(10);
  // The width of A4 paper.
  await page.setViewportSize({ width: 718, height: 9000 });
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => controls(page)).toEqual([]);
  await expect(page.locator('attention-own-sentence')).toBeHidden();
  await expect(inTable).toBeVisible();
  expect((await headings.boundingBox())!.height).toBeGreaterThan(5);
  await expect(maps(page)).toBeVisible();
  await expect(page.locator('attention-arcs').first()).toBeVisible();
});
