/**
 * What MiniLM's heads look at. The heads that are named here, and the shares on delimiters, were also
 * measured with transformers, on other sentences than these.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RelationName } from '../../wasm/engine';
import { headKey, headNames, relationRows } from '../../web/src/model/found-heads';
import { readFolder } from './checkpoint-files';
import { engine } from './language-engine';

/** As many as on the page. */
const kSentences = 640;
const kBatch = 64;

/** Layers and heads count from 0. */
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

it('names the heads of MiniLM, held as int8', async () => {
  const url = new URL('../../web/public/models/minilm/', import.meta.url);
  if (!existsSync(url)) throw new Error(`expected ${url.pathname}: run npm run model`);
  const model = await engine.checkpointModel({ ...readFolder(url), weights: 'int8' });
  const tokenizer = JSON.parse(readFileSync(new URL('tokenizer.json', url), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const idOf = (word: string) => {
    const id = tokenizer.model.vocab[word];
    if (id === undefined) throw new Error(`expected a word in one piece, got ${word}`);
    return id;
  };

  const sentences = await engine.relationSentences(1, kSentences);
  const finder = await model.headFinder();
  for (let first = 0; first < kSentences; first += kBatch) {
    const batch = sentences.slice(first, first + kBatch);
    await finder.add({
      ids: batch.map(({ words }) => ['[CLS]', ...words, '[SEP]'].map(idOf)),
      word_of: batch.map(({ words }) => [-1, ...words.keys(), -1]),
      pairs: batch.map(({ pairs }) => pairs),
      half: (first / kBatch) % 2 === 0 ? 'find' : 'report',
    });
  }
  const found = await finder.found();

  const names = headNames(found);
  for (const { relation, named, best, offset_share } of relationRows(found)) {
    const heads = named.map(({ layer, head }) => headKey(layer, head));
    for (const head of known[relation] ?? []) expect(heads, relation).toContain(head);
    if (relation === 'verb_to_subject') {
      expect(heads).toEqual([]);
      expect(best!.layer).toBe(5);
    }
    for (const { share } of named) {
      expect(share, relation).toBeGreaterThanOrEqual(0.75);
      if (!['previous_word', 'next_word'].includes(relation))
        expect(share - offset_share, relation).toBeGreaterThanOrEqual(0.15);
    }
  }
  expect(names.get('0.2')![0]!.relation).toBe('previous_word');
  expect(names.get('0.2')![0]!.low).toBeGreaterThan(0.99);
  expect(names.size).toBeLessThan(30);
  found.delimiter_share.forEach((share, layer) =>
    expect(Math.abs(share - onDelimiters[layer]!), `layer ${layer}`).toBeLessThan(0.06),
  );
  expect(found.delimiter_share).toHaveLength(6);
});
