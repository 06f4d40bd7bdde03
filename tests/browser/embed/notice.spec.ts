/** The notice of a frame: it names every fault of the address, and stays until something is changed. */
import { expect, test, type Page } from '@playwright/test';
import type { Host } from '../support/hosts.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';
import { hostLab, openCourse, send } from './embed-course.ts';

let lab: Host;
test.beforeAll(async () => {
  lab = await hostLab();
});
test.afterAll(() => lab.close());

const frame = (page: Page) => page.frameLocator('iframe');
const notice = (page: Page) => frame(page).locator('#notice');

for (const [what, settings] of [
  ['a trained model', 'model=goes_with&mask=foo'],
  ['a training', 'model=goes_with&seed=3&step=1&speed=foo&hide=heads'],
  ['a language model', 'model=proof/checkpoints/bert/&order=foo&text=the+cat'],
] as const)
  test(`a frame of ${what} names what is wrong in its address and what the model does not have`, async ({
    page,
  }) => {
    await withoutMeasuring(page);
    const course = await openCourse(page, lab, `v=3&${settings}&off=layers.9.attention:1`);
    await expect(notice(page)).toContainText('layers.9.attention:1');
    await expect(notice(page)).toContainText('foo');
    await course.close();
  });

for (const [what, settings, name] of [
  ['a model', 'view=sentences', 'sort'],
  ['a training', 'seed=3&view=run', 'reverse'],
] as const)
  test(`a frame of ${what} that does not exist names those that do`, async ({ page }) => {
    const course = await openCourse(page, lab, `v=3&model=nosuch&${settings}`);
    await expect(notice(page)).toContainText('nosuch');
    await expect(notice(page)).toContainText(name);
    await expect(notice(page)).not.toContainText('view');
    await course.close();
  });

test('the notice goes away after a change of the visitor, and after one of the host page', async ({
  page,
}) => {
  for (const change of [
    () =>
      frame(page)
        .locator('attention-trained label')
        .filter({ hasText: /^\s*Mask/ })
        .locator('select')
        .selectOption('causal'),
    () => send(page, { kind: 'set', state: { v: 3, mask: 'causal' } }),
  ]) {
    const course = await openCourse(
      page,
      lab,
      'v=3&model=goes_with&mask=foo&off=layers.9.attention:1',
    );
    const home = frame(page).locator('#home');
    await expect(notice(page)).toContainText('layers.9.attention:1');
    await expect(home).toHaveAttribute('href', './#v=3&model=goes_with');
    await change();
    await expect(notice(page)).toBeHidden();
    await expect(home).toHaveAttribute('href', './#v=3&model=goes_with&mask=causal');
    await course.close();
  }
});

test('the notice of a frame without a model stays while it shows its address, and goes away after a change', async ({
  page,
}) => {
  const course = await openCourse(
    page,
    lab,
    'v=3&text=Time+flies&mask=foo&word=9&view=controls,tokens',
  );
  const tokens = frame(page).locator('attention-tokens');
  await expect(tokens.getByRole('radio').nth(1)).toBeChecked();
  await expect(notice(page)).toContainText('foo');
  await frame(page).getByLabel('Heads', { exact: true }).fill('4');
  await expect(notice(page)).toBeHidden();
  await course.close();
});
