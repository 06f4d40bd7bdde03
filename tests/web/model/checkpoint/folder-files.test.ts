/** Which files of a chosen folder are those of the model. */
import { expect, test } from 'vitest';
import { filesOfFolder } from '../../../../web/src/model/checkpoint/folder-files.ts';

/** Files as the browser gives them: with the path from the chosen folder. */
const files = (...paths: string[]) =>
  paths.map((path) => {
    const file = new File([], path.split('/').at(-1)!);
    return Object.defineProperty(file, 'webkitRelativePath', { value: path });
  });
const chosen = (...paths: string[]) =>
  filesOfFolder(files(...paths)).map(({ webkitRelativePath }) => webkitRelativePath);

test('folders below the model have no part in it, whatever their order', () => {
  const model = ['minilm/config.json', 'minilm/model.safetensors', 'minilm/tokenizer.json'];
  const pooling = 'minilm/1_Pooling/config.json';
  const copy = ['minilm/onnx/config.json', 'minilm/onnx/model.safetensors'];
  expect(chosen(pooling, ...copy, ...model)).toEqual(model);
});

test('the model may be below the chosen folder, and its weights in several files', () => {
  const model = [
    'models/bert/config.json',
    'models/bert/model.safetensors.index.json',
    'models/bert/model-00001-of-00002.safetensors',
    'models/bert/model-00002-of-00002.safetensors',
  ];
  expect(chosen('models/notes.txt', ...model)).toEqual(model);
});

test('a folder without a model gives all its files, so that the refusal names what is missing', () => {
  const paths = ['models/config.json', 'models/weights/model.safetensors'];
  expect(chosen(...paths)).toEqual(paths);
});
