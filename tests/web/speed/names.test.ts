/** The chart paints the names of workloads, so no test of the page reads them there. */
import { expect, it } from 'vitest';
import { speedTerms } from '../../../web/src/elements/speed/speed-terms';
import { choices } from '../../../web/src/speed/choices';
import { workloads } from '../../../web/src/speed/workloads';
import '../../../web/src/words/add-report';
import { loadWords } from '../../../web/src/words/words';

const names = [
  ...workloads.flatMap(({ name, short }) => [name, short]),
  ...choices.flatMap(({ name, note = '' }) => [name, note]),
];

it('no English is left in German names of workloads', async () => {
  const nameIn = speedTerms(await loadWords('de'));
  const isSame = new Set(['Attention', 'GPT', 'GB', 'MB', 'n', 'd']);
  for (const name of names) {
    const english = new Set(name.match(/\p{L}+/gu)?.filter((word) => !isSame.has(word)));
    const left = nameIn(name)
      .match(/\p{L}+/gu)
      ?.filter((word) => english.has(word));
    expect(left ?? [], nameIn(name)).toEqual([]);
  }
});

it('no English is left in Chinese names of workloads, and measure words follow numbers', async () => {
  const nameIn = speedTerms(await loadWords('zh'));
  for (const name of names.map(nameIn)) {
    expect(name.replace(/GPT-2|\b(GB|MB|n|d)\b/g, '')).not.toMatch(/\p{Script=Latin}/u);
    expect(name).not.toMatch(/(?<![\d一] ?)个/u);
  }
});
