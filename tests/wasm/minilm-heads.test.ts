/**
 * The relations that MiniLM's heads follow, measured as on the page. The heads named here, and the shares on
 * delimiters, were also measured with transformers, on other sentences.
 */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RelationName } from '../../wasm/engine';
import { headKey, headNames, relationRows } from '../../web/src/model/heads/found-heads';
import { TextModel } from '../../web/src/model/language/text-model';
import { filesIn } from '../support/checkpoint-files';
import { engine } from './language-engine';

/** Layers and heads are counted from 0. */
const known: Partial<Record<RelationName, readonly string[]>> = {
  previous_word: ['0.2'],
  next_word: ['1.8'],
  same_word_before: ['1.1', '2.9'],
  determiner_to_noun: ['2.8'],
  adjective_to_noun: ['2.8', '4.6'],
  subject_to_verb: ['2.3'],
  verb_to_object: ['3.1'],
  possessive_to_owner: ['1.3', '2.4'],
};
const onDelimiters = [0.32, 0.6, 0.61, 0.57, 0.65, 0.39];

it(
  'names the heads of MiniLM, packed as int8, within 40 MB of heap',
  { timeout: 600_000 },
  async () => {
    const url = new URL('../../web/public/models/minilm/', import.meta.url);
    if (!existsSync(url)) throw new Error(`expected ${url.pathname}: run npm run model`);
    const empty = await engine.info();
    const model = await TextModel.open(filesIn(url), engine);
    expect(model.weights).toBe('int8');
    const foundHeads = await model.findHeads();

    const names = headNames(foundHeads);
    for (const { relation, named, best, offset_share, nearest } of relationRows(foundHeads)) {
      const heads = named.map(({ layer, head }) => headKey(layer, head));
      for (const head of known[relation] ?? []) expect(heads, relation).toContain(head);
      if (relation === 'verb_to_subject') {
        expect(heads).toEqual([]);
        expect(best!.layer).toBe(5);
      }
      // These two are right more often than the nearest noun: they look past modifiers.
      if (relation === 'verb_to_object' || relation === 'preposition_to_object')
        expect(named[0]!.share, relation).toBeGreaterThan(nearest!.share);
      for (const { share } of named) {
        expect(share, relation).toBeGreaterThanOrEqual(0.75);
        if (!['previous_word', 'next_word'].includes(relation))
          expect(share - offset_share, relation).toBeGreaterThanOrEqual(0.15);
      }
    }
    expect(names.get('0.2')![0]!.relation).toBe('previous_word');
    expect(names.get('0.2')![0]!.low).toBeGreaterThan(0.99);
    expect(names.size).toBeLessThan(30);
    foundHeads.delimiter_share.forEach((share, layer) =>
      expect(Math.abs(share - onDelimiters[layer]!), `layer ${layer}`).toBeLessThan(0.06),
    );
    expect(foundHeads.delimiter_share).toHaveLength(6);

    // Everything else that a page asks of the model.
    const pair = ['He sat on the bank of the river.', 'She put her money in the bank.'] as const;
    const place = { layer: 1, head: 3, query: 5 };
    await model.inspect(pair[0], { rescaled: true, story: { place, texts: pair } });
    await model.comparePair(pair);
    await model.withoutEachHead(pair, () => true);
    await model.followWord('bank', pair);
    expect((await engine.info()).heap_bytes - empty.heap_bytes).toBeLessThanOrEqual(40e6);
  },
);
