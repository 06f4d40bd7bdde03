/** Masks words in a model from files; its predictions equal PyTorch's. */
import { expect } from 'vitest';
import { likelyWords, modelFiles } from '../browser/model/masked-words-reference.ts';
import type { MainPath } from './paths.ts';
import { becomes, click, textOf } from './views.ts';

const view = 'attention-masked-word';

export const maskedWords: MainPath = {
  name: 'model: files are opened, words are masked, and what the model expects there is what PyTorch computes',
  async walk(tab, site) {
    await tab.open(`${site}/model.html`);
    await click(tab, 'attention-model-offer', 'details:has(.drop) summary');
    await tab.run(async (find, names) => {
      const chosen = new DataTransfer();
      for (const name of names) {
        const answer = await fetch(`./proof/checkpoints/bert/${name}`);
        chosen.items.add(new File([await answer.blob()], name));
      }
      const field = find('attention-model-offer', '[type=file]') as HTMLInputElement;
      field.files = chosen.files;
      field.dispatchEvent(new Event('change'));
    }, modelFiles);
    await becomes(() => textOf(tab, view, 'h3'), 'In place of “street”');
    // The scores of the heads appear above the words and move them.
    const measured = () => textOf(tab, 'attention-head-relations', 'tbody:nth-of-type(10)');
    await becomes(async () => (await measured()) !== null, true);
    // Unmasks "street"; "cross" and "it" are masked.
    for (const [word, pressed] of [
      [7, 'false'],
      [5, 'true'],
      [9, 'true'],
    ] as const) {
      const button = `button:nth-of-type(${word})`;
      await click(tab, view, button);
      const state = () =>
        tab.run((find, ...steps) => find(...steps)!.getAttribute('aria-pressed'), view, button);
      await becomes(state, pressed);
    }
    const shown = () =>
      tab.run((find, view) => {
        const items = find(view)!.shadowRoot!.querySelectorAll('li');
        return Array.from(items, (item) => item.textContent.replace(/\s+/g, ' ').trim());
      }, view);
    await becomes(shown, [...(await likelyWords(0)), ...(await likelyWords(1))]);
    await expect.poll(() => tab.run(() => location.hash)).toContain('masked_words=4,8');
  },
};
