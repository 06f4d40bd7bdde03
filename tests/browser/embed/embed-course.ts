/** A course page with a frame of the lab, which is on another origin. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../../web/build/csp.ts';
import { host, type Host } from '../support/hosts.ts';
import { keepMessages, pageWith } from './teacher.ts';

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));

/** The built site, with its policy or another one. */
export const hostLab = (policy = contentSecurityPolicy): Promise<Host> =>
  host({ '/': { folder: dist } }, { 'content-security-policy': policy });

/** Opens a course page with this markup; LAB is replaced by the lab's origin, HOST by the page's own. */
export async function openCourseWith(page: Page, lab: Host, body: string): Promise<Host> {
  const pages: Record<string, string> = {};
  const course = await host(pages);
  pages['/'] = pageWith(body.replaceAll('LAB', lab.origin).replaceAll('HOST', course.origin));
  await keepMessages(page);
  await page.goto(course.origin);
  return course;
}

/** Opens a course page with `embed.html` at this hash, which names the course as its host. */
export const openCourse = (page: Page, lab: Host, hash: string): Promise<Host> =>
  openCourseWith(
    page,
    lab,
    `<iframe data-attention-lab src="LAB/embed.html#${hash}&host=HOST" width="800"></iframe>
     <script src="LAB/attention-lab-host.js"></script>`,
  );

/** Sends a message to the frame. */
export const send = (page: Page, message: object) =>
  page.evaluate((all) => document.querySelector('iframe')!.contentWindow!.postMessage(all, '*'), {
    source: 'attention-lab-host',
    v: 1,
    ...message,
  });
