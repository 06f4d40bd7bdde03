/** The head finder through the public API, on models whose heads are known and on random ones. */
import { describe, expect, it, vi } from 'vitest';
import {
  EngineError,
  type FoundHeads,
  type RelationSentence,
  type TokenizedSentences,
  type TokenModel,
  type TokenModelConfig,
} from '../../web/src/engine/client/engine';
import { newCalls } from './module';
import { small } from './small-model';
import { engine } from './language-engine';

vi.mock('../../web/src/engine/host/engine-host', () => import('./crashing-host'));

const kRelations = [
  'previous_word',
  'next_word',
  'same_word_before',
  'determiner_to_noun',
  'adjective_to_noun',
  'verb_to_subject',
  'subject_to_verb',
  'verb_to_object',
  'object_to_verb',
  'possessive_to_owner',
  'pronoun_to_noun',
  'auxiliary_to_verb',
  'preposition_to_object',
  'induction',
];
const kLength = 32;
const byPosition = {
  architecture: 'encoder_only',
  d_model: kLength,
  layers: 1,
  heads: 2,
  d_head: kLength,
  d_ff: 0,
  positions: 'learned',
  max_length: kLength,
  vocab_size: 200,
  num_labels: 1,
  scale_embedding: false,
  norm_first: true,
} satisfies TokenModelConfig;

/** A model with two heads, which look at the previous and at the next place, whatever the tokens are. */
async function neighbors(): Promise<TokenModel> {
  const model = await engine.model({ config: byPosition, seed: 1 });
  const names = ['embedding', 'positions'].concat(
    ['w_q', 'w_k'].map((name) => `layers.0.attention.${name}`),
  );
  const parameters = await model.parameters(names);
  const [embedding, positions, w_q, w_k] = names.map((name) => parameters[name]!.data);
  for (const data of [embedding!, positions!, w_q!, w_k!]) data.fill(0);
  for (let at = 0; at < kLength; at++) {
    positions![at * kLength + at] = 1;
    for (const [head, by] of [-1, 1].entries()) {
      const row = 2 * kLength * at + head * kLength;
      w_k![row + at] = 10;
      if (at + by >= 0 && at + by < kLength) w_q![row + at + by] = 10;
    }
  }
  await model.setParameters(parameters);
  return model;
}

/** One token for each word, between delimiters. */
function tokenized(sentences: readonly RelationSentence[]): Omit<TokenizedSentences, 'half'> {
  const vocabulary = [...new Set(sentences.flatMap(({ words }) => words))];
  return {
    ids: sentences.map(({ words }) => [0, ...words.map((word) => vocabulary.indexOf(word)), 0]),
    word_of: sentences.map(({ words }) => [-1, ...words.keys(), -1]),
    pairs: sentences.map(({ pairs }) => pairs),
    kinds: sentences.map(({ kinds }) => kinds),
  };
}

describe('sentences with known relations', () => {
  it('have words, and word pairs for each named relation', async () => {
    const sentences = await engine.relationSentences(3, 200);
    expect(sentences).toHaveLength(200);
    const names = new Set<string>();
    for (const { words, kinds, pairs } of sentences) {
      expect(kinds).toHaveLength(words.length);
      expect(words.filter((_, i) => kinds[i] === 'verb')).toContain(
        words[pairs.find(({ relation }) => relation === 'verb_to_object')!.from],
      );
      for (const { relation, from, to } of pairs) {
        names.add(relation);
        expect(words[from]).toMatch(/^[a-z]+$/);
        expect(words[to]).toMatch(/^[a-z]+$/);
        if (relation === 'previous_word') expect(to).toBe(from - 1);
        if (relation === 'determiner_to_noun') expect(kinds[to]).toBe('noun');
        if (relation === 'same_word_before') expect(words[to]).toBe(words[from]);
        if (relation === 'possessive_to_owner') expect(words[from]).toMatch(/^(her|his)$/);
        if (relation === 'pronoun_to_noun') expect(words[from]).toMatch(/^(she|he|it)$/);
        if (relation === 'auxiliary_to_verb')
          expect(words[from]).toMatch(/^(will|could|did|should|must)$/);
      }
      expect(pairs.filter(({ relation }) => relation === 'next_word')).toHaveLength(
        words.length - 1,
      );
    }
    expect([...names].sort()).toEqual([...kRelations].sort());
  });

  it('are determined by their seed', async () => {
    const sentences = await engine.relationSentences(3, 20);
    expect(await engine.relationSentences(3, 10)).toEqual(sentences.slice(0, 10));
    expect(await engine.relationSentences(4, 20)).not.toEqual(sentences);
  });

  it('need a count from 1 to 65536 and a seed of at least 0', async () => {
    await expect(engine.relationSentences(1, 0)).rejects.toThrow('count');
    await expect(engine.relationSentences(1, 65537)).rejects.toThrow(
      'expected count of 1 to 65536, got 65537',
    );
    await expect(engine.relationSentences(-1, 1)).rejects.toThrow('seed');
  });
});

describe('a head finder', () => {
  it('names heads that look at neighboring words', async () => {
    const finder = await (await neighbors()).headFinder();
    const sentences = tokenized(await engine.relationSentences(1, 60));
    for (const half of ['find', 'report'] as const) await finder.add({ ...sentences, half });
    const { relations, delimiter_share } = await finder.found();
    expect(relations.map(({ relation }) => relation)).toEqual(kRelations);
    for (const { relation, rows, heads, best_head } of relations) {
      expect(heads).toHaveLength(2);
      const pairs = sentences.pairs.flat().filter((pair) => pair.relation === relation);
      expect(pairs.length).toBeGreaterThan(0);
      // Encoders are not scored for induction.
      expect(rows).toBe(relation === 'induction' ? 0 : pairs.length);
      const beside = ['previous_word', 'next_word'].indexOf(relation);
      expect(heads.map(({ named }) => named)).toEqual([beside === 0, beside === 1]);
      if (beside >= 0) {
        expect(best_head).toBe(beside);
        expect(heads[beside]!.share).toBe(1);
        expect(heads[beside]!.mean_weight).toBeCloseTo(1, 4);
        expect(heads[beside]!.high).toBe(1);
        expect(heads[beside]!.low).toBeCloseTo(1 / (1 + 1.96 ** 2 / rows), 4);
      }
    }
    // Counts in the sentences how often the nearest word of the right word's kind is right.
    for (const { relation, nearest } of relations) {
      if (['previous_word', 'next_word', 'induction'].includes(relation)) {
        expect(nearest).toBeUndefined();
        continue;
      }
      const right = { before: 0, after: 0 };
      let all = 0;
      sentences.pairs.forEach((pairs, i) => {
        const kinds = sentences.kinds![i]!;
        for (const { from, to } of pairs.filter((pair) => pair.relation === relation)) {
          all++;
          const places = [...kinds.keys()].filter((at) => kinds[at] === kinds[to]);
          if (places.findLast((at) => at < from) === to) right.before++;
          if (places.find((at) => at > from) === to) right.after++;
        }
      });
      const side = right.after > right.before ? 'after' : 'before';
      expect(nearest, relation).toMatchObject({ side, share: right[side] / all });
    }
    const next = relations[1]!;
    expect([next.offset, next.offset_share, next.best_layer]).toEqual([1, 1, 0]);
    // The weight on delimiters comes from the first and the last word (one head each); from the first delimiter, which
    // has nothing before it and so looks at all tokens equally; and from the last one, which has nothing after it and
    // looks at the first place.
    const lengths = sentences.ids.map(({ length }) => length);
    const on = lengths.reduce((sum, n) => sum + 1 + 1 + 2 / n + 1, 0);
    const all = lengths.reduce((sum, n) => sum + 2 * n, 0);
    expect(delimiter_share).toEqual([expect.closeTo(on / all, 4)]);
  });

  it('counts a batch like its sentences one by one, including token types', async () => {
    const config = { ...small, heads: 2, num_types: 2, vocab_size: 200 } as const;
    const model = await engine.model({ config, seed: 2 });
    const sentences = tokenized(await engine.relationSentences(5, 12));
    const type_ids = sentences.ids.map((row) => row.map((_, i) => i % 2));
    const at_once = await model.headFinder();
    await at_once.add({ ...sentences, type_ids, half: 'report' });
    const single = await model.headFinder();
    for (let i = 0; i < 12; i++) {
      const [ids, word_of, pairs] = [sentences.ids[i]!, sentences.word_of[i]!, sentences.pairs[i]!];
      const kinds = [sentences.kinds![i]!];
      const one = {
        ids: [ids],
        word_of: [word_of],
        pairs: [pairs],
        kinds,
        type_ids: [type_ids[i]!],
      };
      await single.add({ ...one, half: 'report' });
    }
    const numbers = ({ relations }: FoundHeads) =>
      relations.flatMap(({ heads }) => heads.map(({ mean_weight }) => mean_weight));
    const rest = ({ relations }: FoundHeads) =>
      relations.map(({ heads, ...scores }) => [scores, heads.map(({ share }) => share)]);
    const [a, b] = [await at_once.found(), await single.found()];
    expect(rest(a)).toEqual(rest(b));
    numbers(a).forEach((x, i) => expect(x).toBeCloseTo(numbers(b)[i]!, 5));
    const untyped = await model.headFinder();
    await untyped.add({ ...sentences, half: 'report' });
    expect(numbers(await untyped.found())).not.toEqual(numbers(a));
  });

  it('has no names before the first sentence', async () => {
    const finder = await (await neighbors()).headFinder();
    const { relations, delimiter_share, rule } = await finder.found();
    expect(rule).toEqual({ min_find_share: 0.5, min_share: 0.75, min_above_offset: 0.15 });
    expect(delimiter_share).toEqual([0]);
    const isOffset = relations.filter(({ is_offset }) => is_offset);
    expect(isOffset.map(({ relation }) => relation)).toEqual(['previous_word', 'next_word']);
    const none = { share: 0, mean_weight: 0, low: 0, high: 1, find_share: 0, named: false };
    for (const scores of relations) {
      expect(scores.find_rows).toBe(0);
      expect([scores.rows, scores.best_layer, scores.best_head]).toEqual([0, -1, -1]);
      for (const head of scores.heads) expect(head).toEqual(none);
    }
  });

  it('refuses mismatched sentences, and counts none of their batch', async () => {
    const finder = await (await neighbors()).headFinder();
    const good = {
      ids: [[0, 5, 6, 0], [7]],
      word_of: [[-1, 0, 1, -1], [0]],
      pairs: [[{ relation: 'next_word', from: 0, to: 1 }], []],
      half: 'report',
    } as const;
    const add = (changed: object) => finder.add({ ...good, ...changed } as never);
    await expect(add({ ids: [[0, 5, 6], [7]] })).rejects.toThrow(
      'expected word_of of the 3 tokens of sentence 0, got 4',
    );
    await expect(add({ ids: [[0, 5, 6, 0]] })).rejects.toThrow(
      'expected word_of of 1 sentences, got 2',
    );
    await expect(add({ type_ids: [[0, 0, 0, 0]] })).rejects.toThrow('type_ids of 2 sentences');
    await expect(add({ type_ids: [[0, 0, 0, 0], [0]] })).rejects.toThrow('type_ids');
    await expect(add({ pairs: [[]] })).rejects.toThrow('pairs of 1');
    await expect(add({ ids: [], word_of: [], pairs: [] })).rejects.toThrow('ids');
    await expect(add({ ids: [[0, 5, 6, 0], []], word_of: [[-1, 0, 1, -1], []] })).rejects.toThrow(
      'each with its word, got 0',
    );
    await expect(add({ ids: [[0, 5, 200, 0], [7]] })).rejects.toThrow('200');
    await expect(add({ ids: [[0, 5, 0.5, 0], [7]] })).rejects.toThrow('ids');
    await expect(add({ ids: 'the cat' })).rejects.toThrow('ids');
    await expect(add({ word_of: [[-1, 0, 4, -1], [0]] })).rejects.toThrow('from -1 to 3, got 4');
    await expect(add({ word_of: [[-2, 0, 1, -1], [0]] })).rejects.toThrow('word_of');
    await expect(add({ half: 'both' })).rejects.toThrow('half');
    await expect(add({ kinds: [['noun', 'noun']] })).rejects.toThrow('kinds');
    await expect(add({ kinds: [['noun'], ['noun']] })).rejects.toThrow(
      'a kind for each of 2 words, got',
    );
    await expect(add({ kinds: [['noun', 'word'], ['noun']] })).rejects.toThrow('got "word"');
    await expect(add({ halves: 1 })).rejects.toThrow('"halves"');
    const pair = (changed: object) =>
      add({ pairs: [[...good.pairs[0], { ...good.pairs[0][0], ...changed }], []] });
    await expect(pair({ to: 2 })).rejects.toThrow('from 0 to 2');
    await expect(pair({ to: -1 })).rejects.toThrow('to');
    await expect(pair({ relation: 'next' })).rejects.toThrow('got "next"');
    await expect(pair({ relation: 1 })).rejects.toThrow('relation');
    await expect(pair({ kind: 1 })).rejects.toThrow('"kind"');
    const none = await finder.found();
    expect(none.relations.every(({ rows }) => rows === 0)).toBe(true);
    expect(none.delimiter_share).toEqual([0]);
    await finder.add(good);
    expect((await finder.found()).relations[1]!.rows).toBe(1);
  });

  it('is refused for an encoder-decoder and for layers with different numbers of heads', async () => {
    const unlike = await engine.model({ config: small, seed: 1 });
    await expect(unlike.headFinder()).rejects.toThrow('same number of heads, got 2 and 1');
    const of = { ...small, heads: 1, max_length: 4 } as const;
    const both = await engine.model({
      config: { ...of, architecture: 'encoder_decoder' },
      seed: 1,
    });
    await expect(both.headFinder()).rejects.toThrow('model of text with one stack');
  });

  it('ends with its engine, with its model, or when it is disposed of', async () => {
    const model = await neighbors();
    const sentence = { ids: [[5]], word_of: [[0]], pairs: [[]], half: 'find' } as const;
    const disposed = await model.headFinder();
    disposed.dispose();
    disposed.dispose();
    await expect(disposed.found()).rejects.toThrow('this head finder has been disposed of');
    const [orphan, lost] = [await model.headFinder(), await model.headFinder()];
    model.dispose();
    await expect(orphan.add(sentence)).rejects.toThrow('this model has been disposed of');
    expect((await orphan.found()).relations).toHaveLength(kRelations.length);
    await expect(model.headFinder()).rejects.toThrow('this model has been disposed of');
    await expect(engine.request('crash' as never, [] as never)).rejects.toThrow(EngineError);
    expect(lost.isGone).toBe(true);
    await expect(lost.found()).rejects.toThrow('create another');
  });

  it('leaves no memory behind after many finders', async () => {
    const { module } = await newCalls('language.wasm');
    const { number } = module.createTokenModel({ ...small, heads: 2 }, 1);
    const inputs = { ids: { shape: [1, 3], data: Float32Array.of(1, 2, 3) } };
    const use = () => {
      const finder = module.createHeadFinder(number);
      module.addToHeadFinder(finder, inputs, [[0, 1, 2]], [[]], 'find');
      expect(() => module.addToHeadFinder(finder, inputs, [[0, 1, 3]], [[]], 'find')).toThrow('3');
      module.foundHeads(finder);
      module.releaseHeadFinder(finder);
      expect(() => module.foundHeads(finder)).toThrow('released');
    };
    use();
    const before = module.info().used_bytes;
    for (let i = 0; i < 100; i++) use();
    expect(Math.abs(module.info().used_bytes - before)).toBeLessThan(512);
  });
});
