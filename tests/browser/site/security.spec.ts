/** The page runs under its production policy, contacts no other site, and never interprets text as markup. */
import { expect, test } from '@playwright/test';
import { contentSecurityPolicy } from '../../../web/build/csp.ts';
import { tour } from './tour.ts';
import { watch } from '../support/watch.ts';

test('the policy allows only our own files, and no inline script', async ({ page }) => {
  await test.step('the policy in headers and pages allows only our own files', async () => {
    const response = (await page.goto('./playground.html'))!;
    const header = response.headers()['content-security-policy'];
    expect(header).toBe(contentSecurityPolicy);
    const written = page.locator('meta[http-equiv="Content-Security-Policy"]');
    await expect(written).toHaveAttribute('content', contentSecurityPolicy);

    const directives = new Map(
      header!.split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources];
      }),
    );
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    for (const sources of directives.values())
      for (const source of sources)
        expect(["'none'", "'self'", "'wasm-unsafe-eval'", 'data:']).toContain(source);
  });

  await test.step('an inline script and an inline handler do not run under the policy', async () => {
    const ran = await page.evaluate(async () => {
      const found: string[] = [];
      const global = globalThis as unknown as { ran: string[] };
      global.ran = found;
      const script = document.createElement('script');
      script.textContent = "ran.push('inline script')";
      document.body.append(script);
      const image = document.createElement('img');
      image.setAttribute('onerror', "ran.push('handler')");
      const failed = new Promise((resolve) => image.addEventListener('error', resolve));
      image.src = 'data:,';
      document.body.append(image);
      await failed;
      return found;
    });
    expect(ran).toEqual([]);
  });
});

test('a full tour sends no request to other sites and causes no error or policy violation', async ({
  page,
  baseURL,
}) => {
  const { requests, complaints } = await watch(page);
  await tour(page);
  expect(complaints).toEqual([]);
  const { origin } = new URL(baseURL!);
  expect(requests.filter((url) => url.endsWith('.wasm')).length).toBeGreaterThan(0);
  expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
});
