/** Invalid texts, numbers, words and vectors are refused by similarities, attributions and vectors of words. */
import { expect, it } from 'vitest';
import { engine } from './language-engine';
import { encoder, model, texts } from './small-encoder';
import { stirred } from './small-model';

const ids = texts[0]!;
const of = { field: 'similarities', index: [0, 1] };

it.each([
  ['a text without ids', { ids: [[1], []] }, 'at least one id'],
  ['no texts', { ids: [] }, 'at least one id'],
  ['a text that is not an array', { ids: [[1], 'two'] }, 'expected ids to be an array'],
  ['an id outside the vocabulary', { ids: [[1], [11]] }, '11'],
  ['a fractional id', { ids: [[1], [0.5]] }, '0.5'],
  ['a mask', { ids: [[1]], mask: {} }, '"mask"'],
  ['token types of fewer texts', { ids: [[1], [2]], type_ids: [[0]] }, 'type_ids'],
  ['token types of more tokens', { ids: [[1], [2]], type_ids: [[0], [0, 1]] }, 'type_ids'],
  ['a text of too many tokens', { ids: [[1, 2, 3, 4, 5, 6, 7, 8, 9]] }, '8'],
])('refuses texts: %s', async (_, input, why) => {
  await expect(model.similarities(input as never)).rejects.toThrow(why);
});

it('refuses similarities of a number', async () => {
  await expect(model.similarities({ ids }, { of } as never)).rejects.toThrow('"of"');
});

it('refuses similarities of a model without a vector for each text', async () => {
  const plain = await stirred(engine, { ...encoder, readout: 'every_place' });
  await expect(plain.similarities({ ids })).rejects.toThrow('one vector per input');
  await expect(plain.attributions({ ids }, { of })).rejects.toThrow('one vector per input');
});

const pair = { ids: texts.slice(0, 2) };

it.each([
  ['an index outside the matrix', { index: [0, 2] }, '[2, 2], got [0, 2]'],
  ['an index of one axis', { index: [0] }, 'got [0]'],
  ['another field', { field: 'loss' }, 'got "loss"'],
  ['an unknown key', { at: 1 }, '"at"'],
])('refuses the number of attributions: %s', async (_, changed, why) => {
  const asked = model.attributions(pair, { of: { ...of, ...changed } } as never);
  await expect(asked).rejects.toThrow(why);
});

it('refuses attributions of no number', async () => {
  await expect(model.attributions(pair, {} as never)).rejects.toThrow('the number');
});

it.each([
  ['a word without tokens', [[0], []], 'at least one token for word 1'],
  ['a token after the last', [[5]], 'position of at least 0 and below 5, got 5'],
  ['a negative token', [[-1]], 'words'],
  ['a word that is not an array', [0], 'expected words to be an array'],
])('refuses words to follow: %s', async (_, words, why) => {
  await expect(model.wordVectors({ ids }, { words } as never)).rejects.toThrow(why);
});

it('refuses words to follow in several sentences', async () => {
  await expect(model.wordVectors({ ids: texts }, { words: [[0]] })).rejects.toThrow(
    'expected one sentence, got 3',
  );
});

const zeros = (...shape: number[]) => ({
  shape,
  data: new Float32Array(shape.reduce((all, extent) => all * extent)),
});

it.each([
  ['two axes', zeros(2, 3), '[sentence, layer, d_model]'],
  [
    'NaN',
    { shape: [1, 1, 1], data: Float32Array.of(NaN) },
    'expected finite vectors, got NaN or infinity',
  ],
  ['too many sentences', zeros(513, 1, 1), 'at most 512 vectors'],
  ['no vectors', undefined, '"vectors"'],
])('refuses vectors for paths: %s', async (_, vectors, why) => {
  const paths = engine.run('word_paths', { inputs: { vectors: vectors as never } });
  await expect(paths).rejects.toThrow(why);
});

it('refuses vectors and cosines of two axes', async () => {
  const cosines = engine.run('cosine_by_layer', { inputs: { vectors: zeros(2, 3) } });
  await expect(cosines).rejects.toThrow('[word, layer, d_model]');
  const inputs = { cosines: zeros(2, 3) };
  await expect(engine.run('mean_cosines', { config: { groups: [0] }, inputs })).rejects.toThrow(
    '[layer, word, word]',
  );
});

it.each([
  ['an attention that the model lacks', { attention: 'layers.2.attention' }, 'layers.2.attention'],
  ['an attention that is not a text', { attention: 1 }, 'attention'],
  ['a token after the last', { tokens: [5] }, 'position of at least 0 and below 5, got 5'],
])('refuses weighted values: %s', async (_, changed, why) => {
  const place = { attention: 'layers.0.attention', tokens: [], ...changed };
  await expect(model.valueWeighted({ ids }, place as never)).rejects.toThrow(why);
});

it('refuses weighted values of several sentences', async () => {
  const place = { attention: 'layers.0.attention', tokens: [] };
  await expect(model.valueWeighted({ ids: texts }, place)).rejects.toThrow(
    'expected one sentence, got 3',
  );
});

it('refuses to follow words or attribute a number in an encoder-decoder', async () => {
  const { readout: _, ...shape } = encoder;
  const config = { ...shape, architecture: 'encoder_decoder' } as const;
  const both = await engine.model({ config, seed: 1 });
  const input = { ids, target_ids: [1, 2] };
  await expect(both.wordVectors(input, { words: [[0]] })).rejects.toThrow('to follow words');
  await expect(
    both.attributions(input, { of: { field: 'logits', index: [0, 0, 0] } }),
  ).rejects.toThrow('to attribute a number');
});
