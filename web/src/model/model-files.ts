/** The files of a model as the Hugging Face hub keeps them: config.json, model.safetensors and tokenizer.json. */
import { openSafetensors, type StoredTensor } from '../files/read-safetensors';
import { sourceOf } from '../files/source';
import '../words/add-later';
import '../words/add-opened';
import { Refusal } from '../words/refusal';
import type { Words } from '../words/words';

export interface ModelFiles {
  readonly config: object;
  readonly tokenizer: object;
  /** Not read yet. */
  readonly tensors: readonly StoredTensor[];
}

export const modelFileNames = ['config.json', 'model.safetensors', 'tokenizer.json'] as const;
export type ModelFileName = (typeof modelFileNames)[number];

const refuse = (message: (words: Words['opened']) => string): never => {
  throw new Refusal(({ opened }) => message(opened));
};

/** Throws a Refusal that names the missing file, or what is wrong in one. */
export async function openModelFiles(files: readonly File[]): Promise<ModelFiles> {
  const pickled = files.find((file) => /\.(bin|pt|pth|ckpt)$/.test(file.name));
  const [config, weights, tokenizer] = modelFileNames.map(
    (name) =>
      files.find((file) => file.name === name) ??
      refuse((words) =>
        pickled && name === 'model.safetensors' ? words.pickle(pickled.name) : words.noFile(name),
      ),
  ) as [File, File, File];
  return {
    config: await jsonOf(config),
    tokenizer: await jsonOf(tokenizer),
    tensors: (await openSafetensors(sourceOf(weights, weights.name))).tensors,
  };
}

async function jsonOf(file: File): Promise<object> {
  try {
    const value: unknown = JSON.parse(await file.text());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Refused below.
  }
  return refuse((words) => words.noJson(file.name));
}
