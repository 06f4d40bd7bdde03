/** Records all requests of a page, and all errors, warnings, dialogs and policy violations. */
import type { Page } from '@playwright/test';

export interface Watched {
  readonly requests: string[];
  readonly complaints: string[];
}

/** Playwright's message about the page's service worker; see playwright.config.ts. */
const kBlocked = 'Service Worker registration blocked by Playwright';

/** Starts recording. Call before opening the page. */
export async function watch(page: Page): Promise<Watched> {
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('websocket', (socket) => requests.push(socket.url()));
  page.on('requestfailed', (request) => {
    // A request aborted by a reload was neither refused nor missing.
    const { errorText } = request.failure()!;
    if (errorText !== 'net::ERR_ABORTED') complaints.push(`${errorText}: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.text() === kBlocked) return;
    if (['error', 'warning', 'assert'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  await page.exposeFunction('reportViolation', (words: string) => complaints.push(words));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportViolation(words: string): void })
        .reportViolation;
      report(`${event.violatedDirective} refused ${event.blockedURI} ${event.sourceFile}`);
    });
  });
  return { requests, complaints };
}
