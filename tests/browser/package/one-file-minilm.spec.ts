/** The page of language models with MiniLM in one file: from disk and in a sandboxed frame, without a network. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { host } from '../support/hosts.ts';
import { watch } from '../support/watch.ts';
import { lookedAt } from '../model/minilm-page.ts';

const folder = 'build/with_minilm';
const file = `${folder}/attention-lab-minilm.html`;

// One test after the other: each worker would build the file again, even while another one reads it.
test.describe.configure({ mode: 'default' });

test.beforeAll(() => {
  const build = ['build', '--config', 'web/file.config.ts', '--mode', 'minilm', '--outDir'];
  execFileSync('node_modules/.bin/vite', [...build, `../${folder}`], { stdio: 'ignore' });
});

const isNetworkUrl = (url: string) => !/^(data|blob|about):/.test(url);

/** Opens the model. As on the site, the head that it shows links "her" to "girl". */
async function openModel(page: Page | FrameLocator): Promise<void> {
  await page.getByRole('button', { name: 'Open MiniLM (25 MB)' }).click();
  await expect(page.getByText('6 layers of 12 heads, d_model 384, weights in int8.')).toBeVisible();
  await expect(page.getByRole('button', { name: /, head 12(,|$)/ })).toHaveCount(6);
  expect(await lookedAt(page)).toEqual(['her', 'girl']);
}

test('the file with MiniLM opens from a disk', async ({ page, context }) => {
  await context.setOffline(true);
  const { requests, complaints } = await watch(page);
  await page.goto(pathToFileURL(file).href);
  // Without a site there is nothing to embed.
  await expect(page.getByRole('button', { name: 'Embed …' })).toHaveCount(0);
  await openModel(page);
  expect(page.workers()).toHaveLength(1);
  // It contains the words of other languages, including those of its bar and its story.
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Alle Köpfe/);
  await expect(page.getByRole('button', { name: 'Präsentieren' })).toBeVisible();
  await page.locator('attention-head-story').scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: 'Vom Token zur Antwort' })).toBeVisible();
  expect(requests.filter(isNetworkUrl)).toEqual([pathToFileURL(file).href]);
  expect(complaints).toEqual([]);
});

test('the file with MiniLM opens in a sandboxed frame', async ({ page }) => {
  const { requests, complaints } = await watch(page);
  const lesson = `<!doctype html><html lang="en"><title>Lesson</title><link rel="icon" href="data:," />
    <iframe width="1200" height="700" src="./lab.html" sandbox="allow-scripts"></iframe></html>`;
  const served = await host({ '/': lesson, '/lab.html': readFileSync(file, 'utf8') });
  await page.goto(served.origin);
  await openModel(page.frameLocator('iframe'));
  expect(requests.filter(isNetworkUrl)).toEqual([`${served.origin}/`, `${served.origin}/lab.html`]);
  expect(complaints).toEqual([]);
  await served.close();
});
