/** The measurement of the heads of a small BERT with random parameters, and its progress. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TextModel } from '../../web/src/model/language/text-model';
import { engine } from './language-engine';

const folder = new URL('../golden/checkpoints/bert/', import.meta.url);
const names = ['config.json', 'model.safetensors', 'tokenizer.json'];
const files = names.map((name) => new File([readFileSync(new URL(name, folder))], name));

it('measures every head on every relation', async () => {
  const model = await TextModel.open(files, engine);
  const seen: number[] = [];
  const onProgress = (done: number) => seen.push(done);
  const foundHeads = await model.findHeads({ sentences: 64, onProgress });
  expect(seen).toEqual([0, 16, 32, 48, 64]);
  expect(foundHeads.relations).toHaveLength(14);
  for (const { heads } of foundHeads.relations) expect(heads).toHaveLength(12);
  expect(foundHeads.delimiter_share).toHaveLength(3);
  expect(foundHeads.drawn).toEqual({ sentences: 64, seed: 1 });
  const drawn = await model.relationSentences({ sentences: 64 });
  const cut = drawn.filter(({ words }) => model.tokenize(words.join(' ')).cut !== null).length;
  expect(cut).toBeGreaterThan(0);
  expect(foundHeads.cut).toBe(cut);
  const nouns = foundHeads.relations.find(({ relation }) => relation === 'determiner_to_noun')!;
  // The next noun is that of the determiner, except where a modifier precedes it.
  expect(nouns.nearest).toMatchObject({ kind: 'noun', side: 'after' });
  expect(nouns.nearest!.share).toBeLessThan(1);
  expect(nouns.nearest!.share).toBeGreaterThan(0.7);
  // The same sentences give the same result; other sentences give other numbers.
  expect(await model.findHeads({ sentences: 64 })).toEqual(foundHeads);
  expect(await model.findHeads({ sentences: 64, seed: 2 })).not.toEqual(foundHeads);
});

it('reports no progress after the measurement has been stopped', async () => {
  const model = await TextModel.open(files, engine);
  const abort = new AbortController();
  const seen: number[] = [];
  const onProgress = (done: number) => {
    seen.push(done);
    if (done === 48) abort.abort(new Error('stopped'));
  };
  const found = model.findHeads({ sentences: 64, onProgress, signal: abort.signal });
  await expect(found).rejects.toThrow('stopped');
  expect(seen).toEqual([0, 16, 32, 48]);
});
