/** Elements on one page have the language of the closest `lang` attribute, each its own. */
import { expect, test, type Page } from '@playwright/test';
import { openLesson } from '../lessons/lesson-page.ts';

/** Markup of a lab with two views. */
const lab = (attributes: string) =>
  `<attention-lab ${attributes}><attention-formula></attention-formula>
   <attention-controls></attention-controls></attention-lab>`;
const formulas = (page: Page) => page.locator('attention-formula .below > p');
const hints = {
  en: /^\s*Choose a symbol/,
  de: /^\s*Ein Klick auf ein Symbol/,
  zh: /^\s*点击符号/,
};

test('two labs on one page use two languages and change them independently', async ({ page }) => {
  await openLesson(page, `<div lang="de">${lab('')}</div>${lab('lang="zh-Hans"')}${lab('')}`);
  const [one, two, three] = [0, 1, 2].map((i) => formulas(page).nth(i));
  await expect(one!).toHaveText(hints.de);
  await expect(two!).toHaveText(hints.zh);
  await expect(three!).toHaveText(hints.en);
  await expect(page.getByLabel('Satz')).toBeVisible();
  await expect(page.getByLabel('句子')).toBeVisible();

  const setLang = (selector: string, lang: string | null) =>
    page.locator(selector).evaluate((element, to) => {
      if (to === null) element.removeAttribute('lang');
      else element.setAttribute('lang', to);
    }, lang);
  // An element without a closer lang attribute uses the page's language.
  await setLang('html', 'zh');
  await expect(three!).toHaveText(hints.zh);
  await expect(one!).toHaveText(hints.de);
  await setLang('main > div', 'xx');
  await expect(one!).toHaveText(hints.en);
  await setLang('main > div', null);
  await expect(one!).toHaveText(hints.zh);
  await setLang('main > attention-lab >> nth=0', 'de-CH');
  await expect(two!).toHaveText(hints.de);
  await setLang('main > attention-lab >> nth=0', null);
  await setLang('html', null);
  for (const formula of [one!, two!, three!]) await expect(formula).toHaveText(hints.en);
  await expect(page.locator('attention-controls textarea')).toHaveCount(3);
});

test('a lab inside a component of the page follows the language of that component', async ({
  page,
}) => {
  await openLesson(page, '<div id="host" lang="de"></div>');
  await page.evaluate(() => {
    const root = document.querySelector('#host')!.attachShadow({ mode: 'open' });
    root.append(document.createElement('section'));
    root.firstElementChild!.append(document.createElement('attention-formula'));
  });
  await expect(formulas(page)).toHaveText(hints.de);
  await page.locator('section').evaluate((section) => section.setAttribute('lang', 'zh'));
  await expect(formulas(page)).toHaveText(hints.zh);
  await page.evaluate(() =>
    document
      .querySelector('main')!
      .append(document.querySelector('#host')!.shadowRoot!.querySelector('attention-formula')!),
  );
  await expect(formulas(page)).toHaveText(hints.en);
});
