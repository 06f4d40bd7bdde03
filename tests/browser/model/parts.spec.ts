/** The parts of the page of language models in a teacher's script, which may set their properties in any order. */
import { expect, test, type Page } from '@playwright/test';
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
    const expected = await textOf(page, name);
    for (const last of properties) {
      const others = properties.filter((property) => property !== last);
      await show(page, name, [others, [last]]);
      await expect.poll(() => textOf(page, name), { message: `${last} last` }).toBe(expected);
    }
  });
