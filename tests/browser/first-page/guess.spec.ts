/** Guess first, then look: each experiment changes the page and nothing else, and the model answers. */
import { expect, test, type Locator } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { overflow } from '../support/overflow.ts';
import { shownNumber } from '../story/shown-number.ts';
import { modelFile } from '../story/story-page.ts';
import { compute, type Change } from '../story/story-reference.ts';
import {
  answer,
  choice,
  examples,
  expectAnswers,
  expectNumbers,
  expectState,
  openTrained,
  ownField,
  stateOf,
  word,
} from './first-page.ts';
import { back, button, experiment, guess, guesses, outcome, reason } from './guess-page.ts';
import { watch } from '../support/watch.ts';
import { withoutMotion } from '../support/without-motion.ts';

test.use(withoutMotion);

test('a guess sets the page, and the model answers', async ({ page }) => {
  await openTrained(page);
  await guesses(page, 5);
  await experiment(page, 0).getByRole('button', { name: 'both street' }).click();
  await expect(outcome(page, 0)).toHaveText(
    /The model says animal 99\.\d% and animal 99\.\d%\. You guessed wrong/,
  );
  // The story belongs to the sentence with "wide".
  await expect(page).toHaveURL(/&example=1&edits=layers\.0\.attention\.v\[0,2,11,0\]=0\.99/);
  const [, wide] = await examples(page);
  const { tensors } = await modelFile();
  const { v } = compute(tensors, wide!, [4, 1]).layers[0]!.heads[2]!;
  await expectNumbers(page, {
    value: { layer: 0, head: 2, key: 11, column: 0, to: -v[11]![0]! },
  });
  await experiment(page, 1).getByRole('button', { name: 'both animal' }).press('Enter');
  await expect(outcome(page, 1)).toHaveText(
    /The model says animal .* and animal .*\. You guessed right\./,
  );
  // The first answer stays.
  await expect(outcome(page, 0)).toContainText(
    /The model says animal .*You guessed wrong\. The page above has been changed/,
  );
  await expect(experiment(page, 0)).not.toContainText('Changed above');
  await expect(experiment(page, 1)).toContainText('Changed above: Mask: causal.');
  await expect(choice(page, 'Mask')).toHaveValue('causal');
  await experiment(page, 3).getByRole('button', { name: 'still animal and street' }).click();
  await expect(outcome(page, 3)).toContainText('You guessed right.');
  // Restores the state before the first experiment.
  await back(page).click();
  await expect(page).toHaveURL(/#v=3&model=goes_with$/);
});

/** The percentages in a text. */
const percentages = (text: string) =>
  [...text.matchAll(/(?:< )?[\d.]+%/g)].map(([one]) => shownNumber(one));

test('after the guess the reason is shown, with weights equal to plain loops', async ({ page }) => {
  await openTrained(page);
  const all = await examples(page);
  const { tensors } = await modelFile();
  const of = (example: number, change: Change = {}) =>
    compute(tensors, all[example]!, [4, 1], change).layers;
  const weight = (layers: ReturnType<typeof of>, layer: number, head: number, key: number) =>
    100 * layers[layer]!.heads[head]!.weights[8]![key]!;
  const [animal, street, last] = [1, 6, 11];
  const to = -of(1)[0]!.heads[2]!.v[last]![0]!;
  const turned = of(1, { value: { layer: 0, head: 2, key: last, column: 0, to } });
  const off = [0, 1, 2, 3].map((head) => ({ layer: 0, head }));
  const masked = [0, 1].map((example) => of(example, { mask: 'causal' }));
  const expected = [
    [weight(turned, 0, 2, last), weight(turned, 1, 0, animal), weight(of(1), 1, 0, street)],
    [
      ...[0, 1].map((example) => weight(of(example), 0, 2, last)),
      ...masked.map((layers) => weight(layers, 0, 2, last)),
      ...masked.map((layers) => weight(layers, 1, 0, animal)),
    ],
    [
      ...[0, 1].map((example) => weight(of(example, { off }), 1, 0, animal)),
      ...[0, 1].map((example) => weight(of(example), 1, 0, animal)),
    ],
  ];
  await guesses(page, 5);
  for (const [i, shares] of expected.entries()) {
    // Screen readers announce only a region that was there before.
    const announced = experiment(page, i).getByRole('status');
    await expect(announced).toHaveCount(1);
    await button(page, i, 'both animal').click();
    await expect(reason(page, i)).toBeVisible();
    await expect(announced.locator('.outcome')).toContainText('The model says animal');
    await expect(announced.locator('.reason')).toHaveCount(1);
    const shown = percentages(await reason(page, i).innerText());
    expect(shown).toHaveLength(shares.length);
    shares.forEach((share, at) => expect(Math.abs(shown[at]! - share)).toBeLessThan(0.051));
  }
  await expect(reason(page, 0)).toHaveText(
    /^The weight from it to wide in layer 1 is still 100\.0%, but the value .* goes to animal;/,
  );
  await expect(reason(page, 0).locator('i').first()).toHaveText('it');
  await expect(guess(page).locator('.reason')).toHaveCount(3);
});

test('no answer is shown before a guess, even if the page was set by hand or by a link', async ({
  page,
}) => {
  await openTrained(page);
  await guesses(page, 5);
  await choice(page, 'layer 1').selectOption('off');
  await expectAnswers(page, 'animal', 'animal');
  await expect(experiment(page, 2)).toContainText('Changed above: layer 1: off.');
  await expect(outcome(page, 2)).toBeEmpty();
  await choice(page, 'layer 1').selectOption('on');
  await expectAnswers(page, 'animal', 'street');
  await expect(experiment(page, 2)).not.toContainText('Changed above');
  await expect(outcome(page, 2)).toBeEmpty();
  await page.evaluate(() => (location.hash = 'v=3&model=goes_with&mask=causal'));
  await expect(experiment(page, 1)).toContainText('Changed above: Mask: causal.');
  await expect(outcome(page, 1)).toBeEmpty();
  await button(page, 2, 'both animal').click();
  await expect(outcome(page, 2)).toHaveText(
    /The model says animal .* and animal .*\. You guessed right\./,
  );
  await expect(outcome(page, 1)).toBeEmpty();
});

/** For each model and experiment: the guess, the text that the page shows, and then the address. */
const tried = {
  goes_with: [
    [
      'both animal',
      /The model says animal .* and animal .*\. You guessed right\./,
      /&example=1&edits=layers\.0\.attention\.v\[0,2,11,0\]=0\.99\d*$/,
    ],
    [
      'both street',
      /The model says animal .* and animal .*\. You guessed wrong\./,
      /model=goes_with&mask=causal$/,
    ],
    [
      'both animal',
      /The model says animal .* and animal .*\. You guessed right\./,
      /&off=layers\.0\.attention:0,layers\.0\.attention:1,layers\.0\.attention:2,layers\.0\.attention:3$/,
    ],
    [
      'something else',
      /The model says animal .* and street .*\. You guessed wrong\./,
      /&off=layers\.0\.attention:0$/,
    ],
    [
      'still animal and street',
      /The model says animal .* and street .*\. You guessed right\./,
      /&positions=none$/,
    ],
  ],
  induction: [
    [
      'm and a',
      /The model says m \d\d\.\d% and a \d\d\.\d%\. You guessed right\./,
      /row=0:layers\.1\.attention:0:8-2,1:/,
    ],
    [
      'still a and m',
      /The model says r \d\d\.\d% and r \d\d\.\d%\. You guessed wrong\./,
      /off=layers\.1\.attention:0$/,
    ],
    ['both k', /The model says k .* and k .*\. You guessed right\./, /positions=none$/],
    [
      'a',
      /The model says a (9\d|100)\.\d%\. You guessed right\./,
      /text=k\+a\+m\+r\+k\+b\+m\+r\+k&word=2:8$/,
    ],
  ],
  sort: [
    [
      'both 9',
      /The model says 9 .* and 9 .*\. You guessed right\./,
      /row=0:layers\.0\.attention:0:8-0,1:/,
    ],
    ['something else', /The model says 1 .* and 3 .*\. You guessed wrong\./, /positions=none$/],
    [
      '3',
      /The model says 4 9\d\.\d%\. You guessed wrong\./,
      /text=3\+3\+1\+2\+9\+9\+4\+5&word=2:11$/,
    ],
  ],
  translation: [
    [
      'gingen and können',
      /The model says gingen .* and können .*\. You guessed right\./,
      /row=0:decoder\.layers\.0\.cross_attention:3:2-0,1:/,
    ],
    [
      'something else',
      /The model says suchten .* and suchten .*\. You guessed right\./,
      /off=decoder\.layers\.0\.cross_attention:0,/,
    ],
  ],
  digits: [
    ['still 4 and 9', /The model says 1 .* and 1 .*\. You guessed wrong\./, /positions=none$/],
    ['something else', /The model says 2 .* and 2 .*\. You guessed right\./, /mask=causal$/],
  ],
} as const;

const kChangedSince = 'The page above has been changed since.';
const press = (one: Locator, by: 'pointer' | 'keyboard') =>
  by === 'pointer' ? one.click() : one.press('Enter');

for (const [model, all] of Object.entries(tried))
  test(`${model}: a guess sets the page and nothing else, by pointer and by keyboard`, async ({
    page,
  }) => {
    const { complaints } = await watch(page);
    await page.goto(`./#v=3&model=${model}`);
    await guesses(page, all.length);
    for (const [i, [guessed, said, address]] of all.entries()) {
      const hands = ['pointer', 'keyboard'] as const;
      const [by, other] = [hands[i % 2]!, hands[(i + 1) % 2]!];
      await press(button(page, i, guessed), by);
      await expect(outcome(page, i)).toHaveText(said);
      await expect(button(page, i, guessed)).toHaveAttribute('aria-pressed', 'true');
      await expect(page).toHaveURL(address);
      await expect(outcome(page, i)).not.toContainText(kChangedSince);
      await expect(reason(page, i)).toContainText('%');
      if (i + 1 < all.length) {
        await expect(outcome(page, i + 1)).toBeEmpty();
        await expect(reason(page, i + 1)).toHaveCount(0);
      }
      const link = new URL(page.url()).hash;
      await press(back(page), other);
      await expect(page).toHaveURL(new RegExp(`#v=3&model=${model}$`));
      await expect(experiment(page, i).getByRole('button').first()).toBeFocused();
      await expect(back(page)).toHaveCount(0);
      await expect(outcome(page, i)).toContainText(kChangedSince);
      // The link opens the same page.
      await page.evaluate((hash) => (location.hash = hash), link);
      await expect(outcome(page, i)).toHaveText(said);
      await expectState(page);
    }
    expect(complaints).toEqual([]);
  });

test('the extra example of an experiment becomes one’s own, and is removed afterwards', async ({
  page,
}) => {
  await openTrained(page, 'v=3&model=sort&text=8+7+6+5+4+3+2+1');
  await expectAnswers(page, '1', '3', '1');
  await guesses(page, 3);
  await expect(experiment(page, 2)).toContainText(
    'Here 3 and 9 each occur twice among the numbers, which never happened in training. The model has just said 1, 2, 3.',
  );
  await button(page, 2, '4').click();
  await expect(outcome(page, 2)).toContainText('You guessed right.');
  await expect(answer(page, 2)).toContainText('4');
  await expect(answer(page, 2)).toContainText('wrong');
  await expect(word(page, 2, 11)).toBeChecked();
  // Another word starts another question.
  await word(page, 2, 10).click();
  await expect(answer(page, 2)).toContainText('3');
  await expect(outcome(page, 2)).toContainText(kChangedSince);
  await page.goBack();
  await expect(outcome(page, 2)).toContainText('You guessed right.');
  await back(page).click();
  await expect(page).toHaveURL(/#v=3&model=sort&text=8\+7\+6\+5\+4\+3\+2\+1$/);
  await expectAnswers(page, '1', '3', '1');
});

/** States of a visitor's page, and the experiments tried there one after the other. */
const own = [
  [
    'v=3&model=goes_with&text=The+horse+did+not+leave+the+field+because+it+was+too+slow.&mask=causal' +
      '&off=layers.0.attention:1&row=1:layers.1.attention:0:8-1&word=2:4&stage=context&edits=layers.0.attention.w_q[3,*]*-1',
    [2],
  ],
  ['v=3&model=goes_with&positions=none&edits=layers.0.attention.v[0,2,11,0]=0.5', [0, 1, 0, 3]],
  ['v=3&model=induction&text=a+b+c+a+b', [3]],
  ['v=3&model=sort&text=5+6+7+8+1+2+3+4&off=layers.0.attention:0', [2, 1]],
] as const;

for (const [link, tries] of own)
  test(`Back brings back all that was before the experiments, and the focus stays: ${link.slice(4, 40)}`, async ({
    page,
  }) => {
    await openTrained(page, link);
    await page.locator('[data-part=guess]').scrollIntoViewIfNeeded();
    await expect(guess(page).getByRole('listitem').first()).toBeVisible();
    await expectState(page);
    const [before, address, typed] = [
      await stateOf(page),
      page.url(),
      await ownField(page).inputValue(),
    ];
    for (const by of ['pointer', 'keyboard'] as const) {
      for (const i of tries) {
        await press(experiment(page, i).getByRole('button').first(), by);
        await expect(outcome(page, i)).not.toBeEmpty();
        await expect(experiment(page, i)).toContainText('Undo the experiment');
      }
      expect(await stateOf(page)).not.toEqual(before);
      await press(back(page), by);
      await expect.poll(() => stateOf(page)).toEqual(before);
      await expect(back(page)).toHaveCount(0);
      await expect(experiment(page, tries.at(-1)!).getByRole('button').first()).toBeFocused();
      await expect(page).toHaveURL(address);
      await expect(ownField(page)).toHaveValue(typed);
      await expectState(page);
    }
  });

test('one’s own example entered during an experiment stays; a link to an experiment leads back to the learned model', async ({
  page,
}) => {
  await openTrained(page, 'v=3&model=sort&positions=none');
  await guesses(page, 3);
  const learned = guess(page).getByRole('button', { name: 'Back to the model as trained' });
  await learned.press('Enter');
  await expect(page).toHaveURL(/#v=3&model=sort$/);
  await expect(experiment(page, 1).getByRole('button').first()).toBeFocused();
  await button(page, 1, 'both 9').click();
  await ownField(page).fill('8 7 6 5 4 3 2 1');
  await expect(page).toHaveURL(/text=8\+7/);
  await back(page).click();
  await expect(page).toHaveURL(/#v=3&model=sort&text=8\+7\+6\+5\+4\+3\+2\+1$/);
  await expect(ownField(page)).toHaveValue('8 7 6 5 4 3 2 1');
});

for (const [model, all] of Object.entries(tried))
  test(`${model}: axe finds nothing in its experiments on a small phone, in three languages`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`./#v=3&model=${model}`);
    await guesses(page, all.length);
    await experiment(page, 0).getByRole('button').first().click();
    for (const [lang, heading] of [
      ['en', 'Guess first, then look'],
      ['de', 'Erst raten, dann schauen'],
      ['zh', '先猜，再看'],
    ] as const) {
      await page.locator('#language').selectOption(lang);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(guess(page).getByRole('heading', { name: heading })).toBeVisible();
      await expect(outcome(page, 0)).not.toBeEmpty();
      expect(await overflow(page)).toBe(0);
      expect(await violations(page)).toEqual([]);
    }
  });
