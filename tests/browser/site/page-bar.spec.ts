/** The bar on top of every page: the pages, and the theme, which the browser keeps. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { drawnTwice } from '../support/frames.ts';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';
import { host } from '../support/hosts.ts';
import { lightnessOf } from './lightness.ts';
import { watch } from '../support/watch.ts';

const pages: [path: string, name: string][] = [
  ['', 'Lab'],
  ['course.html', 'Lesson'],
  ['training.html', 'Training'],
  ['playground.html', 'One layer, untrained'],
  ['model.html', 'Language model'],
  ['proof.html', 'Proof'],
  ['speed.html', 'Speed'],
];
const bar = (page: Page) => page.locator('.bar');
const links = (page: Page) => bar(page).getByRole('navigation', { name: 'Pages' });
const theme = (page: Page) => bar(page).getByLabel('Theme');

const kLight = 'rgb(251, 250, 246)';
const kDark = 'rgb(24, 23, 21)';
const paper = (page: Page) => expect.poll(() => page.evaluate(backgroundOf));
const backgroundOf = () => getComputedStyle(document.documentElement).backgroundColor;

const lightness = (page: Page, element: string) =>
  page.locator(`${element} canvas`).first().evaluate(lightnessOf, undefined);
/** The same, once something is painted. */
async function firstLightness(page: Page, element: string) {
  await expect.poll(() => lightness(page, element)).toBeGreaterThan(0);
  await drawnTwice(page);
  return lightness(page, element);
}

for (const [path, name] of pages)
  test(`${path || 'the first page'} leads to all others and names itself`, async ({ page }) => {
    const { complaints } = await watch(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`./${path}`);
    await expect(links(page).locator('[aria-current=page]')).toHaveText(name);
    await expect(links(page).locator('[aria-current=page]')).toBeInViewport();
    const others = pages.filter(([other]) => other !== path);
    await expect(links(page).getByRole('link')).toHaveText(others.map(([, other]) => other));
    const there = links(page).getByRole('link');
    expect(
      await there.evaluateAll((all) => all.map((element) => (element as HTMLAnchorElement).href)),
    ).toEqual(others.map(([other]) => new URL(`./${other}`, page.url()).href));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect(await overflow(page)).toBe(0);
    await theme(page).selectOption('Dark');
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

test('a theme is chosen, drawn, and kept on every page before anything is painted', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      (globalThis as { first?: string }).first = document.documentElement.dataset['theme'] ?? '';
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('./');
  await expect(page.locator('attention-arcs canvas').first()).toBeVisible();
  const light = await firstLightness(page, 'attention-arcs');
  await theme(page).selectOption('Dark');
  await paper(page).toBe(kDark);
  await expect.poll(() => lightness(page, 'attention-arcs')).toBeGreaterThan(light + 60);

  await links(page).getByRole('link', { name: 'One layer' }).click();
  await expect(theme(page)).toHaveValue('dark');
  await paper(page).toBe(kDark);
  expect(await page.evaluate(() => (globalThis as { first?: string }).first)).toBe('dark');
  await expect(page.locator('attention-heatmap canvas').first()).toBeVisible();
  const dark = await firstLightness(page, 'attention-heatmap');
  await theme(page).selectOption('Light');
  await paper(page).toBe(kLight);
  await expect.poll(() => lightness(page, 'attention-heatmap')).toBeGreaterThan(dark + 40);

  // The theme follows the system again.
  await theme(page).selectOption('System');
  await page.emulateMedia({ colorScheme: 'dark' });
  await paper(page).toBe(kDark);
  await page.reload();
  await expect(theme(page)).toHaveValue('');
  await page.emulateMedia({ colorScheme: 'light' });
  await paper(page).toBe(kLight);
});

test('a theme that is chosen in one tab shows in the others, and embedded pages keep their own', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('./proof.html');
  const other = await context.newPage();
  await other.goto('./speed.html');
  await theme(other).selectOption('Dark');
  await paper(page).toBe(kDark);
  await expect(theme(page)).toHaveValue('dark');
  await page.goto('./embed.html#v=3&view=bars');
  await expect(page.locator('attention-bars canvas')).toBeVisible();
  await paper(page).toBe('rgba(0, 0, 0, 0)');
  await expect(bar(page)).toHaveCount(0);
});

test('an embedded page draws its elements in another theme', async ({ page }) => {
  await page.goto('./embed.html#v=3&view=tokens,heatmap&theme=light');
  const view = page.locator('attention-heatmap');
  await view.evaluate((element) => element.setAttribute('data-first', ''));
  const light = await firstLightness(page, 'attention-heatmap');
  await page.evaluate(() => (location.hash = location.hash.replace('theme=light', 'theme=dark')));
  await paper(page).toBe(kDark);
  await expect.poll(() => lightness(page, 'attention-heatmap')).toBeLessThan(light - 40);
  await expect(view).toHaveAttribute('data-first');
});

test('without storage a theme lasts as long as the page', async ({ page }) => {
  const { complaints } = await watch(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    }),
  );
  await page.goto('./speed.html');
  await theme(page).selectOption('Dark');
  await paper(page).toBe(kDark);
  await page.reload();
  await paper(page).toBe(kLight);
  expect(complaints).toEqual([]);
});

test('the offline file in a sandboxed frame has a theme, and no links', async ({ page }) => {
  const { complaints } = await watch(page);
  await page.emulateMedia({ colorScheme: 'light' });
  const lesson = `<!doctype html><html lang="en"><title>Lesson</title><link rel="icon" href="data:," />
    <iframe width="1000" height="700" sandbox="allow-scripts" src="./file.html"></iframe></html>`;
  const file = readFileSync('dist/attention-lab.html', 'utf8');
  const served = await host({ '/lesson.html': lesson, '/file.html': file });
  await page.goto(`${served.origin}/lesson.html`);
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Theme').selectOption('Dark');
  await expect(frame.locator('html')).toHaveCSS('background-color', kDark);
  await expect(frame.getByRole('banner').getByRole('link')).toHaveCount(0);
  await expect(frame.locator('attention-bars canvas')).toBeVisible();
  expect(complaints).toEqual([]);
  await served.close();
});

test('links keep the language, and lead to the lesson in that language', async ({ page }) => {
  await page.goto('./#lang=de');
  const nav = bar(page).getByRole('navigation', { name: 'Seiten' });
  const title = page.getByRole('heading', { level: 1 });
  await nav.getByRole('link', { name: 'Training' }).click();
  // The page adds its state to the address.
  await expect(page).toHaveURL(/training\.html#(v=.*&)?lang=de$/);
  await expect(title).toHaveText(/^Zusehen, wie ein Kopf lernt/);
  await expect(bar(page).getByLabel('Farben')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Was zu sehen ist' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What you see' })).toBeHidden();
  await nav.getByRole('link', { name: 'Nachweis' }).click();
  await expect(title).toHaveText('Mit PyTorch verglichen, in Ihrem Browser');
  await expect(page.locator('attention-proof').getByRole('heading').first()).toHaveText(
    /von \d+ Prüfungen bestanden|Wird berechnet/,
  );
  await nav.getByRole('link', { name: 'Lektion' }).click();
  await expect(page).toHaveURL(/course-de\.html#lang=de$/);
  await expect(title).toHaveText('Eine Lektion über Attention');
  await nav.getByRole('link', { name: 'Labor' }).click();
  await expect(title).toHaveText('Wer ist it?');
  await page.getByLabel('Sprache').selectOption('English');
  await expect(links(page).getByRole('link', { name: 'Training' })).toHaveAttribute(
    'href',
    /training\.html$/,
  );
});
