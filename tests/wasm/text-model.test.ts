/** Compares models of the BERT family from files, such as a small BERT with random parameters, with transformers. */
import { describe, expect, it } from 'vitest';
import { TextModel } from '../../web/src/model/language/text-model';
import { engine } from './language-engine';
import { files, sentences, expected } from './small-bert';

describe('a model from its files', () => {
  it('splits text and computes its weights like transformers', async () => {
    const model = await TextModel.open(files, engine);
    expect(model).toMatchObject({ layers: 3, heads: 4, d_model: 48, weights: 'float32' });
    for (const [item, { text, tokens }] of sentences.entries()) {
      const inspectedText = await model.inspect(text);
      expect(inspectedText.tokens).toEqual(
        tokens.map((token: string) => token.replace(/^##/, '·')),
      );
      const n = tokens.length;
      for (const [layer, weights] of inspectedText.weights.entries()) {
        const { shape, data } = expected[`attention.${layer}`]!;
        const [, heads, rows, columns] = shape as [number, number, number, number];
        for (let i = 0; i < heads * n * n; ++i) {
          const [head, row, column] = [Math.floor(i / n / n), Math.floor(i / n) % n, i % n];
          const want = data[((item * heads + head) * rows + row) * columns + column]!;
          expect(Math.abs(weights[i]! - want)).toBeLessThanOrEqual(1e-5 * want + 1e-6);
        }
      }
    }
  });

  it('maps pieces to words, and delimiters to none', async () => {
    const model = await TextModel.open(files, engine);
    const { tokens, word_of } = model.tokenize('The animal did unbelievably cross.');
    let word = -1;
    const counted = tokens.map((token) =>
      /^\[(CLS|SEP)\]$/.test(token) ? -1 : token.startsWith('·') ? word : ++word,
    );
    expect(tokens.some((token) => token.startsWith('·'))).toBe(true);
    expect(word_of).toEqual(counted);
    // A word outside the vocabulary is a word too.
    expect(model.tokenize('\u{1f984}').tokens).toEqual(['[CLS]', '[UNK]', '[SEP]']);
    expect(model.tokenize('\u{1f984}').word_of).toEqual([-1, 0, -1]);
  });

  it('returns the normalized mean of the last layer as the vector of a text', async () => {
    const model = await TextModel.open(files, engine);
    const { text, tokens } = sentences[0];
    const hidden = expected['hidden.3']!;
    const [, n, width] = hidden.shape as [number, number, number];
    expect(tokens.length).toBeLessThanOrEqual(n);
    const mean = Array.from({ length: width }, (_, k) =>
      tokens.reduce(
        (sum: number, _token: string, i: number) => sum + hidden.data[i * width + k]!,
        0,
      ),
    );
    const length = Math.hypot(...mean);
    const [vector] = await model.embed([text]);
    vector!.forEach((each, k) => expect(each).toBeCloseTo(mean[k]! / length, 5));
  });

  it('compares texts by their vectors, and attributes the similarity to tokens', async () => {
    const model = await TextModel.open(files, engine);
    const texts: string[] = sentences.slice(0, 3).map((each: { text: string }) => each.text);
    const vectors = await model.embed(texts);
    const { tokens, similarities } = await model.compare(texts);
    expect(tokens).toEqual(texts.map((text) => model.tokenize(text).tokens));
    expect(similarities.shape).toEqual([3, 3]);
    similarities.data.forEach((each, i) => {
      const [one, other] = [vectors[Math.floor(i / 3)]!, vectors[i % 3]!];
      expect(each).toBeCloseTo(
        one.reduce((sum, x, k) => sum + x * other[k]!, 0),
        5,
      );
    });
    // The contributions are the same whether the shorter text comes first or last, padded or not.
    const [a, b] = [texts[0]!, texts[1]!];
    const pair = await model.comparePair([a, b]);
    expect(pair.similarity).toBeCloseTo(similarities.data[1]!, 5);
    expect(pair.parts.map((part) => part.tokens)).toEqual(tokens.slice(0, 2));
    const turned = (await model.comparePair([b, a])).parts.toReversed();
    for (const [i, { values }] of pair.parts.entries()) {
      expect(values).toHaveLength(tokens[i]!.length);
      values.forEach((value, j) => expect(value).toBeCloseTo(turned[i]!.values[j]!, 5));
      expect(Math.max(...values.map(Math.abs))).toBeGreaterThan(1e-4);
    }
    const off = [{ attention: 'layers.0.attention', head: 1 }];
    const without = (await model.compare(texts, { off })).similarities.data;
    expect(without[1]).not.toBeCloseTo(similarities.data[1]!, 5);
    expect((await model.comparePair([a, b], { off })).similarity).toBeCloseTo(without[1]!, 5);
  });

  it('counts the same delimiters in the shares of layers and of heads, not those that were typed', async () => {
    const model = await TextModel.open(files, engine);
    const text = `${sentences[0].text} [SEP] ${sentences[1].text}`;
    const { heads, tokens } = await model.inspect(text);
    expect(tokens.filter((token) => token === '[SEP]')).toHaveLength(2);
    const weighted = await model.valueWeighted(text, 'layers.1.attention');
    const sum = weighted.share.data.reduce((total, share) => total + share, 0);
    expect(sum / model.heads).toBeCloseTo(heads[1]!.layer_share, 5);
  });

  it('follows a word of several pieces through the layers', async () => {
    const model = await TextModel.open(files, engine);
    const texts = ['They did unbelievably well.', 'Unbelievably, the animal ran.'];
    const { places, common_by_layer, apart } = await model.followWord('unbelievably', texts);
    const inspectedTexts = await Promise.all(
      texts.map((text) =>
        model.inspect(text, {
          fields: ['embedded', 'layers.0.output', 'layers.1.output', 'output'],
        }),
      ),
    );
    const pieces = inspectedTexts.map(({ tokens }) => {
      const first = tokens.findIndex((token) => token.toLowerCase().startsWith('un'));
      const after = tokens.findIndex((token, i) => i > first && !token.startsWith('·'));
      expect(after - first).toBeGreaterThan(1);
      return Array.from({ length: after - first }, (_, i) => first + i);
    });
    expect(places).toEqual(pieces.map(([first]) => first));
    expect(apart.shape).toEqual([2, 4, 2]);
    for (const [layer, field] of Object.keys(inspectedTexts[0]!.trace)
      .filter((name) => /^(embedded|layers.*output|output)$/.test(name))
      .entries()) {
      const vectors = inspectedTexts.map(({ trace }, i) =>
        Array.from({ length: 48 }, (_, k) =>
          pieces[i]!.reduce(
            (sum, at) => sum + trace[field]!.data[at * 48 + k]! / pieces[i]!.length,
            0,
          ),
        ),
      );
      const [one, other] = vectors as [number[], number[]];
      const mean = one.map((x, k) => (x + other[k]!) / 2);
      const square = (v: readonly number[]) => v.reduce((sum, x) => sum + x * x, 0);
      const common = (2 * square(mean)) / (square(one) + square(other));
      expect(common_by_layer.data[layer]).toBeCloseTo(common, 4);
    }
    await expect(model.followWord('cat', texts)).rejects.toThrow(
      /^“They.*” does not contain the word “cat”\.$/,
    );
    await expect(model.followWord('cat', [])).rejects.toThrow('at least one word');
  });

  it('applies switched-off heads and forced rows', async () => {
    const model = await TextModel.open(files, engine);
    const { text } = sentences[0];
    const before = await model.inspect(text);
    const place = { attention: 'layers.0.attention', head: 1 };
    const off = await model.inspect(text, { off: [place] });
    expect(off.weights[0]).toEqual(before.weights[0]);
    expect(off.weights[1]).not.toEqual(before.weights[1]);
    const { weights, ids } = await model.inspect(text, {
      forced: [{ ...place, query: 2, key: 3 }],
    });
    const row = weights[0]!.subarray((ids.length + 2) * ids.length).subarray(0, ids.length);
    expect([...row]).toEqual(ids.map((_, i) => Number(i === 3)));
  });

  it('returns weight × |v|, and the shares on delimiters', async () => {
    const model = await TextModel.open(files, engine);
    const { text } = sentences[0];
    const attention = 'layers.1.attention';
    const inspectedText = await model.inspect(text, { fields: [`${attention}.v`] });
    const found = await model.valueWeighted(text, attention);
    const n = inspectedText.ids.length;
    const v = inspectedText.trace[`${attention}.v`]!;
    const [, heads, , width] = v.shape as [number, number, number, number];
    for (let head = 0; head < heads; ++head) {
      const weight = (row: number, key: number) =>
        inspectedText.weights[1]![(head * n + row) * n + key]!;
      const length = (key: number) =>
        Math.hypot(...v.data.subarray((head * n + key) * width, (head * n + key + 1) * width));
      let onEnds = 0;
      for (let row = 0; row < n; ++row) {
        const products = inspectedText.ids.map((_, key) => weight(row, key) * length(key));
        const sum = products.reduce((a, b) => a + b);
        products.forEach((product, key) =>
          expect(found.weighted_rows.data[(head * n + row) * n + key]).toBeCloseTo(
            product / sum,
            5,
          ),
        );
        onEnds += (weight(row, 0) + weight(row, n - 1)) / n;
      }
      expect(found.share.data[head]).toBeCloseTo(onEnds, 5);
    }
  });

  it('recomputes a similarity without each head, and stops on request', async () => {
    const model = await TextModel.open(files, engine);
    const texts = ['The animal did not cross.', 'The street was too wide.'] as const;
    const [one, other] = await model.embed(texts);
    const similarity = one!.reduce((sum, each, i) => sum + each * other![i]!, 0);
    const seen: number[] = [];
    const effects = await model.withoutEachHead(texts, (done) => seen.push(done) > 0);
    // Reports before each of the three layers of four heads.
    expect(seen).toEqual([0, 4, 8]);
    const { changes, order } = effects!;
    expect(changes.shape).toEqual([3, 4]);
    for (const i of changes.data.keys()) {
      const off = [{ attention: `layers.${Math.floor(i / 4)}.attention`, head: i % 4 }];
      const vectors = await Promise.all(texts.map((text) => model.inspect(text, { off })));
      const [a, b] = vectors.map(({ embedding }) => embedding);
      const without = a!.reduce((sum, each, k) => sum + each * b![k]!, 0);
      expect(changes.data[i]).toBeCloseTo(without - similarity, 5);
    }
    const size = (i: number) => Math.abs(changes.data[i]!);
    expect([...order.data]).toEqual(
      [...changes.data.keys()].toSorted((i, j) => size(j) - size(i) || i - j),
    );
    expect(await model.withoutEachHead(texts, (done) => done < 3)).toBeNull();
    const off = [{ attention: 'layers.0.attention', head: 0 }];
    const others = await model.withoutEachHead(texts, () => true, off);
    expect(others!.changes.data[0]).toBe(0);
    expect(others!.changes.data[5]).not.toBe(changes.data[5]);
  });

  it('compares texts before and after a change', async () => {
    const model = await TextModel.open(files, engine);
    const texts = ['The animal did not cross.', 'The street was too wide and too long.', 'It ran.'];
    const changed = {
      off: [{ attention: 'layers.0.attention', head: 1 }],
      // Applies only to the first text, which is not the longest.
      forced: [{ attention: 'layers.1.attention', head: 2, query: 2, key: 3 }],
    };
    const vectors = async (change: readonly object[]) =>
      (await Promise.all(texts.map((text, i) => model.inspect(text, change[i]!)))).map(
        ({ embedding }) => embedding,
      );
    const products = ([first, ...others]: Float32Array[]) =>
      others.map((other) => first!.reduce((sum, each, k) => sum + each * other[k]!, 0));
    const { off } = changed;
    const before = products(await vectors([{}, {}, {}]));
    const after = products(await vectors([changed, { off }, { off }]));
    const found = await model.vectors.similarityChange(texts, changed);
    expect(found.change.shape).toEqual([3, 3]);
    before.forEach((each, i) => {
      expect(found.before.data[i + 1]).toBeCloseTo(each, 5);
      expect(found.after.data[i + 1]).toBeCloseTo(after[i]!, 5);
      expect(found.change.data[i + 1]).toBeCloseTo(after[i]! - each, 5);
      expect(Math.abs(after[i]! - each)).toBeGreaterThan(1e-4);
    });
  });

  it('holds its weights in the requested form', async () => {
    const exact = await (await TextModel.open(files, engine)).inspect('The animal.');
    const model = await TextModel.open(files, engine, { weights: 'int8' });
    expect(model.weights).toBe('int8');
    const rounded = await model.inspect('The animal.');
    expect(rounded.embedding).not.toEqual(exact.embedding);
    const cosine = rounded.embedding.reduce((sum, each, i) => sum + each * exact.embedding[i]!, 0);
    expect(cosine).toBeGreaterThan(0.99);
  });

  it('reports its difference from the exact model', async () => {
    const exact = await TextModel.open(files, engine);
    const model = await TextModel.open(files, engine, { weights: 'int8' });
    const texts = ['The animal did not cross the street.', 'The keys.'];
    const found = await model.roundingError(texts, exact);
    let [largest, sum, others, rows, cosine] = [0, 0, 0, 0, 1];
    for (const text of texts) {
      const [a, b] = [await exact.inspect(text), await model.inspect(text)];
      const n = a.ids.length;
      for (const [layer, weights] of a.weights.entries())
        for (let first = 0; first < weights.length; first += n) {
          const [one, other] = [weights, b.weights[layer]!].map((all) =>
            all.subarray(first, first + n),
          ) as [Float32Array, Float32Array];
          const worst = Math.max(...one.map((x, i) => Math.abs(x - other[i]!)));
          [largest, sum, rows] = [Math.max(largest, worst), sum + worst, rows + 1];
          if (one.indexOf(Math.max(...one)) !== other.indexOf(Math.max(...other))) others++;
        }
      const product = a.embedding.reduce((s, x, i) => s + x * b.embedding[i]!, 0);
      cosine = Math.min(cosine, product);
    }
    expect(largest).toBeGreaterThan(0.001);
    expect(found.largest_difference).toBeCloseTo(largest, 5);
    expect(found.mean_difference).toBeCloseTo(sum / rows, 5);
    expect(found.other_key).toBeCloseTo(others / rows, 9);
    expect(found.least_cosine).toBeCloseTo(cosine, 5);
    expect((await exact.roundingError(texts, exact)).largest_difference).toBe(0);
  });

  it('leaves no memory behind when it is closed', async () => {
    const before = (await engine.info()).models;
    for (let i = 0; i < 5; ++i) {
      const model = await TextModel.open(files, engine);
      await model.findHeads({ sentences: 16 });
      model.close();
    }
    expect((await engine.info()).models).toBe(before);
  });
});
