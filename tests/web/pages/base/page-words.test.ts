import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageBar } from '../../../../web/build/page-bar';
import { page as german } from '../../../../web/src/words/de/page';
import { languageModel } from '../../../../web/src/words/en/language-model';
import { page } from '../../../../web/src/words/en/page';
import { report } from '../../../../web/src/words/en/report';
import { trained } from '../../../../web/src/words/en/trained';
import { training } from '../../../../web/src/words/en/training';
import { trainingPage } from '../../../../web/src/words/en/training-page';
import { languages } from '../../../../web/src/words/words';
import { page as chinese } from '../../../../web/src/words/zh/page';

/** A lesson and its bar are in one language; all other pages are in English until they are translated. */
const bars: Record<string, typeof page> = { en: page, de: german, zh: chinese };
/** Includes the texts that each page adds. */
const texts = { ...report, ...trained, ...training, ...trainingPage, ...languageModel };

const pages = readdirSync('web').filter((name) => name.endsWith('.html'));

describe.each(pages)('%s', (name) => {
  const html = pageBar(readFileSync(`web/${name}`, 'utf8'), name.replace(/(-..)?\.html/, ''));
  const words = { ...texts, ...bars[html.match(/<html lang="(..)"/)![1]!]! };

  it('has the words of the catalogue where it names them', () => {
    const texts = [...html.matchAll(/data-word="(\w+)"[^>]*>([^<]*)</g)];
    expect(texts).toHaveLength([...html.matchAll(/data-word=/g)].length);
    for (const [, word, text] of texts)
      expect(text!.replace(/\s+/g, ' ').trim()).toBe(words[word as keyof typeof words]);
    const labels = [...html.matchAll(/aria-label="([^"]*)" data-label="(\w+)"/g)];
    expect(labels).toHaveLength([...html.matchAll(/data-label=/g)].length);
    for (const [, label, key] of labels) expect(label).toBe(words[key as keyof typeof words]);
  });

  it('names itself among the pages, unless it is made for frames', () => {
    const current = html.match(/aria-current="page"/g) ?? [];
    expect(current).toHaveLength(name === 'embed.html' ? 0 : 1);
  });
});

it('every language has its name in the list', () => {
  const html = pageBar('<header class="masthead" data-languages></header>', 'index');
  for (const [lang, { name }] of Object.entries(languages))
    expect(html).toContain(`<option value="${lang}" lang="${lang}">${name}</option>`);
});
