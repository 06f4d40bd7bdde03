/**
 * The first page with the visitor's own sentence, a changed number and a dragged arc: each is in a link that opens the
 * same page.
 */
import { expect } from 'vitest';
import { modelFile } from '../browser/story/story-page.ts';
import { compute, type Change } from '../browser/story/story-reference.ts';
import type { AttentionArcs } from '../../web/src/elements/arcs/attention-arcs.ts';
import type { MainPath } from './paths.ts';
import type { Tab } from './tab.ts';
import { becomes, click } from './views.ts';

const kPage = 'attention-trained';

/** The percentages at each sentence. */
const shown = (tab: Tab) =>
  tab.run((find, page) => {
    const answers = find(page)?.shadowRoot?.querySelectorAll('.row attention-answer') ?? [];
    return Array.from(answers, (answer) =>
      parseFloat(
        /[\d.]+%/.exec(answer.shadowRoot?.querySelector('.first')?.textContent ?? '')?.[0] ?? '',
      ),
    );
  }, kPage);

/** Waits until the answers equal plain loops. */
async function expectAnswers(tab: Tab, change: (example: number) => Change): Promise<void> {
  const { tensors } = await modelFile();
  const sentences = await tab.run((find, page) => {
    const root = find(page)!.shadowRoot!;
    const words = Array.from(root.querySelectorAll('.words li'), (one) => one.textContent);
    return Array.from(root.querySelectorAll<AttentionArcs>('.row attention-arcs'), (one) => ({
      ids: one.tokens.map((token) => words.indexOf(token)),
      chosen: one.chosen,
    }));
  }, kPage);
  const expected = sentences.map(({ ids, chosen }, i) => {
    const { probabilities } = compute(tensors, ids, [4, 1], change(i));
    return 100 * Math.max(...probabilities[chosen]!);
  });
  const far = async () => {
    const said = await shown(tab);
    const near = (one: number, i: number) => Math.abs(said[i]! - one) < 0.051;
    return said.length === expected.length && expected.every(near) ? [] : { said, expected };
  };
  await becomes(far, []);
}

export const firstPage: MainPath = {
  name: 'the first page: one’s own sentence, a changed number and a forced row, and the link that has them',
  async walk(tab, site) {
    await tab.open(`${site}/#v=3&stage=v`);
    const text = 'The horse did not leave the field because it was too slow.';
    await click(tab, kPage, '#own');
    await tab.retype(text);
    await becomes(async () => (await shown(tab)).length, 3);
    await expectAnswers(tab, () => ({}));
    // Edits the value of "tired" in the head that looks at it.
    const cell = '[data-stage=v] .cells [data-place^="layers.0.attention.v[0,2,11"]';
    await tab.run((find, page) => {
      find(page, '[data-part=story]')!.scrollIntoView({ behavior: 'instant' });
    }, kPage);
    await click(tab, 'attention-story', cell);
    await click(tab, 'attention-story', 'attention-number-editor', 'input');
    await tab.retype('-1.5');
    const edit = 'edits=layers.0.attention.v[0,2,11,0]=-1.5';
    const hash = () => tab.run(() => decodeURIComponent(location.hash));
    await expect.poll(hash).toContain(edit);
    const edits = [{ layer: 'layers.0.attention', field: 'v', index: [0, 2, 11, 0], value: -1.5 }];
    await expectAnswers(tab, () => ({ edits }));
    // In layer 2, "it" of the first sentence is forced to look at its second word.
    await tab.run((find, page) => {
      const selects = find(page, 'attention-arcs')!.shadowRoot!.querySelectorAll('select');
      const select = [...selects].filter(({ options }) => options.length > 5).at(-1)!;
      select.value = '1';
      select.dispatchEvent(new Event('change'));
    }, kPage);
    await expect.poll(hash).toContain('row=0:layers.1.attention:0:8-1');
    const forced = [{ layer: 1, head: 0, query: 8, key: 1 }];
    const change = (example: number) => ({ edits, ...(example === 0 && { rows: forced }) });
    await expectAnswers(tab, change);
    // The link opens the same page.
    const link = await tab.run(() => location.href);
    await tab.open('about:blank');
    await tab.open(link);
    await becomes(async () => (await shown(tab)).length, 3);
    await expectAnswers(tab, change);
  },
};
