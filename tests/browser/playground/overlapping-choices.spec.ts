/** Of choices that overlap, the last one is shown; a trace can be exported only while its result is shown. */
import { expect, test, type Page } from '@playwright/test';
import type { LitElement } from 'lit';
import type { AttentionExportPanel } from '../../../web/src/elements/files/attention-export-panel.ts';
import type { AttentionOpenedFile } from '../../../web/src/elements/files/attention-opened-file.ts';
import { safetensorsOf } from '../../../web/src/files/safetensors.ts';
import { choose, opened, openPanel, panel, refusal } from './export-page.ts';
import { open } from './playground-page.ts';
import { alerts } from '../support/alerts.ts';

/** A file with the weights of three items, as numbers that can be passed to the page. */
const weightsFile = () => {
  const data = Float32Array.from({ length: 27 }, (_, i) => (i % 3 === 0 ? 1 : 0));
  return [...safetensorsOf([['attn', { shape: [3, 1, 3, 3], data }]])];
};
const number = (page: Page) => opened(page).locator('input[type=number]');

test('of two items of one tensor the later choice is shown, also if it is read first', async ({
  page,
}) => {
  await open(page);
  await openPanel(page);
  await opened(page).evaluate(async (view: AttentionOpenedFile, bytes) => {
    const file = new File([Uint8Array.from(bytes)], 'weights.safetensors');
    let isReadable: Promise<void> | undefined;
    const slice = file.slice.bind(file);
    file.slice = (...range) => {
      const [part, wait] = [slice(...range), isReadable];
      return Object.assign(part, {
        arrayBuffer: async () => (await wait, new Response(part).arrayBuffer()),
      });
    };
    await view.openFile(file);
    await view.updateComplete;
    const part = () =>
      view.renderRoot.querySelector<LitElement>('attention-part-number')!.renderRoot;
    const choose = (item: string) => {
      const field = part().querySelector<HTMLInputElement>('input[type=number]')!;
      field.value = item;
      field.dispatchEvent(new Event('change'));
    };
    let read!: () => void;
    isReadable = new Promise((resolve) => (read = resolve));
    choose('2');
    isReadable = undefined;
    choose('3');
    const code = () => part().querySelector('code')!.textContent;
    while (code() !== 'attn[2]') await new Promise((resolve) => requestAnimationFrame(resolve));
    read();
    for (let frame = 0; frame < 10; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    isReadable = new Promise((resolve) => Object.assign(globalThis, { read: resolve }));
    choose('1');
  }, weightsFile());
  await expect(opened(page).locator('code')).toHaveText('attn[2]');
  // Refused while another part is read: that part is shown, and the number stays refused.
  await number(page).fill('9');
  await number(page).press('Enter');
  await page.evaluate('read()');
  await expect(opened(page).locator('code')).toHaveText('attn[0]');
  await expect(number(page)).toHaveValue('9');
  await expect(alerts(opened(page).locator('attention-part-number'))).toBeVisible();
  await number(page).fill('2');
  await number(page).press('Enter');
  await expect(opened(page).locator('code')).toHaveText('attn[1]');
});

test('after an item that cannot be read, its field shows the one that is displayed, beside the reason', async ({
  page,
}) => {
  await open(page);
  await openPanel(page);
  await opened(page).evaluate(async (view: AttentionOpenedFile, bytes) => {
    const file = new File([Uint8Array.from(bytes)], 'weights.safetensors');
    const slice = file.slice.bind(file);
    file.slice = (...range) => {
      const part = slice(...range);
      if (!('isGone' in globalThis)) return part;
      return Object.assign(part, {
        arrayBuffer: () => Promise.reject(new Error('the file is gone')),
      });
    };
    await view.openFile(file);
  }, weightsFile());
  const part = opened(page).locator('attention-part-number');
  const choose = async (item: string) => {
    await number(page).fill(item);
    await number(page).press('Enter');
  };
  await choose('2');
  await expect(part.locator('code')).toHaveText('attn[1]');
  await page.evaluate('isGone = true');
  await choose('3');
  await expect(alerts(part)).toHaveText('The file is gone.');
  await expect(number(page)).toHaveValue('2');
  await expect(number(page)).toHaveAccessibleDescription('The file is gone.');
  await expect(part.locator('code')).toHaveText('attn[1]');
  await choose('9');
  await expect(alerts(part)).toContainText('not “9”');
  await page.evaluate('delete globalThis.isGone');
  await choose('3');
  await expect(part.locator('code')).toHaveText('attn[2]');
  await expect(alerts(part)).toHaveCount(0);
  await expect(number(page)).toHaveValue('3');
});

test('nothing is exported before the new trace is complete, or after it has failed', async ({
  page,
}) => {
  await open(page);
  await openPanel(page);
  const buttons = panel(page).getByRole('button');
  await expect(buttons.first()).toBeEnabled();
  // Passes the panel a result whose parameters arrive, or fail, when the test says so.
  await panel(page).evaluate((element: AttentionExportPanel) => {
    const parameters = () =>
      new Promise<never>((_, reject) =>
        element.addEventListener('test-fail', () => reject(new Error('no parameters'))),
      );
    element.result = { ...element.result!, parameters };
  });
  for (const button of await buttons.all()) await expect(button).toBeDisabled();
  await panel(page).evaluate((element) => element.dispatchEvent(new Event('test-fail')));
  await expect(panel(page).getByRole('alert')).toHaveText('No parameters.');
  await expect(buttons).toHaveCount(0);
});

test('where a chosen tensor is refused, the choice shows the one that is still displayed', async ({
  page,
}) => {
  await open(page);
  await openPanel(page);
  const small = { shape: [2, 3], data: new Float32Array(6) };
  const none = { shape: [0, 3], data: new Float32Array(0) };
  const bytes = safetensorsOf([
    ['small', small],
    ['none', none],
  ]);
  await choose(page, 'matrices.safetensors', bytes);
  const tensor = opened(page).locator('select#matrix');
  await tensor.selectOption('small');
  await expect(opened(page).locator('attention-opened-matrix')).toBeVisible();
  await tensor.selectOption('none');
  await expect(refusal(page)).toContainText('none');
  await expect(tensor).toHaveValue('small');
  await expect(opened(page).locator('attention-opened-matrix')).toBeVisible();
});
