/** What the dialogs say that a page's Content-Security-Policy must allow is enough, and all of it is needed. */
import { expect, test, type Page } from '@playwright/test';
import { host, type Host } from '../support/hosts.ts';
import { pageWith } from './teacher.ts';

let lab: Host;
test.beforeAll(async () => {
  lab = await host({ '/': { folder: 'dist' } }, { 'access-control-allow-origin': '*' });
});
test.afterAll(() => lab.close());

/** The code that the page's dialog offers, and the policy for it. */
async function offered(page: Page, path: string, way: 'Iframe' | 'Custom elements') {
  await page.goto(`${lab.origin}/${path}`);
  await page.getByRole('button', { name: /^Embed/ }).click();
  const section = page.getByRole('dialog').getByRole('region', { name: way });
  const code = await section.getByRole('textbox').inputValue();
  return { code, policy: (await section.locator('code').textContent())! };
}

/** Opens a page with this code that allows nothing but this policy and its own style. Returns what it refuses. */
async function openWith(page: Page, code: string, policy: string) {
  const course = await host(
    { '/': pageWith(code).replace(/<link[^>]*>|<style>.*<\/style>/g, '') },
    { 'content-security-policy': `default-src 'none'; ${policy}` },
  );
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto(course.origin);
  return { course, refused };
}

const pages = [
  ['playground.html', 'attention-bars canvas'],
  ['', 'attention-arcs canvas'],
  ['training.html#v=3&model=goes_with&seed=1', 'attention-arcs canvas'],
  ['model.html#v=3&model=minilm', 'attention-arcs canvas'],
] as const;

for (const [path, shown] of pages)
  for (const way of ['Iframe', 'Custom elements'] as const)
    test(`/${path} as ${way}: a page that allows only what the dialog says shows it`, async ({
      page,
    }) => {
      const { code, policy } = await offered(page, path, way);
      const { course, refused } = await openWith(page, code, policy);
      const frame = page.locator('iframe');
      const content = way === 'Iframe' ? frame.contentFrame() : page;
      await expect(content.locator(shown).first()).toBeVisible();
      if (way === 'Iframe') {
        const height = () => frame.evaluate(({ style }) => style.height);
        await expect.poll(height).toMatch(/px$/);
      }
      expect(refused).toEqual([]);
      await course.close();
    });

for (const way of ['Iframe', 'Custom elements'] as const)
  test(`${way}: without any part of what the dialog says something is refused`, async ({
    page,
  }) => {
    const { code, policy } = await offered(page, '', way);
    const parts = policy.split('; ');
    expect(parts).toHaveLength(2);
    for (const part of parts) {
      const { course, refused } = await openWith(
        page,
        code,
        parts.filter((other) => other !== part).join('; '),
      );
      await expect.poll(() => refused, part).not.toEqual([]);
      await course.close();
    }
    if (way === 'Iframe') return;
    const { course } = await openWith(page, code, policy.replace(" 'wasm-unsafe-eval'", ''));
    await expect(page.getByText("it needs 'wasm-unsafe-eval'").first()).toBeVisible();
    await course.close();
  });
