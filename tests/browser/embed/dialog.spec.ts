/** The Embed dialog: its snippets, pasted into a page, reproduce what was on the screen. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import type { AttentionLab } from '../../../web/src/elements/lab/attention-lab.ts';
import { violations } from '../support/axe.ts';
import { host } from '../support/hosts.ts';
import { open, settled, tableOf, tokenButtons } from '../playground/playground-page.ts';
import { pageWith } from './teacher.ts';

const settings = { text: 'Say "a < b" & go', num_heads: 4, mask: 'causal', query: 2, seed: 5 };

async function openDialog(page: Page, language: Record<string, string> = {}) {
  await open(page, { ...settings, ...language });
  await page.locator('attention-embed').getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

const textOf = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('textbox', { name }).inputValue();

const weightsOf = async (page: Page) =>
  (await tableOf(page.locator('attention-heatmap:not([field])').first())).cells;

test('a preview is freed, shows what is chosen, and is copied', async ({ page, context }) => {
  const dialog = await openDialog(page);

  await test.step('a closed dialog frees the page in its preview', async () => {
    const preview = page.locator('dialog iframe');
    await expect(preview).toHaveAttribute('src', /embed\.html/);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(preview).not.toHaveAttribute('src');
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toEqual([page.url(), 'about:blank']);
    await page.locator('attention-embed').getByRole('button').first().click();
    await expect(page.frameLocator('iframe').locator('attention-heatmap').first()).toBeVisible();
  });

  await test.step('theme, language and what is hidden are chosen, shown in the preview, and in the snippets', async () => {
    const preview = page.frameLocator('attention-embed iframe');
    await expect(preview.getByRole('textbox', { name: 'Sentence' })).toHaveValue(settings.text);
    await expect(preview.locator('attention-formula')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Formula' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Seed' }).press('Space');
    await dialog.getByLabel('Theme').selectOption('dark');
    await dialog.getByLabel('Language').selectOption('Deutsch');
    await expect(preview.getByRole('textbox', { name: 'Satz' })).toHaveValue(settings.text);
    await expect(preview.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(preview.locator('attention-formula')).toBeHidden();
    await expect(preview.getByLabel('Seed', { exact: true })).toBeHidden();
    expect(await textOf(page, 'Iframe')).toContain('hide=seed,formula&amp;lang=de&amp;theme=dark');
    const elements = await textOf(page, 'Custom elements');
    expect(elements).toContain(' lang="de" theme="dark" hide="seed formula"');
    await expect(dialog.getByText('only if their server allows it (CORS)')).toBeVisible();
    // Chooses the visitor's own language, and all views.
    await dialog.getByLabel('Language').selectOption('the reader’s own');
    await dialog.getByLabel('What to show').selectOption('the heatmap');
    await expect(dialog.getByRole('checkbox')).toHaveCount(0);
    expect(await textOf(page, 'Iframe')).toContain('view=heatmap&amp;theme=dark"');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('Copy copies the snippet, or selects the text where the clipboard is refused', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const preview = page.frameLocator('attention-embed iframe');
    await expect(preview.locator('attention-heatmap')).toBeVisible();
    // The code changes once more, when the preview reports its height.
    await expect
      .poll(async () => {
        const height = await preview
          .locator('body')
          .evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
        return (await textOf(page, 'Iframe')).includes(`height="${height}"`);
      })
      .toBe(true);
    // The preview has room for all of the page, at the width that is named, and scrolls.
    const frame = dialog.locator('iframe');
    await expect
      .poll(async () => {
        const room = await frame.evaluate((element) => element.clientHeight);
        return (await textOf(page, 'Iframe')).includes(`height="${room}"`);
      })
      .toBe(true);
    const width = await frame.evaluate((element) => element.clientWidth);
    await expect(dialog).toContainText(`The height is right for a width of ${width} pixels.`);
    await expect
      .poll(() =>
        dialog
          .locator('.preview')
          .evaluate((element) => element.scrollHeight > element.clientHeight),
      )
      .toBe(true);
    await dialog.getByRole('button', { name: 'Copy (Custom elements)' }).click();
    await expect(dialog.getByText('Copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await textOf(page, 'Custom elements'),
    );
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await dialog.getByRole('button', { name: 'Copy (Iframe)' }).click();
    await expect(dialog.getByText('The browser blocked the clipboard')).toBeVisible();
    const area = dialog.getByRole('textbox', { name: 'Iframe' });
    await expect(area).toBeFocused();
    const selected = await area.evaluate(
      ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [selectionStart, selectionEnd],
    );
    expect(selected).toEqual([0, (await area.inputValue()).length]);
  });

  await test.step('a message about code that has changed disappears', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.resolve();
    });
    await dialog.getByRole('button', { name: 'Copy (Custom elements)' }).click();
    await expect(dialog.getByText('Copied.')).toBeVisible();
    await dialog.getByLabel('Theme').selectOption('light');
    await expect(dialog.getByText('Copied.')).toHaveCount(0);
  });
});

test('a selection that ends beside the dialog leaves it open, and a press beside it closes it', async ({
  page,
}) => {
  const dialog = await openDialog(page);
  const code = dialog.getByRole('textbox', { name: 'Iframe' });
  await code.scrollIntoViewIfNeeded();
  const box = (await code.boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(4, box.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await page.mouse.click(4, box.y + 10);
  await expect(dialog).toBeHidden();
});

test('behind the open dialog, keys neither undo a change nor start presenting', async ({
  page,
}) => {
  await open(page, settings);
  await page.getByLabel('Heads', { exact: true }).fill('2');
  await expect(page).not.toHaveURL(/num_heads=4/);
  const changed = page.url();
  const button = page.locator('attention-embed').getByRole('button').first();
  await button.click();
  const dialog = page.getByRole('dialog');
  // The focus on a button of the dialog, and on none.
  for (const focus of [
    () => dialog.getByRole('button', { name: 'Copy (Iframe)' }).focus(),
    () => dialog.getByRole('heading').first().click(),
  ]) {
    await focus();
    await page.keyboard.press('Alt+p');
    await page.keyboard.press('Control+z');
    await expect(page.locator('html')).not.toHaveClass(/presenting/);
    await expect(dialog).toBeVisible();
  }
  // The preview has shown two addresses. They are no entries of the history, so one step back undoes the change.
  await dialog.getByLabel('Theme').selectOption('dark');
  await expect(page.frameLocator('iframe').locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(changed);
  await button.press('Control+z');
  await expect(page).toHaveURL(/num_heads=4/);
  await page.keyboard.press('Alt+p');
  await expect(page.locator('html')).toHaveClass(/presenting/);
});

test('the frame snippet, pasted into a page on another origin, shows the same numbers', async ({
  page,
}) => {
  await openDialog(page);
  const snippet = await textOf(page, 'Iframe');
  await page.keyboard.press('Escape');
  const expected = await weightsOf(page);
  const course = await host({ '/': pageWith(snippet) });
  // A visitor with another browser language sees the teacher's language.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'language', { get: () => 'de-DE' }),
  );
  await page.goto(course.origin);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('attention-tokens').getByRole('radio').nth(2)).toBeChecked();
  await expect(frame.getByRole('textbox', { name: 'Sentence' })).toBeVisible();
  const heatmap = frame.locator('attention-heatmap:not([field])');
  expect((await tableOf(heatmap)).cells).toEqual(expected);
  await expect
    .poll(() =>
      page.locator('iframe').evaluate((element) => element.getBoundingClientRect().height),
    )
    .toBeGreaterThan(1000);
  await course.close();
});

test('the elements snippet, pasted into a page of the same site, shows the same numbers', async ({
  page,
}) => {
  const dialog = await openDialog(page);
  await dialog.getByLabel('What to show').selectOption('tokens, bars and heatmap');
  const snippet = await textOf(page, 'Custom elements');
  await page.keyboard.press('Escape');
  const expected = await weightsOf(page);
  await page.route('**/pasted.html', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageWith(snippet) }),
  );
  await page.goto('./pasted.html');
  await expect(tokenButtons(page).nth(2)).toBeChecked();
  expect(await page.locator('attention-lab').evaluate((lab) => lab.children.length)).toBe(3);
  expect(await weightsOf(page)).toEqual(expected);
});

test('the downloaded file contains the settings and the language', async ({ page }) => {
  const dialog = await openDialog(page, { lang: 'de' });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'attention-lab.html herunterladen' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('attention-lab.html');
  await expect(dialog.getByText('Heruntergeladen')).toBeVisible();
  const expected = await page.keyboard.press('Escape').then(() => weightsOf(page));
  const path = await file.path();
  expect(readFileSync(path, 'utf8')).toContain('num_heads=4');
  const away = await host({ '/': readFileSync(path, 'utf8') });
  await page.goto(away.origin);
  await settled(page);
  await expect(tokenButtons(page).nth(2)).toBeChecked();
  await expect(page.getByLabel('Satz', { exact: true })).toHaveValue(settings.text);
  expect(await weightsOf(page)).toEqual(expected);
  await away.close();
});

test('the snippet contains neither the data nor the sizes of an opened file', async ({ page }) => {
  await open(page, settings);
  await page.locator('attention-lab').evaluate((element) => {
    const rows = { shape: [2, 300], data: new Float32Array(600) };
    (element as AttentionLab).opened = { name: 'wide.npz', q: rows, k: rows, v: rows };
  });
  await expect(page.locator('attention-file-note')).toContainText('wide.npz');
  await page.locator('attention-embed').getByRole('button').first().click();
  const snippet = await textOf(page, 'Iframe');
  expect(snippet).toContain('num_heads=4');
  expect(snippet).not.toContain('d_model');
});

test('a refused setting does not appear in the snippet', async ({ page }) => {
  await open(page, settings);
  await page.getByLabel('Heads', { exact: true }).fill('3');
  await expect(page.getByText('cannot be split')).toBeVisible();
  await page.locator('attention-embed').getByRole('button').first().click();
  expect(await textOf(page, 'Iframe')).toContain('num_heads=4');
});

test('a dialog that cannot be loaded shows a message', async ({ page }) => {
  await page.route('**/embed-dialog*.js', (route) => route.abort());
  await open(page);
  const button = page.locator('attention-embed').getByRole('button').first();
  await button.click();
  await expect(page.locator('attention-embed').getByRole('alert')).toHaveText(
    'This part of the lab could not be loaded.',
  );
});

test('works by keyboard, in three languages and on a phone, without axe violations', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 600 });
  for (const [lang, title] of [
    ['en', 'Embed this in your own page'],
    ['de', 'In eine eigene Seite einbetten'],
    ['zh', '嵌入到自己的网页'],
  ] as const) {
    const dialog = await openDialog(page, { lang });
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    const wide = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.locator('attention-embed').getByRole('button').first()).toBeFocused();
  }
});
