/** The files of a small BERT with random parameters, and its numbers in transformers. */
import { readFileSync } from 'node:fs';
import { readSafetensors } from '../../web/src/files/read-safetensors';
import { safetensorsOf } from '../../web/src/files/safetensors';
import { filesIn, withoutHead } from '../support/checkpoint-files';

const folder = new URL('../golden/checkpoints/bert/', import.meta.url);
export const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
export const jsonOf = (name: string) => JSON.parse(new TextDecoder().decode(bytesOf(name)));
export const files = filesIn(folder);
export const names = files.map(({ name }) => name);
export const { sentences } = jsonOf('reference.json');
export const { tensors: expected } = await readSafetensors(bytesOf('reference.safetensors'));
export const { tensors } = await readSafetensors(bytesOf('model.safetensors'));

/** The files with one of them replaced. */
export const withFile = (name: string, content: Uint8Array<ArrayBuffer> | string) => [
  ...files.filter((file) => file.name !== name),
  new File([content], name),
];
export const withConfig = (change: object) =>
  withFile('config.json', JSON.stringify({ ...jsonOf('config.json'), ...change }));
export const withTokenizer = (change: object) =>
  withFile('tokenizer.json', JSON.stringify({ ...jsonOf('tokenizer.json'), ...change }));
export const withTensors = (changed: typeof tensors) =>
  withFile('model.safetensors', safetensorsOf(Object.entries(changed), {}));
/** The files of the same model without its head for masked words, like those of sentence-transformers. */
export const headlessFiles = withTensors(withoutHead(tensors));
