/**
 * Every way to embed a lab: {own page, cross-origin frame, sandboxed frame, srcdoc, a file on disk} x {no
 * policy, the strict policy, no blob workers} x {package, frame, one file}. In each combination the lab
 * shows correct numbers, or a message that it cannot run.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../../web/build/csp.ts';
import { withState } from '../../../web/src/embed/one-file.ts';
import { host, type Host, type Served } from '../support/hosts.ts';
import { expectWeights } from '../support/sentence-weights.ts';

const hash = 'v=3&mask=causal';
const places = ['own page', 'cross-origin frame', 'sandboxed frame', 'srcdoc', 'file'] as const;
const ways = ['package', 'frame', 'one file'] as const;
type Place = (typeof places)[number];
type Way = (typeof ways)[number];

const policies = {
  'no policy': null,
  'the strict policy': contentSecurityPolicy.replace("frame-src 'self'", 'frame-src http: data:'),
  'no blob workers': "worker-src 'self'",
};
type Policy = keyof typeof policies;

/** The reason why the lab cannot work in this combination; null where it works. */
function cannotWork(place: Place, policy: Policy, way: Way): string | null {
  if (way === 'package' && place === 'file') return 'modules are not loaded from a disk';
  if (way === 'one file' && policy === 'the strict policy') return 'its script is inside the page';
  return null;
}

const needsScript = 'This lab needs its script.';
const lesson = (script: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Lesson</title><link rel="icon" href="data:,"><script type="module" src="${script}"></script>
<attention-lab mask="causal">
<p slot="starting">${needsScript}</p><attention-heatmap></attention-heatmap></attention-lab></html>`;

const framing = (attributes: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Course</title><link rel="icon" href="data:,"><iframe width="900" height="600" ${attributes}></iframe></html>`;

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

let file = '';
let disk = '';
test.beforeAll(() => {
  file = withState(readFileSync('dist/attention-lab.html', 'utf8'), hash);
  disk = mkdtempSync(join(tmpdir(), 'attention-disk-'));
  cpSync('dist/package', join(disk, 'package'), { recursive: true });
});
test.afterAll(() => rmSync(disk, { recursive: true }));

interface Cell {
  readonly way: Way;
  readonly site: Host;
  readonly portal: Host;
  /** The pages of the portal, by path. */
  readonly pages: Record<string, Served>;
}

const markupOf = ({ way, site }: Cell, base: string) =>
  ({
    package: lesson(`${base}package/index.js`),
    frame: framing(`src="${site.origin}/embed.html#${hash}&view=heatmap"`),
    'one file': file,
  })[way];

const addressOf = ({ way, site }: Cell) =>
  ({
    package: `${site.origin}/lesson.html`,
    frame: `${site.origin}/embed.html#${hash}&view=heatmap`,
    'one file': `${site.origin}/one-file.html`,
  })[way];

/** Opens the page. Returns the page or frame that contains the lab. */
async function open(page: Page, cell: Cell, place: Place, policy: Policy) {
  const { way, portal, pages } = cell;
  const inFrame = async (attributes: string): Promise<FrameLocator> => {
    pages['/'] = framing(attributes);
    await page.goto(portal.origin);
    return page.frameLocator('iframe');
  };
  switch (place) {
    case 'own page':
      await page.goto(addressOf(cell));
      return page;
    case 'cross-origin frame':
      return inFrame(`src="${addressOf(cell)}"`);
    case 'sandboxed frame':
      return inFrame(`src="${addressOf(cell)}" sandbox="allow-scripts"`);
    case 'srcdoc': {
      const frame = await inFrame(`srcdoc="${attribute(markupOf(cell, `${portal.origin}/`))}"`);
      return way === 'frame' ? frame.frameLocator('iframe') : frame;
    }
    case 'file': {
      const policyText = policies[policy];
      const meta = `<meta http-equiv="Content-Security-Policy" content="${policyText}">`;
      const markup = markupOf(cell, './');
      const path = join(disk, `${way}.html`);
      writeFileSync(path, policyText ? markup.replace('<meta', () => `${meta}<meta`) : markup);
      await page.goto(pathToFileURL(path).href);
      return way === 'frame' ? page.frameLocator('iframe') : page;
    }
  }
}

for (const place of places)
  for (const policy of Object.keys(policies) as Policy[])
    test(`${place}, ${policy}: package, frame and one file`, async ({ page, context }) => {
      const headers: Record<string, string> = { 'access-control-allow-origin': '*' };
      if (policies[policy]) headers['content-security-policy'] = policies[policy];
      const pages: Record<string, Served> = { '/package/': { folder: 'dist/package' } };
      const site = await host(
        {
          '/lesson.html': lesson('./package/index.js'),
          '/one-file.html': file,
          '/': { folder: 'dist' },
        },
        headers,
      );
      const portal = await host(pages, headers);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));

      for (const way of ways) {
        const shown = await open(page, { way, site, portal, pages }, place, policy);
        const heatmap = shown.locator('attention-heatmap:not([field])');
        const reason = cannotWork(place, policy, way);
        if (reason === null) {
          await expectWeights(heatmap);
          await expect(shown.getByText(needsScript)).toBeHidden();
        } else {
          const words = way === 'package' ? needsScript : 'the script in this file is blocked';
          await expect(shown.getByText(words), `${way}: ${reason}`).toBeVisible();
          await expect(heatmap.locator('canvas')).toHaveCount(0);
        }
      }

      const known = [
        site.origin,
        portal.origin,
        'data:',
        'blob:',
        'about:',
        pathToFileURL(disk).href,
      ];
      expect(requests.filter((url) => !known.some((start) => url.startsWith(start)))).toEqual([]);
      expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
      await Promise.all([site.close(), portal.close()]);
    });

test('a sandboxed frame of a host without cross-origin scripts shows a message', async ({
  page,
}) => {
  const pages: Record<string, Served> = {};
  const [site, portal] = await Promise.all([
    host({ '/lesson.html': lesson('./package/index.js'), '/': { folder: 'dist' } }),
    host(pages),
  ]);
  for (const [address, words] of [
    ['lesson.html', needsScript],
    ['embed.html', /they did not run here/],
  ]) {
    pages['/'] = framing(`src="${site.origin}/${address}" sandbox="allow-scripts"`);
    await page.goto(portal.origin);
    const message = page.frameLocator('iframe').getByText(words!);
    await expect(message).toBeVisible();
  }
  await Promise.all([site.close(), portal.close()]);
});
