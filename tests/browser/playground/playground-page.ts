/** Page object of the playground: opens it, waits for it, and reads its data tables. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { AttentionLab } from '../../../web/src/elements/lab/attention-lab.ts';
import type { NumberName } from '../../../web/src/settings/playground.ts';

export const kSentence = 'The cat sat on the mat';

/** Opens the page with these settings in its address and waits for the numbers. */
export async function open(page: Page, settings: Record<string, string | number> = {}) {
  await page.goto(addressOf(settings));
  await expect(page.locator('attention-bars h2')).toBeVisible();
  await settled(page);
}

/** Before `open`: each message to the engine waits for `milliseconds`. */
export async function slowEngine(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript((milliseconds) => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...args: [message: unknown]) {
      setTimeout(() => postMessage.apply(this, args), milliseconds);
    };
  }, milliseconds);
}

/** What `holdEngine` adds to the page. */
type HeldEngine = Record<'release' | 'releaseResult', () => void>;

/** Holds the messages to the engine: `releaseResult` lets them go until the next result, `release` for good. */
export async function holdEngine(page: Page) {
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    const held: (() => void)[] = [];
    const hold = () => {
      Worker.prototype.postMessage = function (this: Worker, ...args: [message: unknown]) {
        held.push(() => postMessage.apply(this, args));
      };
    };
    const release = () => {
      Worker.prototype.postMessage = postMessage;
      for (const send of held.splice(0)) send();
    };
    const playground = document.querySelector('attention-playground')!;
    const releaseResult = () => {
      playground.addEventListener('attention-result', hold, { once: true });
      release();
    };
    hold();
    Object.assign(globalThis, { release, releaseResult } satisfies HeldEngine);
  });
  const call = (name: keyof HeldEngine) =>
    page.evaluate((name) => (globalThis as unknown as HeldEngine)[name](), name);
  return { release: () => call('release'), releaseResult: () => call('releaseResult') };
}

export function addressOf(settings: Record<string, string | number>): string {
  const parameters = Object.entries(settings).map(([name, value]): [string, string] => [
    name,
    `${value}`,
  ]);
  return parameters.length === 0
    ? './playground.html'
    : `./playground.html#${new URLSearchParams([['v', '1'], ...parameters])}`;
}

/** Resolves when the page shows the result of its current settings and has drawn it. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isSettled), { intervals: [10, 20, 50, 100] }).toBe(true);
}

async function isSettled(): Promise<boolean> {
  const lab = document
    .querySelector('attention-playground')
    ?.shadowRoot?.querySelector<AttentionLab>('attention-lab');
  const shown = lab?.result?.state;
  if (!lab || !shown) return false;
  const { word, head, ...settings } = lab.state;
  const same = Object.entries(settings).every(
    ([name, value]) => shown[name as keyof typeof settings] === value,
  );
  const clamped =
    shown.word === Math.min(word, lab.result.tokens.length - 1) &&
    shown.head === (head === null ? null : Math.min(head, settings.num_heads - 1));
  // The views measure themselves in one frame and paint in the next.
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  return same && clamped;
}

export const controls = (page: Page) => page.locator('attention-controls');
export const bars = (page: Page) => page.locator('attention-bars');
export const vector = (page: Page) => page.locator('attention-vector');
/** The query-by-key heatmap: scores, masked scores or weights. */
export const grid = (page: Page) => page.locator('attention-heatmap:not([field])');
export const projection = (page: Page, field: 'q' | 'k' | 'v') =>
  page.locator(`attention-heatmap[field=${field}]`);

export const textField = (page: Page) => page.getByLabel('Sentence');
export const numberField = (page: Page, name: NumberName) =>
  controls(page).locator(`input#${name}`);
export const messageOf = (page: Page, setting: string) =>
  controls(page).locator(`p#${setting}-message`);
export const status = (page: Page) => controls(page).getByRole('status');
/** The numbers of the status line, once no computation is said to go on. */
export async function statusLine(page: Page): Promise<string> {
  await expect(status(page)).not.toHaveText('Computing …');
  return status(page).innerText();
}

export const tokenButtons = (page: Page) => page.locator('attention-tokens').getByRole('radio');
export const chosenToken = (page: Page) =>
  page.locator('attention-tokens').getByRole('radio', { checked: true });

export async function showStep(page: Page, name: 'scores' | 'masked scores' | 'weights') {
  await page.locator('attention-steps').getByRole('radio', { name, exact: true }).check();
  await settled(page);
}

export async function chooseRadio(page: Page, group: string, name: string): Promise<void> {
  await page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check();
}

export interface Table {
  columns: string[];
  names: string[];
  cells: string[][];
}

/** Opens a view's data table, if closed, and reads it. */
export async function tableOf(view: Locator): Promise<Table> {
  const details = view.locator('attention-table details');
  const table = details.locator('table');
  // A view that is rendered again between these two lines closes its table.
  await expect(async () => {
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
    await expect(table).toBeVisible({ timeout: 2000 });
  }).toPass();
  return table.evaluate((element) => {
    const texts = (cells: Iterable<Element>) => Array.from(cells, (cell) => cell.textContent ?? '');
    const body = [...(element as HTMLTableElement).tBodies[0]!.rows];
    return {
      columns: texts(element.querySelectorAll('thead th')),
      names: body.map((row) => row.querySelector('th')!.textContent ?? ''),
      cells: body.map((row) => texts(row.querySelectorAll('td'))),
    };
  });
}
