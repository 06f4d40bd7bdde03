/** The bar at the top of every page, in the language of the page. */
import { expect, it } from 'vitest';
import { pageBar } from '../../../web/build/page-bar';
import { page as chinese } from '../../../web/src/words/zh/page';
import { page as english } from '../../../web/src/words/en/page';
import { page as german } from '../../../web/src/words/de/page';

const bar = (lang: string) =>
  pageBar(
    `<html lang="${lang}"><header class="masthead" data-languages data-presents></header></html>`,
    'course',
  );

it.each([
  ['en', english],
  ['de', german],
  ['zh', chinese],
] as const)(
  'a page in %s has a bar in its language, with the button that presents it',
  (lang, words) => {
    for (const word of ['playground', 'theme', 'present', 'presentKeys', 'leave'] as const)
      expect(bar(lang)).toContain(`>${words[word]}<`);
  },
);
