/** A lesson: a page by a teacher, served by the site under its security policy. */
import type { Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../../web/build/csp.ts';

/** Opens a page that contains only this markup and the script of the elements. */
export async function openLesson(page: Page, body = ''): Promise<void> {
  await page.route('**/lesson.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': contentSecurityPolicy },
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lesson</title><main>${body}</main>
        <script type="module" src="./elements.js"></script></html>`,
    }),
  );
  await page.goto('./lesson.html');
  await page.evaluate(() => customElements.whenDefined('attention-playground'));
}
