/** The main path through every page, for any browser. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { longWait } from '../browser/support/long-wait.ts';
import type { Tab } from './tab.ts';
import { becomes, click, hasColors, matches, tableOf, textOf } from './views.ts';
import { expectBars, expectWeights, weightsOf } from './weights.ts';

export interface MainPath {
  name: string;
  /** `site` is the origin of the served site. */
  walk(tab: Tab, site: string): Promise<void>;
}

const cat = ['the', 'cat', 'sat', 'on', 'the', 'mat'];
const flies = ['time', 'flies', 'like', 'an', 'arrow'];

export const paths: MainPath[] = [
  {
    name: 'the first page: a trained model answers, and follows a mask, a guess and its own training',
    async walk(tab, site) {
      await tab.open(`${site}/#v=3&off=layers.0.attention:0`);
      const said = async () =>
        tab.run((find) =>
          Array.from(
            find('attention-trained')?.shadowRoot?.querySelectorAll('.row attention-answer') ?? [],
            (answer) => answer.shadowRoot?.querySelector('.answer')?.textContent,
          ),
        );
      await becomes(said, ['animal', 'street']);
      await becomes(() => textOf(tab, 'attention-trained', 'h1'), 'Who is it?');
      await hasColors(tab, 'attention-arcs', 4);
      await tab.run((find) => {
        const mask = find('attention-trained', '.line.model label:nth-of-type(2) select')!;
        (mask as HTMLSelectElement).value = 'causal';
        mask.dispatchEvent(new Event('change'));
      });
      await becomes(said, ['animal', 'animal']);
      await matches(() => tab.run(() => location.hash), /mask=causal/);
      await tab.run((find) =>
        find('attention-trained', '[data-part=guess]')!.scrollIntoView({ behavior: 'instant' }),
      );
      await becomes(() => textOf(tab, 'attention-guess', 'h2'), 'Guess first, then look');
      await hasColors(tab, 'attention-head-maps', 2);
      await click(tab, 'attention-guess', 'li:last-child button');
      await becomes(said, ['animal', 'street']);
      await click(tab, 'attention-trained', '.tab');
      const film = async () => (await textOf(tab, 'attention-trained', '.film')) ?? '';
      await expect.poll(film).toContain('step 0 of 800');
    },
  },
  {
    name: 'playground: a sentence, a query, a head and a mask change the numbers',
    async walk(tab, site) {
      await tab.open(`${site}/playground.html`);
      const first = await weightsOf({ words: cat, mask: 'none', head: 0 });
      await expectWeights(tab, first);
      await expectBars(tab, first.at(-1)!);
      await hasColors(tab, 'attention-heatmap:not([field])', 20);
      await hasColors(tab, 'attention-bars', 4);

      await click(tab, 'textarea');
      await tab.retype('Time flies like an arrow');
      const typed = await weightsOf({ words: flies, mask: 'none', head: 0 });
      await expectWeights(tab, typed);
      await click(tab, 'attention-tokens', 'button:nth-of-type(3)');
      await expectBars(tab, typed[2]!);
      await click(tab, 'attention-heads', '[role=radio]:nth-of-type(2)');
      const second = await weightsOf({ words: flies, mask: 'none', head: 1 });
      await expectWeights(tab, second);
      await expectBars(tab, second[2]!);
      await click(tab, 'attention-controls', 'fieldset label:nth-of-type(2)');
      const masked = await weightsOf({ words: flies, mask: 'causal', head: 1 });
      await expectWeights(tab, masked);
      await expectBars(tab, masked[2]!);
      const address = () => tab.run(() => location.hash);
      await matches(address, /text=Time\+flies\+like\+an\+arrow/);
      await matches(address, /mask=causal/);
    },
  },
  {
    name: 'course: every lab computes, and a view outside its lab follows the chosen word',
    async walk(tab, site) {
      await tab.open(`${site}/course.html`);
      await click(tab, '#one attention-tokens', 'button:nth-of-type(5)');
      const heatmapRows = async () => (await tableOf(tab, 'attention-heatmap[for=one]')) ?? [];
      await becomes(async () => (await heatmapRows()).length, 6);
      const row = async () =>
        (await tableOf(tab, '#one attention-bars'))?.map(([weight]) => weight);
      await becomes(row, (await heatmapRows())[4]);
      for (const view of [
        'attention-heads',
        '#causal-mask attention-heatmap',
        'attention-difference',
      ]) {
        await tab.run((find, view) => find(view)?.scrollIntoView({ behavior: 'instant' }), view);
        await hasColors(tab, view, 4);
      }
    },
  },
  {
    name: 'proof: every comparison with PyTorch holds',
    async walk(tab, site) {
      await tab.open(`${site}/proof.html`);
      const outcome = async () => (await textOf(tab, 'attention-proof', '[role=status] h2')) ?? '';
      await expect.poll(outcome).toMatch(/(\d{3}) of \1 checks pass/);
    },
  },
  {
    name: 'speed: measures one benchmark',
    async walk(tab, site) {
      await tab.open(`${site}/speed.html`);
      await becomes(
        () => textOf(tab, 'attention-speed', '[role=status] h2'),
        'Nothing measured yet',
      );
      await tab.run((find) => {
        const boxes =
          find('attention-speed')!.shadowRoot!.querySelectorAll<HTMLInputElement>(
            '[type=checkbox]',
          );
        for (const box of boxes)
          if (box.checked !== box.parentElement!.textContent!.includes('Small calls')) box.click();
      });
      await click(tab, 'attention-speed', 'button');
      await expect
        .poll(() => textOf(tab, 'attention-speed', '[role=status] h2'))
        .toMatch(/^(\d+) of \1 measured$/);
      await matches(() => textOf(tab, 'attention-speed', '[data-name=time]'), /^[\d.]+ (µs|ms)$/);
    },
  },
  {
    name: 'training: a run plays to its end, and goes back to where it began',
    async walk(tab, site) {
      await tab.open(`${site}/training.html#v=3&model=reverse&seed=1&steps=20`);
      const progress = () =>
        textOf(tab, 'attention-training', 'attention-training-run', '.progress');
      const run = ['attention-training', 'attention-training-run'];
      await becomes(progress, 'step 0 of 20');
      await click(tab, ...run, 'fieldset label:nth-of-type(4)');
      await click(tab, ...run, '.play');
      await becomes(progress, 'step 20 of 20');
      const named = async () => (await textOf(tab, 'attention-training', '.head')) ?? '';
      await matches(named, /mean weight .* is 0\.\d\d/);
      await click(tab, ...run, 'button:nth-of-type(3)');
      await becomes(progress, 'step 0 of 20');
      await matches(named, /Untrained/);
      await hasColors(tab, 'attention-training-curves', 4);
    },
  },
  {
    name: 'training: digits are read, a patch is chosen, and what one draws is answered',
    async walk(tab, site) {
      await tab.open(`${site}/training.html#v=3&model=digits&seed=0&from=shipped`);
      const page = 'attention-training';
      await becomes(() => textOf(tab, page, '.row', 'attention-answer', '.answer'), '4');
      await click(tab, page, '.row', 'attention-patches', '[data-place="6"]');
      const looks = () => textOf(tab, page, '.row', 'attention-patches', '.readout bdi');
      await becomes(looks, 'patch 2, 2');
      await hasColors(tab, 'attention-patches', 16);
      await click(tab, 'attention-drawing', '.paper');
      const own = () => textOf(tab, page, '.drawn', 'attention-answer', '.answer');
      await matches(own, /^\d$/);
    },
  },
  {
    name: 'training: one’s own text is learned, and the model writes',
    async walk(tab, site) {
      await tab.open(`${site}/training.html#v=3&model=characters&seed=1&steps=20&length=8`);
      const text = ['attention-training', 'attention-training-text'];
      const writing = () => textOf(tab, 'attention-training', 'attention-training-writing', 'p');
      await becomes(writing, 'Generated by the untrained model: pure chance.');
      await click(tab, ...text, 'textarea');
      await tab.retype('too short');
      await click(tab, ...text, 'button');
      await matches(() => textOf(tab, ...text, '.problem'), /at least 36 characters/);
      await click(tab, ...text, 'textarea');
      await tab.retype('one two three, one two three, one two three.');
      await click(tab, ...text, 'button');
      const written = () => textOf(tab, 'attention-training', 'attention-training-writing', 'bdi');
      await matches(written, /^one two/);
      await click(tab, 'attention-training', 'attention-training-run', 'button:nth-of-type(2)');
      await becomes(writing, 'Generated by the model at step 1.');
    },
  },
  {
    name: 'model: MiniLM opens, follows another sentence, and its heads are measured',
    async walk(tab, site) {
      await tab.open(`${site}/model.html`);
      const page = 'attention-model';
      await click(tab, page, 'attention-model-offer', '.choices button');
      const chosen = () => textOf(tab, page, 'attention-arcs', '[aria-checked=true] .text');
      await becomes(chosen, 'her');
      await click(tab, page, 'attention-own-sentence', 'summary');
      await click(tab, page, 'attention-own-sentence', 'li:nth-of-type(2) button');
      await becomes(chosen, 'it');
      const owner = () => textOf(tab, page, 'attention-head-relations', 'tbody:nth-of-type(10)');
      await expect.poll(owner, longWait).toMatch(/^possessive → owner .* named /);
      await hasColors(tab, 'attention-arcs', 4);
    },
  },
  {
    name: 'embed: shows the views named in the address, computed by a shared worker',
    async walk(tab, site) {
      await tab.open(`${site}/embed.html#v=3&mask=causal&view=tokens,bars,heatmap`);
      const weights = await weightsOf({ words: cat, mask: 'causal', head: 0 });
      await expectWeights(tab, weights);
      await click(tab, 'attention-tokens', 'button:nth-of-type(2)');
      await expectBars(tab, weights[1]!);
    },
  },
  {
    name: 'attention-lab.html from the server',
    walk: (tab, site) => offline(tab, `${site}/attention-lab.html`),
  },
  {
    name: 'attention-lab.html from disk',
    walk: (tab) => offline(tab, pathToFileURL(resolve('dist/attention-lab.html')).href),
  },
];

async function offline(tab: Tab, file: string): Promise<void> {
  await tab.open(`${file}#v=3&mask=causal`);
  await expectWeights(tab, await weightsOf({ words: cat, mask: 'causal', head: 0 }));
  await click(tab, 'textarea');
  await tab.retype('Time flies like an arrow');
  await expectWeights(tab, await weightsOf({ words: flies, mask: 'causal', head: 0 }));
}
