/** Compares masked words and poolers of models from files with PyTorch's results. */
import { describe, expect, it } from 'vitest';
import { readSafetensors } from '../../web/src/files/read-safetensors';
import { TextModel } from '../../web/src/model/language/text-model';
import { withoutHead } from '../support/checkpoint-files';
import { engine } from './language-engine';
import { bytesOf, files, jsonOf, tensors, withFile, withTensors } from './small-bert';

const { tensors: words } = await readSafetensors(bytesOf('words.safetensors'));
const text = 'The animal did not [MASK] the street because [MASK] was too tired.';

describe('a model from its files', () => {
  it('predicts masked words as PyTorch does', async () => {
    const model = await TextModel.open(files, engine);
    expect(model).toMatchObject({ predictsWords: true, hasPooler: false, mask: '[MASK]' });
    const vocabulary = Object.entries(jsonOf('tokenizer.json').model.vocab as object);
    const found = await model.predictWords(text, { max_words: 3 });
    expect(found).toHaveLength(2);
    for (const [i, place] of [5, 9].entries()) {
      const logits = words['logits']!.data.subarray(place * 260, (place + 1) * 260);
      const exponentials = [...logits].map((each) => Math.exp(each));
      const sum = exponentials.reduce((a, b) => a + b);
      const best = exponentials.map((e, id) => [e / sum, id] as const);
      const expected = best.toSorted(([a], [b]) => b - a).slice(0, 3);
      expect(found[i]!.map(({ id }) => id)).toEqual(expected.map(([, id]) => id));
      for (const [j, { id, word, probability }] of found[i]!.entries()) {
        expect(probability).toBeCloseTo(expected[j]![0], 5);
        const [name] = vocabulary.find(([, of_word]) => of_word === id)!;
        expect(word).toBe(name.replace(/^##/, '·'));
      }
    }
    expect((await model.predictWords(text))[0]).toHaveLength(5);
    const off = [{ attention: 'layers.0.attention', head: 1 }];
    expect(await model.predictWords(text, { max_words: 3, off })).not.toEqual(found);
    await expect(model.predictWords('The animal.')).rejects.toThrow(
      'Type [MASK] in place of the word to predict.',
    );
    await expect(model.poolerOutput('The animal.')).rejects.toThrow(
      'expected a model with a pooler, got one without',
    );
  });

  it('returns the output of a pooler, and predicts no words, like the file says', async () => {
    const files = withTensors({
      ...withoutHead(tensors),
      'bert.pooler.dense.weight': words['pooler.weight']!,
      'bert.pooler.dense.bias': words['pooler.bias']!,
    });
    for (const weights of ['float32', 'int8'] as const) {
      const model = await TextModel.open(files, engine, { weights });
      expect(model).toMatchObject({ predictsWords: false, hasPooler: true });
      const output = await model.poolerOutput(text);
      expect(output).toHaveLength(48);
      output.forEach((each, k) =>
        expect(each).toBeCloseTo(words['pooler_output']!.data[k]!, weights === 'int8' ? 1 : 5),
      );
      await expect(model.predictWords(text)).rejects.toThrow(
        'expected a model with a head for masked words, got one without',
      );
    }
    const tokenizer = jsonOf('tokenizer.json');
    const added_tokens = tokenizer.added_tokens.filter(
      ({ content }: { content: string }) => content !== '[MASK]',
    );
    const unmasked = await TextModel.open(
      withFile('tokenizer.json', JSON.stringify({ ...tokenizer, added_tokens })),
      engine,
    );
    expect(unmasked.predictsWords).toBe(false);
    await expect(unmasked.predictWords(text)).rejects.toThrow('no token for a masked word');
  });
});
