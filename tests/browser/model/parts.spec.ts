/** The parts of the page of language models in a teacher's script, which may set their properties in any order. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionAllHeads } from '../../../web/src/elements/language/heads/attention-all-heads.ts';
import type { AttentionOwnSentence } from '../../../web/src/elements/language/sentence/attention-own-sentence.ts';
import { openModels } from './language-models.ts';

type Properties = Record<string, unknown>;

/** The parts that compute, each with the properties of `partProperties` that it needs. */
const parts = {
  'attention-value-weighted': ['model', 'seen', 'place', 'query'],
  'attention-weight-arithmetic': ['model', 'seen', 'place', 'query'],
  'attention-change-effects': ['model', 'seen', 'texts', 'changes'],
  'attention-similarities': ['model', 'off', 'texts', 'pair'],
  'attention-word-cosines': ['model', 'off', 'word', 'sentences', 'first', 'cosines', 'chosen'],
} as const;

/** Opens a small BERT and stores the values of all properties in `window.partProperties`. */
async function prepare(page: Page): Promise<void> {
  await page.goto('./model.html');
  await openModels(page, 1);
  await page.evaluate(async () => {
    const { model } = document
      .querySelector('attention-model')!
      .shadowRoot!.querySelector<AttentionOwnSentence>('attention-own-sentence')!;
    const place = { attention: 'layers.1.attention', head: 2 };
    const sentences = ['The girl dropped her ball.', 'A girl lost a ball.', 'The ball was long.'];
    const partProperties = {
      model,
      seen: await model!.inspect(sentences[0]!, {}),
      place,
      query: 4,
      texts: sentences,
      changes: { off: [place] },
      off: [place],
      pair: [2, 1],
      word: 'ball',
      sentences,
      first: 1,
      cosines: (await model!.followWord('ball', sentences)).cosines,
      chosen: [{ sentence: 1 }, { sentence: 2 }],
    };
    Object.assign(window, { partProperties });
  });
}

/** Puts one part above the page and sets its properties: those of one step together, each step in a later frame. */
const show = (page: Page, name: string, steps: readonly (readonly string[])[]) =>
  page.evaluate(
    async ([name, steps]) => {
      const { partProperties } = window as unknown as { partProperties: Properties };
      document.querySelector(`body > ${name}`)?.remove();
      const part = document.createElement(name);
      document.body.prepend(part);
      for (const properties of steps) {
        for (const property of properties)
          Object.assign(part, { [property]: partProperties[property] });
        for (let i = 0; i < 3; ++i) await new Promise(requestAnimationFrame);
      }
    },
    [name, steps] as const,
  );

/** Sends the model one more request and waits until it is answered and the page has been drawn twice. */
const answered = (page: Page) =>
  page.evaluate(async () => {
    const { partProperties } = window as unknown as {
      partProperties: { model: NonNullable<AttentionOwnSentence['model']>; texts: string[] };
    };
    await partProperties.model.inspect(partProperties.texts[2]!, {});
    for (let i = 0; i < 2; ++i) await new Promise(requestAnimationFrame);
  });

const textOf = (page: Page, name: string) =>
  page
    .locator(`body > ${name}`)
    .evaluate((part) => part.shadowRoot!.textContent!.replace(/\s+/g, ' ').trim());

for (const [name, properties] of Object.entries(parts))
  test(`<${name}> shows the same numbers whichever of its properties is set last`, async ({
    page,
  }) => {
    await prepare(page);
    await show(page, name, [properties]);
    await expect(page.locator(`body > ${name}`)).toContainText(/\d\.\d/);
    // All numbers are there once the text stays the same while the engine answers another request.
    let expected = '';
    await expect
      .poll(async () => {
        const before = expected;
        await answered(page);
        expected = await textOf(page, name);
        return expected === before;
      })
      .toBe(true);
    for (const last of properties) {
      const others = properties.filter((property) => property !== last);
      await show(page, name, [others, [last]]);
      await expect.poll(() => textOf(page, name), { message: `${last} last` }).toBe(expected);
    }
  });

const kClosed = 'the model is closed';

for (const name of ['attention-value-weighted', 'attention-weight-arithmetic'])
  test(`<${name}> does not show an error of a model that has been replaced`, async ({ page }) => {
    await prepare(page);
    // Two models that never answer, except that the first one fails when the test says so.
    await page.evaluate((message) => {
      const { partProperties } = window as unknown as { partProperties: Properties };
      const modelOf = (answer: Promise<never>) => ({
        row: () => answer,
        valueWeighted: () => answer,
      });
      const failing = new Promise<never>((_, reject) =>
        addEventListener('test-fail', () => reject(new Error(message))),
      );
      const models = [modelOf(failing), modelOf(new Promise<never>(() => {}))];
      Object.assign(partProperties, { model: models[0], next: models[1] });
    }, kClosed);
    await show(page, name, [parts[name as keyof typeof parts]]);
    const part = page.locator(`body > ${name}`);
    await part.evaluate(async (part) => {
      const { partProperties } = window as unknown as { partProperties: Properties };
      Object.assign(part, { model: partProperties['next'] });
      dispatchEvent(new Event('test-fail'));
      for (let i = 0; i < 3; ++i) await new Promise(requestAnimationFrame);
    });
    await expect(part.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    // A model that is still there says why it failed.
    await part.evaluate(async (part, message) => {
      const answer = Promise.reject(new Error(message));
      const model = { row: () => answer, valueWeighted: () => answer };
      const { parentElement } = part;
      const next = document.createElement(part.localName);
      const { partProperties } = window as unknown as { partProperties: Properties };
      Object.assign(next, partProperties, { model });
      parentElement!.replaceChild(next, part);
    }, kClosed);
    await expect(part.getByRole('alert')).toHaveText('The model is closed.');
  });

test('a script of a row that cannot be loaded is reported beside its button, and the row stays', async ({
  page,
}) => {
  await prepare(page);
  await page.route('**/transformers-script-*.js', (route) => route.abort());
  await show(page, 'attention-weight-arithmetic', [parts['attention-weight-arithmetic']]);
  const part = page.locator('body > attention-weight-arithmetic');
  await part.getByRole('button', { name: 'Copy this row as PyTorch' }).click();
  await expect(part.getByRole('alert')).toHaveText(/./);
  await expect(part.getByRole('status')).toBeEmpty();
  await expect(part.locator('dl')).toBeVisible();
});

test('examples that could not be measured say why', async ({ page }) => {
  await page.goto('./model.html');
  await page.evaluate(() => {
    const inspect = () => Promise.reject(new Error('the engine has stopped'));
    const part = document.createElement('attention-own-sentence');
    document.body.prepend(part);
    Object.assign(part, { model: { inspect, layers: 2, heads: 4 }, found: {} });
  });
  const part = page.locator('body > attention-own-sentence');
  await part.getByText('Examples').click();
  await expect(part.getByRole('listitem').last()).toHaveText('The engine has stopped.');
});

test('the maps of all heads have the colors of paper, also where another word is chosen at once', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('./model.html');
  const [dark, printed] = await page.evaluate(async () => {
    const part = document.createElement('attention-all-heads') as AttentionAllHeads;
    document.body.prepend(part);
    const weights = new Float32Array([1, 0, 0, 1]);
    const head = { attention: 'layers.0.attention', title: 'Layer 1', weights, on: true };
    const heads = [0, 1].map((i) => ({ ...head, head: i, shape: [2, 2] as const }));
    Object.assign(part, { tokens: ['[CLS]', '[SEP]'], heads, shares: [0.5] });
    await part.updateComplete;
    const picture = () =>
      part.shadowRoot!.querySelector<HTMLCanvasElement>('.head canvas')!.toDataURL();
    const dark = picture();
    part.query = 1;
    dispatchEvent(new Event('beforeprint'));
    const printed = picture();
    dispatchEvent(new Event('afterprint'));
    return [dark, printed] as const;
  });
  expect(printed).not.toBe(dark);
});
