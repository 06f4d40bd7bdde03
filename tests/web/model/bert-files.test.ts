import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSafetensors } from '../../../web/src/files/read-safetensors';
import { safetensorsOf } from '../../../web/src/files/safetensors';
import { readBert } from '../../../web/src/model/bert-files';

const folder = new URL('../../golden/checkpoints/bert/', import.meta.url);
const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
const fileOf = (name: string) => new File([bytesOf(name)], name);
const names = ['config.json', 'model.safetensors', 'tokenizer.json'];
const files = names.map(fileOf);
const config = JSON.parse(new TextDecoder().decode(bytesOf('config.json')));
const { tensors } = await readSafetensors(bytesOf('model.safetensors'));

/** The files with this one instead. */
const withFile = (name: string, content: Uint8Array<ArrayBuffer> | string) => [
  ...files.filter((file) => file.name !== name),
  new File([content], name),
];
const withConfig = (change: object) =>
  withFile('config.json', JSON.stringify({ ...config, ...change }));
const withTensors = (changed: typeof tensors) =>
  withFile(
    'model.safetensors',
    new Uint8Array(safetensorsOf(Object.entries(changed), {})) as Uint8Array<ArrayBuffer>,
  );

describe('the files of a BERT model', () => {
  it('give matrices transposed, vectors and tables as they are', async () => {
    const { parameters } = await readBert(files);
    const { shape, data } = tensors['bert.encoder.layer.1.intermediate.dense.weight']!;
    const { shape: got, data: numbers } = parameters['layers.1.feed_forward.w_1']!;
    expect(shape).toEqual([96, 48]);
    expect(got).toEqual([48, 96]);
    for (const [row, column] of [
      [0, 0],
      [1, 0],
      [95, 3],
      [17, 47],
    ] as const)
      expect(numbers[column * 96 + row]).toBe(data[row * 48 + column]);
    expect(parameters['embedding']!.data).toEqual(
      tensors['bert.embeddings.word_embeddings.weight']!.data,
    );
  });

  it('may have names without a prefix, and gamma and beta', async () => {
    const older = Object.fromEntries(
      Object.entries(tensors).map(([name, tensor]) => [
        name
          .replace(/^bert\./, '')
          .replace(/LayerNorm\.weight$/, 'LayerNorm.gamma')
          .replace(/LayerNorm\.bias$/, 'LayerNorm.beta'),
        tensor,
      ]),
    );
    expect((await readBert(withTensors(older))).parameters).toEqual(
      (await readBert(files)).parameters,
    );
  });

  it.each(names)('are refused without %s', async (name) => {
    const others = files.filter((file) => file.name !== name);
    await expect(readBert(others)).rejects.toThrow(`The file ${name} is missing.`);
  });

  it('are refused without a tensor, or with one of another shape, by its name', async () => {
    const name = 'bert.encoder.layer.2.attention.self.key.bias';
    const { [name]: bias, ...others } = tensors;
    await expect(readBert(withTensors(others))).rejects.toThrow(
      'has no tensor encoder.layer.2.attention.self.key.bias',
    );
    const short = { ...bias!, shape: [47], data: bias!.data.slice(1) };
    await expect(readBert(withTensors({ ...others, [name]: short }))).rejects.toThrow(
      `the tensor ${name} has the shape [48]; in the file it has [47]`,
    );
  });

  it.each([
    [{ model_type: 'gpt2' }, 'the architecture gpt2'],
    [{ hidden_act: 'relu' }, 'hidden_act in config.json must be gelu, not relu'],
    [{ hidden_size: '48' }, 'hidden_size in config.json must be a number above 0'],
  ])('are refused with the configuration %o', async (change, message) => {
    await expect(readBert(withConfig(change))).rejects.toThrow(message);
  });

  it.each(['', '[', 'null'])('are refused with %o as config.json', async (text) => {
    await expect(readBert(withFile('config.json', text))).rejects.toThrow(
      'config.json is not JSON, or not an object.',
    );
  });
});
