/** Compares gradients of a similarity and of a masked word with PyTorch's, for every tensor of a checkpoint. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TokenModel } from '../../web/src/engine/client/engine';
import { readSafetensors } from '../../web/src/files/read-safetensors';
import {
  gradientComparison,
  wordGradientComparison,
} from '../../web/src/proof/checkpoint-gradients';
import { checkpoint } from '../support/checkpoint-files';
import { engine } from './language-engine';

const tensorsOf = async (kind: string, file: string) => {
  const url = new URL(`../golden/checkpoints/${kind}/${file}.safetensors`, import.meta.url);
  return (await readSafetensors(new Uint8Array(readFileSync(url)))).tensors;
};

describe.each(['bert', 'distilbert', 'roberta'])('gradients of %s', async (kind) => {
  const batch = await tensorsOf(kind, 'reference');
  const expected = await tensorsOf(kind, 'gradients');
  let model: TokenModel;
  beforeEach(async () => {
    model = await engine.checkpointModel(checkpoint(kind));
  });

  it('equal PyTorch within 1e-4 relative and 1e-6 absolute', async () => {
    const comparison = await gradientComparison(kind, batch, expected, model);
    expect(comparison).toMatchObject({ holds: true, problem: null, direction: 'gradients' });
    expect(comparison.tolerance).toEqual({ rtol: 1e-4, atol: 1e-6 });
    const sizes = Object.values(expected).map(({ data }) => data.length);
    expect(comparison.tensors).toBe(sizes.length);
    expect(comparison.numbers).toBe(sizes.reduce((sum, each) => sum + each));
  });

  it('fail the comparison if one number is wrong or a tensor is unknown', async () => {
    for (const [name, tensor] of Object.entries(expected)) {
      if (!/layer\.1|embeddings/.test(name)) continue;
      const data = tensor.data.slice();
      data[data.length - 1]! += 3e-6 + 3e-4 * Math.abs(data.at(-1)!);
      const wrong = { ...expected, [name]: { ...tensor, data } };
      const comparison = await gradientComparison(kind, batch, wrong, model);
      expect(comparison.holds, name).toBe(false);
      expect(comparison.worst).toMatchObject({ tensor: name, index: data.length - 1 });
    }
    const more = { ...expected, other: Object.values(expected)[0]! };
    expect((await gradientComparison(kind, batch, more, model)).problem?.message).toBe(
      'expected a result other, got none',
    );
  });

  describe('of the log-probability of a masked word', async () => {
    const words = await tensorsOf(kind, 'words');
    const { place, word, ...all } = await tensorsOf(kind, 'word_gradients');
    const ofFile = Object.fromEntries(
      Object.entries(all).filter(([name]) => !name.startsWith('untied.')),
    );

    it('equal PyTorch within 1e-4 relative and 1e-5 absolute, including those of the head', async () => {
      const wanted = { ...all, place: place!, word: word! };
      const comparison = await wordGradientComparison(kind, words, wanted, model);
      expect(comparison).toMatchObject({ holds: true, problem: null, direction: 'gradients' });
      expect(comparison.tolerance).toEqual({ rtol: 1e-4, atol: 1e-5 });
      const sizes = Object.values(ofFile).map(({ data }) => data.length);
      // Every tensor of the file, the log-probability, and the input of the first layer.
      expect(comparison.tensors).toBe(Object.keys(checkpoint(kind).tensors).length + 2);
      expect(comparison.numbers).toBe(sizes.reduce((sum, each) => sum + each));
    });

    it('are returned for the requested names', async () => {
      const ids = [...words['ids']!.data.subarray(0, words['ids']!.shape[1])];
      const [field, ...parameters] = ['embedded', 'masked_words.b_out', 'positions'] as const;
      const found = await model.maskedWordGradients(
        { ids },
        { place: place!.data[0]!, word: word!.data[0]!, fields: [field, ...parameters] },
      );
      expect(Object.keys(found.d_fields)).toEqual([field]);
      expect(Object.keys(found.d_parameters).sort()).toEqual(parameters);
    });

    it('fail the comparison if one number is wrong', async () => {
      for (const [name, tensor] of Object.entries(ofFile)) {
        if (/encoder|transformer/.test(name)) continue;
        const data = tensor.data.slice();
        data[data.length - 1]! += 3e-5 + 3e-4 * Math.abs(data.at(-1)!);
        const wrong = { ...ofFile, [name]: { ...tensor, data }, place: place!, word: word! };
        const comparison = await wordGradientComparison(kind, words, wrong, model);
        expect(comparison.holds, name).toBe(false);
        expect(comparison.worst).toMatchObject({ tensor: name, index: data.length - 1 });
      }
    });
  });
});
