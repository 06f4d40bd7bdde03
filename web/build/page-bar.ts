/**
 * The bar at the top of every page: the lab's name, the pages, a choice of language and of theme, and a button
 * that begins to present the page. It is put into `<header class="masthead">`, above what that holds; `data-languages` and
 * `data-presents` ask for the choice of language and for the button. The footer gets a line that says when the browser has
 * kept the site.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { page as german } from '../src/words/de/page.ts';
import { page as english } from '../src/words/en/page.ts';
import { page as chinese } from '../src/words/zh/page.ts';

/** The pages that the bar links to, and the word for each. */
export const barPages = [
  ['index', 'lab'],
  ['course', 'course'],
  ['training', 'training'],
  ['playground', 'playground'],
  ['model', 'model'],
  ['proof', 'proof'],
  ['speed', 'speed'],
] as const;

/**
 * Each language and its own name. Parsed as text, because an import would load every catalogue whenever Vite starts.
 */
const languages = [
  ...readFileSync(new URL('../src/words/languages.ts', import.meta.url), 'utf8').matchAll(
    /^ {2}(\w+): \{ name: '([^']+)'/gm,
  ),
].map(([, language, name]) => [language!, name!] as const);

type PageWords = typeof english;

/** A lesson and its bar are in one language, like a teacher's page. */
const lessons: Record<string, PageWords> = { en: english, de: german, zh: chinese };

const themes = [
  ['', 'system'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const;

/** `current`: the page's name, or null for the offline file, which has no other pages. */
export function pageBar(html: string, current: string | null): string {
  const words = lessons[html.match(/<html lang="(..)"/)?.[1] ?? 'en']!;
  const withBar = html.replace(
    /<header class="masthead"( data-languages)?( data-presents)?>(.*?)<\/header>/s,
    (_, hasLanguages: string | undefined, presents: string | undefined, title: string) =>
      `<header class="masthead"><div class="bar">${brand(current)}${current ? nav(current, words) : ''}
        <div class="choices">${hasLanguages ? languageList(words) : ''}${themeList(words)}${presents ? presenting(words) : ''}</div></div>${
          title.trim() && `<div class="title">${title}</div>`
        }</header>`,
  );
  return current && withBar !== html
    ? withBar.replace(/\s*(?=<\/footer>)/, ` <span data-word="kept" hidden>${words.kept}</span>`)
    : withBar;
}

const brand = (current: string | null) =>
  current === null || current === 'index'
    ? `<span class="brand">Attention Lab</span>`
    : `<a class="brand" href="./">Attention Lab</a>`;

function nav(current: string, words: PageWords): string {
  const links = barPages.map(([name, word]) =>
    name === current
      ? `<span aria-current="page" data-word="${word}">${words[word]}</span>`
      : `<a href="./${name === 'index' ? '' : `${name}.html`}" data-word="${word}">${words[word]}</a>`,
  );
  return `<nav aria-label="${words.pages}" data-label="pages">${links.join(' ')}</nav>`;
}

function languageList(words: PageWords): string {
  const options = languages.map(
    ([lang, name]) => `<option value="${lang}" lang="${lang}">${name}</option>`,
  );
  return `<select id="language" aria-label="${words.language}" data-label="language"
    autocomplete="off">${options.join('')}</select>`;
}

function themeList(words: PageWords): string {
  const options = themes.map(
    ([value, word]) => `<option value="${value}" data-word="${word}">${words[word]}</option>`,
  );
  return `<label class="theme"><span data-word="theme">${words.theme}</span>
    <select id="theme" autocomplete="off">${options.join('')}</select></label>`;
}

const presenting = (
  words: PageWords,
) => `<span class="keys" data-word="presentKeys">${words.presentKeys}</span>
  <button id="present" type="button" title="Alt+P" aria-keyshortcuts="Alt+P"
    ><span class="begin" data-word="present">${words.present}</span
    ><span class="end" data-word="leave">${words.leave}</span></button>`;

/** Also adds the scripts of the theme, one before the first paint and one for the choice, and the one that keeps the site. */
export function pageBars(): Plugin[] {
  return [
    {
      name: 'page-bars',
      transformIndexHtml: {
        order: 'pre',
        handler(html, { filename }) {
          const withBar = pageBar(html, filename.match(/([a-z]+)(-[a-z]+)?\.html$/)![1]!);
          if (withBar === html) return html;
          const scripts = [
            'base/page-bar',
            'base/keep-site',
            ...(/course[a-z-]*\.html$/.test(filename) ? ['lesson-language'] : []),
          ];
          const tags = scripts.map((script) => ({
            tag: 'script',
            attrs: { type: 'module', src: `./src/pages/${script}.ts` },
            injectTo: 'head' as const,
          }));
          return { html: withBar, tags };
        },
      },
    },
    {
      // Runs after Vite has bundled the page's modules, because this is a classic script from public/.
      name: 'theme-before-paint',
      transformIndexHtml: (html) =>
        html.includes('class="bar"')
          ? [{ tag: 'script', attrs: { src: './theme.js' }, injectTo: 'head' }]
          : [],
    },
  ];
}
