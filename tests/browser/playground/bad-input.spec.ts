/** Invalid input gets a message beside its control. The last valid numbers stay, and no script runs. */
import { expect, test, type Page } from '@playwright/test';
import {
  bars,
  grid,
  holdEngine,
  messageOf,
  numberField,
  open,
  settled,
  slowEngine,
  status,
  statusLine,
  tableOf,
  textField,
  tokenButtons,
} from './playground-page.ts';
import { overflow } from '../support/overflow.ts';

/** Dialogs and uncaught errors; empty at the end of each test. */
const trouble = new WeakMap<Page, string[]>();

test.beforeEach(({ page }) => {
  const found: string[] = [];
  trouble.set(page, found);
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
});

test.afterEach(({ page }) => expect(trouble.get(page)).toEqual([]));

async function expectUnchanged(page: Page, enterInvalid: () => Promise<void>) {
  const before = await tableOf(bars(page));
  const line = await statusLine(page);
  await enterInvalid();
  expect(await tableOf(bars(page))).toEqual(before);
  await expect(status(page)).toHaveText(line, { useInnerText: true });
}

const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');

const refusedTexts: [what: string, text: string, message: RegExp][] = [
  ['empty text', '', /^Type at least one word\.$/],
  ['text of blanks', ' \n\t  ', /^Type at least one word\.$/],
  ['text that shows nothing', '\u200b\u200e\u0000\u2060', /^Type at least one word\.$/],
  ['513 tokens', words(513), /512 tokens.*has 513\.$/],
  ['100,000 characters', 'x'.repeat(100_000), /8,192 characters.*has 100,000\.$/],
  ['100,000 characters of words', 'ab '.repeat(33_334), /8,192 characters.*has 100,002\.$/],
];

test('a refused text has its message beside the sentence, and the numbers stay', async ({
  page,
}) => {
  await open(page);
  for (const [what, text, message] of refusedTexts)
    await test.step(what, async () => {
      await expectUnchanged(page, async () => {
        await textField(page).fill(text);
        await expect(messageOf(page, 'text')).toHaveText(message);
        await expect(textField(page)).toHaveAttribute('aria-invalid', 'true');
        await expect(textField(page)).toHaveAccessibleDescription(message);
      });
      await textField(page).fill('All is well');
      await expect(tokenButtons(page)).toHaveCount(3);
      await expect(messageOf(page, 'text')).toBeEmpty();
      await expect(textField(page)).toHaveAttribute('aria-invalid', 'false');
      await settled(page);
    });
});

const refusedNumbers: Record<
  'num_heads' | 'd_model' | 'seed',
  [typed: string, expected: string, got: string][]
> = {
  num_heads: [
    ['3', '8', '3'],
    ['0', '1', '0'],
    ['17', '16', '17'],
    ['two', 'whole number', 'two'],
    ['', 'whole number', '16.'],
    ['-2', 'whole number', '-2'],
    ['2.5', 'whole number', '2.5'],
  ],
  d_model: [
    ['9', '2', '9'],
    ['257', '256', '257'],
    ['1e2', 'whole number', '1e2'],
    ['0x10', 'whole number', '0x10'],
    ['NaN', 'whole number', 'NaN'],
    ['Infinity', 'whole number', 'Infinity'],
  ],
  seed: [
    ['99999999999999999999', '999,999,999', '99999999999999999999'],
    ['9'.repeat(5000), '999,999,999', '99999999'],
    ['<img src=x onerror=alert(1)>', 'whole number', '<img src=x'],
    ['１２', 'whole number', '１２'],
  ],
};

test('invalid numbers are refused beside their control, and the numbers shown stay', async ({
  page,
}) => {
  await open(page);
  for (const [name, refused] of Object.entries(refusedNumbers))
    await test.step(name, async () => {
      const field = numberField(page, name as keyof typeof refusedNumbers);
      for (const [typed, expected, got] of refused) {
        await expectUnchanged(page, async () => {
          await field.fill(typed);
          await expect(messageOf(page, name)).toContainText(expected);
          await expect(messageOf(page, name)).toContainText(got);
          await expect(field).toHaveAttribute('aria-invalid', 'true');
          await expect(field).toHaveValue(typed);
        });
        await field.fill(name === 'd_model' ? '8' : '2');
        await settled(page);
        await expect(messageOf(page, name)).toBeEmpty();
        await expect(field).toHaveAttribute('aria-invalid', 'false');
      }
    });
});

test('a refused value blocks no other setting, and goes when it is fixed', async ({ page }) => {
  await open(page);

  await test.step('a d_model that num_heads does not divide is fixed by changing either of the two', async () => {
    await numberField(page, 'd_model').fill('9');
    await expect(messageOf(page, 'd_model')).toContainText('2');
    await numberField(page, 'num_heads').fill('3');
    await expect(status(page)).toContainText('3 heads');
    await expect(messageOf(page, 'd_model')).toBeEmpty();
    await expect(messageOf(page, 'num_heads')).toBeEmpty();
  });

  await test.step('a refused setting does not block others: the sentence follows, and the message stays', async () => {
    await open(page, { seed: 1 });
    await numberField(page, 'num_heads').fill('3');
    const message = '8 dimensions cannot be split into 3 equal heads. Try 1, 2, 4 or 8.';
    await expect(messageOf(page, 'num_heads')).toHaveText(message);
    await page.locator('select#head').selectOption('head 2');
    await expect(messageOf(page, 'num_heads')).toHaveText(message);
    await textField(page).fill('one two three four');
    await expect(status(page)).toHaveText(/^4 tokens · 2 heads/);
    await expect(messageOf(page, 'num_heads')).toHaveText(message);
    await expect(numberField(page, 'num_heads')).toHaveValue('3');
    await textField(page).fill('');
    await expect(messageOf(page, 'text')).toHaveText('Type at least one word.');
    await expect(status(page)).toHaveText(/^4 tokens · 2 heads/);
    await textField(page).fill('one two');
    await expect(status(page)).toHaveText(/^2 tokens · 2 heads/);
    await expect(messageOf(page, 'num_heads')).toHaveText(message);
    await numberField(page, 'd_model').fill('9');
    await expect(status(page)).toHaveText(/^2 tokens · 3 heads/);
    await expect(messageOf(page, 'num_heads')).toBeEmpty();
  });

  await test.step('one word of 8,192 characters is computed and does not widen the page', async () => {
    await textField(page).fill('x'.repeat(8192));
    await expect(status(page)).toContainText('1 token');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});

test('a number is stepped to one that fits the other as it was typed, before that is computed', async ({
  page,
}) => {
  await slowEngine(page, 200);
  await open(page);
  await numberField(page, 'd_model').fill('10');
  await numberField(page, 'num_heads').press('ArrowUp');
  // 4 divides the previous d_model, but not 10.
  await expect(numberField(page, 'num_heads')).toHaveValue('5');
  await settled(page);
  await expect(status(page)).toContainText('5 heads');
  await expect(messageOf(page, 'num_heads')).toBeEmpty();
  await expect(messageOf(page, 'd_model')).toBeEmpty();
});

const writtenTexts: [what: string, text: string, tokens: string[], labels?: string[]][] = [
  ['emoji, also joined ones', 'I 👩‍👩‍👧 love 🍕', ['I', '👩‍👩‍👧', 'love', '🍕']],
  ['right-to-left text', 'שלום עולם טוב', ['שלום', 'עולם', 'טוב']],
  ['combining marks', 'cafe\u0301 café', ['cafe\u0301', 'café']],
  ['text in two directions', 'abc العربية xyz', ['abc', 'العربية', 'xyz']],
  ['a lone surrogate', 'a \ud800 b', ['a', '\ufffd', 'b']],
  ['a null character', 'a b\u0000 c', ['a', 'b', 'c']],
  [
    'markup',
    '<b>x</b>',
    ['<', 'b', '>', 'x', '<', '/', 'b', '>'],
    ['<₁', 'b₂', '>₃', 'x', '<₅', '/', 'b₇', '>₈'],
  ],
];

test('each token is computed and shown as typed', async ({ page }) => {
  for (const [what, text, tokens, labels = tokens] of writtenTexts)
    await test.step(what, async () => {
      await open(page, { text });
      await expect(page.locator('attention-tokens').locator('.word')).toHaveText(tokens);
      const { columns, cells } = await tableOf(grid(page));
      expect(columns.slice(1)).toEqual(labels);
      for (const row of cells) {
        const sum = row.reduce((total, cell) => total + Number(cell), 0);
        expect(Math.abs(sum - 1)).toBeLessThan(1e-5);
      }
    });
  await test.step('composed and decomposed accents give the same word', async () => {
    await open(page, { text: 'cafe\u0301 café', positions: 'none' });
    const { cells } = await tableOf(page.locator('attention-heatmap[field=q]'));
    expect(cells[1]).toEqual(cells[0]);
  });
  await test.step('markup in the sentence stays text, and its script does not run', async () => {
    const attack = '<img src=x onerror=alert(1)> <script>alert(2)</script>';
    await textField(page).fill(attack);
    await settled(page);
    await expect(page.locator('attention-tokens').locator('.word')).toContainText(['<', 'img']);
    await expect(page.locator('img')).toHaveCount(0);
    expect(await page.locator('attention-playground').locator('script').count()).toBe(0);
  });
});

test('a sentence that is being typed stays as typed while the pointer moves over the views', async ({
  page,
}) => {
  await slowEngine(page, 200);
  await open(page, { text: 'one two three' });
  const caret = () => textField(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart);
  await textField(page).press('ControlOrMeta+Home');
  await textField(page).pressSequentially('ab');
  await tokenButtons(page).nth(1).hover();
  await expect(textField(page)).toHaveValue('abone two three');
  await settled(page);
  await expect(textField(page)).toHaveValue('abone two three');
  expect(await caret()).toBe(2);
});

test('what is typed on while a computation is said to go on is kept', async ({ page }) => {
  await open(page, { text: 'one two three' });
  const caret = () => textField(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart);
  const engine = await holdEngine(page);
  await textField(page).press('ControlOrMeta+Home');
  await page.keyboard.insertText('ab');
  await expect(status(page)).toHaveText('Computing …');
  await page.keyboard.insertText('cd');
  await numberField(page, 'seed').fill('12');
  await numberField(page, 'd_model').fill('1x');
  await expect(messageOf(page, 'd_model')).toContainText('1x');
  await expect(textField(page)).toHaveValue('abcdone two three');
  expect(await caret()).toBe(4);
  // The first result has only "ab".
  await engine.releaseResult();
  await expect(tokenButtons(page).first()).toContainText('abone');
  await expect(status(page)).toHaveText('Computing …');
  const expectKept = async () => {
    await expect(textField(page)).toHaveValue('abcdone two three');
    expect(await caret()).toBe(4);
    await expect(numberField(page, 'seed')).toHaveValue('12');
    await expect(numberField(page, 'd_model')).toHaveValue('1x');
  };
  await expectKept();
  await engine.release();
  await settled(page);
  await expect(tokenButtons(page).first()).toContainText('abcdone');
  await expectKept();
});
