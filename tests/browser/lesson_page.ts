/** A lesson: a page as a teacher writes it, beside the site and under its policy. */
import type { Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../web/csp.ts';

/** Opens a page of somebody's own, with nothing on it but this markup and the elements' script. */
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
