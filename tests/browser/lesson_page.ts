/** A lesson: a page of somebody's own, with nothing on it but the elements' script. */
import type { Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../web/csp.ts';

export async function openLesson(page: Page, main = ''): Promise<void> {
  await page.route('**/lesson.html', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': contentSecurityPolicy },
      body: `<!doctype html><html lang="en"><title>Lesson</title><main>${main}</main>
        <script type="module" src="./elements.js"></script></html>`,
    }),
  );
  await page.goto('./lesson.html');
  await page.evaluate(() => customElements.whenDefined('attention-playground'));
}
