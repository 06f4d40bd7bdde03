/** What a lesson assigns as `state` or `opened`: early, together with attributes, as it was read, and by mistake. */
import { expect, test, type Page } from '@playwright/test';
import type { AttentionLab } from '../../../web/src/elements/lab/attention-lab.ts';
import type { AttentionPlayground } from '../../../web/src/elements/playground/attention-playground.ts';
import { hold } from '../support/hold.ts';
import { openLesson } from './lesson-page.ts';

const tokensIn = (page: Page, selector: string) =>
  page.locator(`${selector} attention-tokens`).getByRole('radio');

for (const name of ['attention-lab', 'attention-playground'])
  test(`${name}: a state set before the script loads is shown, and so are later ones`, async ({
    page,
  }) => {
    await page.route('**/early.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "document.querySelector('#one').state = { v: 3, text: 'a b' };",
      }),
    );
    await openLesson(
      page,
      `<${name} id="one"><attention-tokens></attention-tokens></${name}><script src="./early.js"></script>`,
    );
    await expect(tokensIn(page, '#one')).toHaveCount(2);
    await page.locator('#one').evaluate((element) => {
      (element as AttentionLab).state = { v: 3, text: 'a b c d' };
    });
    await expect(tokensIn(page, '#one')).toHaveCount(4);
    const { text } = await page.locator('#one').evaluate((lab) => (lab as AttentionLab).state);
    expect(text).toBe('a b c d');
  });

test('an invalid state set before the script loads is an error of the page, and changes nothing', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.route('**/early.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "for (const lab of document.querySelectorAll('.lab')) lab.state = { v: 4 };",
    }),
  );
  const views = '<attention-tokens></attention-tokens>';
  await openLesson(
    page,
    `<attention-lab class="lab" id="one" tokens="a b">${views}</attention-lab>
     <attention-playground class="lab" id="two" tokens="a b c"></attention-playground>
     <script src="./early.js"></script>`,
  );
  await expect(tokensIn(page, '#one')).toHaveCount(2);
  await expect(tokensIn(page, '#two')).toHaveCount(3);
  expect(errors).toEqual(Array(2).fill('v: expected 3 | 1, got 4.'));
});

// The last two are earlier names of the first.
for (const name of ['opened', 'qkv', 'given'] as const)
  test(`data set as ${name} before the script loads is shown, and can be closed`, async ({
    page,
  }) => {
    await page.route('**/early.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `const weights = { shape: [2, 2], data: Float32Array.of(1, 0, 0.5, 0.5) };
        document.querySelector('#one').${name} = { name: 'early', weights };`,
      }),
    );
    const views = '<attention-tokens></attention-tokens>';
    await openLesson(
      page,
      `<attention-lab id="one">${views}</attention-lab><script src="./early.js"></script>`,
    );
    await expect(tokensIn(page, '#one')).toHaveCount(2);
    const lab = page.locator('#one');
    expect(await lab.evaluate((lab: AttentionLab, name) => lab[name]?.name, name)).toBe('early');
    await lab.evaluate((lab: AttentionLab, name) => (lab[name] = null), name);
    await expect(tokensIn(page, '#one')).toHaveCount(6);
  });

test('what is set while the words load counts more than what was set before the script loads', async ({
  page,
}) => {
  const script = "document.querySelector('attention-tokens').tokens = ['early', 'early'];";
  await page.route('**/early.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  const arrive = await hold(page, '**/de-base-*.js');
  const tokens = '<attention-tokens lang="de" query="1"></attention-tokens>';
  await openLesson(page, `${tokens}<script src="./early.js"></script>`);
  const element = page.locator('attention-tokens');
  await element.evaluate(async (tokens) => {
    await new Promise(requestAnimationFrame);
    Object.assign(tokens, { tokens: ['later', 'later'] });
  });
  await expect(element.getByRole('radio')).toHaveCount(0);
  arrive();
  await expect(element.locator('.word')).toHaveText(['later', 'later']);
});

test('a playground has its settings before it renders, and the last one set counts', async ({
  page,
}) => {
  await openLesson(page);
  const states = await page.evaluate(async () => {
    const make = async (isLater: boolean) => {
      const playground = document.createElement('attention-playground') as AttentionPlayground;
      playground.setAttribute('tokens', 'x y');
      playground.setAttribute('mask', 'causal');
      playground.setAttribute('seed', '7');
      const before = { ...playground.state };
      document.querySelector('main')!.append(playground);
      if (isLater) await playground.updateComplete;
      playground.state = { v: 3, text: 'a b' };
      playground.setAttribute('heads', '4');
      playground.removeAttribute('seed');
      await playground.updateComplete;
      const set = { ...playground.state };
      playground.removeAttribute('heads');
      return { before, set, after: { ...playground.state } };
    };
    return { early: await make(false), later: await make(true) };
  });
  expect(states.early).toEqual(states.later);
  expect(states.early.before).toMatchObject({ text: 'x y', mask: 'causal', seed: 7 });
  expect(states.early.set).toMatchObject({ text: 'a b', mask: 'none', num_heads: 4, seed: 1 });
  expect(states.early.after).toMatchObject({ text: 'a b', num_heads: 2 });
});

test('a click on a matrix that a page provides leaves a state that can be assigned again', async ({
  page,
}) => {
  const lab = (id: string, inside: string) =>
    `<attention-lab id="${id}" tokens="a b c" word="0" loading="eager">${inside}</attention-lab>`;
  await openLesson(
    page,
    lab('one', '<attention-heatmap id="own" field="weights" query="0"></attention-heatmap>') +
      lab('two', '<attention-difference of="one two"></attention-difference>'),
  );
  await page.locator('#own').evaluate((heatmap) => {
    const tensor = { axes: ['query', 'key'], shape: [2, 2], data: Float32Array.of(1, 0, 0.5, 0.5) };
    Object.assign(heatmap, { tensor });
  });
  const reassigned = (id: string) =>
    page.locator(id).evaluate((element) => {
      const lab = element as AttentionLab;
      lab.state = { ...lab.state };
      return lab.state;
    });
  const state = await reassigned('#one');
  const clickLastCell = async (canvas: ReturnType<Page['locator']>) => {
    const { width, height } = (await canvas.boundingBox())!;
    await canvas.click({ position: { x: width - 5, y: height - 5 } });
  };
  await clickLastCell(page.locator('#own canvas.cells'));
  await expect.poll(() => reassigned('#one')).toEqual({ ...state, word: 1 });
  await clickLastCell(page.locator('attention-difference canvas.cells'));
  // The rows of a difference are not words of the lab around it.
  expect(await reassigned('#two')).toEqual(state);
});

test('data that cannot be shown is refused on the page, once, and the numbers stay', async ({
  page,
}) => {
  const lab = (id: string, inside: string) =>
    `<attention-lab id="${id}" tokens="a b c"><attention-tokens></attention-tokens>${inside}</attention-lab>`;
  await openLesson(page, lab('one', '') + lab('two', '<attention-export></attention-export>'));
  const assign = (id: string, keyWidth: number) =>
    page.locator(id).evaluate((lab, width) => {
      const t = (...shape: [number, number]) => ({
        shape,
        data: new Float32Array(shape[0] * shape[1]),
      });
      (lab as AttentionLab).opened = { name: 'x', q: t(2, 4), k: t(2, width), v: t(2, width) };
    }, keyWidth);
  const alerts = (id: string) => page.locator(id).getByRole('alert').filter({ hasText: /./ });
  for (const id of ['#one', '#two']) {
    await expect(tokensIn(page, id)).toHaveCount(3);
    await assign(id, 5);
    await expect(alerts(id)).toContainText('[1, 1, 2, 4] and [1, 1, 2, 5]');
    await expect(tokensIn(page, id)).toHaveCount(3);
  }
  // The panel of opened files shows such messages once it has loaded.
  await page.locator('#two').getByRole('button', { name: 'Export' }).click();
  await expect(page.locator('#two attention-export-panel')).toBeVisible();
  await assign('#two', 6);
  await expect(alerts('#two')).toHaveCount(1);
  await expect(alerts('#two')).toContainText('[1, 1, 2, 4] and [1, 1, 2, 6]');
  await assign('#one', 4);
  await expect(tokensIn(page, '#one')).toHaveCount(2);
  await expect(alerts('#one')).toHaveCount(0);
});
