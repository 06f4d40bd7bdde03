/** Masked words on the page of language models: a small BERT with random parameters, compared with PyTorch. */
import { expect, test, type Page } from '@playwright/test';
import { readSafetensors } from '../../../web/src/files/read-safetensors.ts';
import { safetensorsOf } from '../../../web/src/files/safetensors.ts';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';
import { bytesOf, likelyWords, modelFiles } from './masked-words-reference.ts';
import { withoutMeasuring } from '../support/without-measuring.ts';

const kMasked = 'The animal did not [MASK] the street because [MASK] was too tired.';
const kSentence = 'The animal did not cross the street because it was too tired.';

/** Drops the files of a folder on the page. */
async function open(page: Page, { hash = '', weights = bytesOf('model.safetensors') } = {}) {
  await withoutMeasuring(page);
  await page.goto('about:blank');
  await page.goto(`./model.html${hash}`);
  const place = page.locator('attention-model-offer .drop');
  await page.locator('attention-model-offer summary').last().click();
  const files = modelFiles.map((name) => ({
    name,
    text: (name === 'model.safetensors' ? weights : bytesOf(name)).toString('base64'),
  }));
  await place.evaluate((element, all) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of all)
      dataTransfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

const view = (page: Page) => page.locator('attention-masked-word');
const field = (page: Page) => view(page).getByRole('textbox', { name: 'Text to mask words in' });
const word = (page: Page, name: string) => view(page).getByRole('button', { name, exact: true });
/** The predicted words for a masked word, with their percentages. */
const list = (page: Page, of: string) =>
  view(page).getByRole('list', { name: `In place of “${of}”` });
const shown = async (page: Page, of: string) => {
  const [words, shares] = await Promise.all(
    ['bdi', '.share'].map((part) => list(page, of).locator(part).allTextContents()),
  );
  return words!.map((each, i) => `${each} ${shares![i]}`);
};

test('words are masked by pointer and by key: the bars are what PyTorch computes', async ({
  page,
}) => {
  await open(page);
  await expect(list(page, 'street')).toBeVisible();
  await expect(word(page, 'street')).toHaveAttribute('aria-pressed', 'true');
  // The words are on one line, like a sentence.
  const height = await view(page)
    .getByRole('group', { name: 'Words that can be masked' })
    .evaluate((element) => element.clientHeight);
  expect(height).toBeLessThan(60);
  // Unmasks a word by a click, and masks two others by keys.
  await word(page, 'street').click();
  await expect(view(page).getByText('No word is masked. Press one.')).toBeVisible();
  await word(page, 'cross').focus();
  await page.keyboard.press('Space');
  await expect(word(page, 'cross')).toBeFocused();
  for (let i = 0; i < 4; ++i) await page.keyboard.press('Tab');
  await expect(word(page, 'it')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(page, 'it')).toEqual(await likelyWords(1));
  expect(await shown(page, 'cross')).toEqual(await likelyWords(0));
  await expect(
    view(page).getByRole('status').filter({ hasText: 'In place of “cross”, most likely' }),
  ).toBeVisible();
  await expect(page).toHaveURL(/masked_words=4,8/);
  // The lengths of the bars are proportional to the shares.
  const widths = await list(page, 'it')
    .locator('.filled')
    .evaluateAll((all) => all.map((element) => Number(element.getAttribute('width'))));
  const shares = (await likelyWords(1)).map((text) => parseFloat(text.split(' ')[1]!));
  widths.forEach((width, i) => expect(Math.abs(width - shares[i]!)).toBeLessThan(0.06));
  expect(await violations(page)).toEqual([]);
});

test('a mask is typed, and an empty text is refused beside its field', async ({ page }) => {
  await open(page, { hash: '#masked_words=' });
  await field(page).fill(kMasked);
  await expect.poll(() => shown(page, '[MASK]₉')).toEqual(await likelyWords(1));
  expect(await shown(page, '[MASK]₅')).toEqual(await likelyWords(0));
  await field(page).fill('[MASK] ' + 'word '.repeat(80) + '[MASK]');
  await expect(
    view(page).getByRole('status').filter({ hasText: 'The model reads at most 64 tokens' }),
  ).toBeVisible();
  await expect(view(page).getByRole('list')).toHaveCount(1);
  // The only mask is behind the cut.
  await field(page).fill('word '.repeat(80) + '[MASK]');
  await expect(view(page).getByRole('list')).toHaveCount(0);
  await expect(view(page).getByText('The model reads at most 64 tokens')).toBeVisible();
  await expect(view(page).getByRole('alert')).toBeEmpty();
  await field(page).fill('');
  await expect(view(page).getByRole('alert')).not.toBeEmpty();
  await expect(view(page).getByText('The model reads at most 64 tokens')).toHaveCount(0);
  await field(page).fill('[MASK] word [MASK]');
  await expect(view(page).getByRole('list')).toHaveCount(2);
  const before = await shown(page, '[MASK]₁');
  await field(page).fill('');
  await expect(field(page)).toHaveAccessibleDescription(/Type at least one word\./);
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  expect(await shown(page, '[MASK]₁')).toEqual(before);
  await expect(page).toHaveURL(/masked=&masked_words=/);
});

test('the link keeps the text and its masks; heads that are off change the words', async ({
  page,
}) => {
  const hash = `#masked=${kSentence.replaceAll(' ', '+')}&v=1&mask=4,8`;
  await open(page, { hash });
  await expect.poll(() => shown(page, 'cross')).toEqual(await likelyWords(0));
  await page.getByRole('button', { name: 'Layer 1 (layers.0), head 2', exact: true }).click();
  await page.getByRole('button', { name: 'Switch this head off' }).click();
  await expect.poll(() => shown(page, 'cross')).not.toEqual(await likelyWords(0));
});

test('the view is translated, and works in dark mode and on a narrow screen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page, { hash: '#lang=de' });
  await expect(view(page).getByRole('heading', { name: 'Welches Wort fehlt?' })).toBeVisible();
  await expect(view(page).getByRole('list', { name: 'Anstelle von „street“' })).toBeVisible();
  // The field shows its whole text on two lines.
  const field = view(page).getByRole('textbox');
  const heights = await field.evaluate(({ scrollHeight, clientHeight }) => [
    scrollHeight,
    clientHeight,
  ]);
  expect(heights[0]).toBe(heights[1]);
  expect(heights[0]).toBeGreaterThan(2 * 20);
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
  await open(page, { hash: '#lang=zh' });
  await expect(view(page).getByRole('heading', { name: '缺的是哪个词？' })).toBeVisible();
});

test('a model without the head does not show the view', async ({ page }) => {
  const { tensors } = await readSafetensors(bytesOf('model.safetensors'));
  const bare = Object.entries(tensors).filter(([name]) => !name.startsWith('cls.'));
  await open(page, { weights: Buffer.from(safetensorsOf(bare, {})) });
  await expect(page.getByText('3 layers of 4 heads')).toBeVisible();
  await expect(page.locator('attention-word-paths').getByRole('heading').first()).toBeVisible();
  await expect(view(page)).toHaveCount(0);
});
