/** A course page with a frame of the lab, which is on another origin. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../web/csp.ts';
import { host, type Host } from './hosts.ts';
import { keepMessages, pageWith } from './teacher.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** The built site, with its policy. */
export const hostLab = (): Promise<Host> =>
  host({ '/': { folder: dist } }, { 'content-security-policy': contentSecurityPolicy });

/** Opens a course page with `embed.html` at this hash, which names the course as its host. */
export async function openCourse(page: Page, lab: Host, hash: string): Promise<Host> {
  const pages: Record<string, string> = {};
  const course = await host(pages);
  pages['/'] = pageWith(
    `<iframe data-attention-lab src="${lab.origin}/embed.html#${hash}&host=${course.origin}" width="800"></iframe>
     <script src="${lab.origin}/attention-lab-host.js"></script>`,
  );
  await keepMessages(page);
  await page.goto(course.origin);
  return course;
}

/** Sends a message to the frame. */
export const send = (page: Page, message: object) =>
  page.evaluate((all) => document.querySelector('iframe')!.contentWindow!.postMessage(all, '*'), {
    source: 'attention-lab-host',
    v: 1,
    ...message,
  });
