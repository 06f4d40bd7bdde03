/**
 * The files of a model on the Hugging Face hub: config.json, tokenizer.json, and the tensors in model.safetensors.
 * Large models have several shards, and model.safetensors.index.json names the shard of each tensor.
 */
import { openSafetensors, type StoredTensor } from '../../files/read-safetensors';
import { shortForm } from '../../files/shape';
import { sourceOf, type Source } from '../../files/source';
import '../../words/add-later';
import '../../words/add-language-model';
import { Refusal } from '../../words/refusal';
import type { Words } from '../../words/words';

export interface ModelFiles {
  readonly config: object;
  readonly tokenizer: object;
  /** The tensors, whose bytes have not been read yet. */
  readonly tensors: readonly StoredTensor[];
}

export const kWeights = 'model.safetensors';
export const kIndex = 'model.safetensors.index.json';

export function refuseModel(message: (words: Words['languageModel']) => string): never {
  throw new Refusal(({ languageModel }) => message(languageModel));
}

/** Throws a Refusal that names the missing file, or the error in a file. */
export async function openModelFiles(files: readonly File[]): Promise<ModelFiles> {
  const fileNamed = (name: string) =>
    files.find((file) => file.name === name) ?? refuseModel((words) => words.noFile(name));
  const pickled = files.find((file) => /\.(bin|pt|pth|ckpt)$/.test(file.name));
  const [weights, index] = [kWeights, kIndex].map((name) =>
    files.find((file) => file.name === name),
  );
  if (pickled && !weights && !index) refuseModel((words) => words.pickle(pickled.name));
  const needed = ['config.json', ...(index ? [] : [kWeights]), 'tokenizer.json'];
  const missing = needed.filter((name) => !files.some((file) => file.name === name));
  if (missing.length > 1)
    throw new Refusal(({ languageModel, marks }) =>
      languageModel.noFiles(missing.join(marks.comma)),
    );
  const config = fileNamed('config.json');
  const tensors =
    weights || !index ? await tensorsOf(fileNamed(kWeights)) : await sharded(index, fileNamed);
  return {
    config: await jsonOf(config),
    tokenizer: await jsonOf(fileNamed('tokenizer.json')),
    tensors,
  };
}

/** A file that may be changed or removed before it is read. */
function readable(file: File): Source {
  const { read, ...source } = sourceOf(file, file.name);
  const refuseChanged = () => refuseModel((words) => words.gone(file.name));
  return { ...source, read: (begin, end) => read(begin, end).catch(refuseChanged) };
}

async function tensorsOf(file: File): Promise<readonly StoredTensor[]> {
  return (await openSafetensors(readable(file))).tensors;
}

async function sharded(
  index: File,
  fileNamed: (name: string) => File,
): Promise<readonly StoredTensor[]> {
  const shardOf = await weightMapOf(index);
  // First checks that all shards exist, because reading them takes longer.
  const shards = [...new Set(shardOf.values())].map(fileNamed);
  const tensors: StoredTensor[] = [];
  for (const shard of shards)
    for (const tensor of await tensorsOf(shard)) {
      if (shardOf.get(tensor.name) !== shard.name)
        refuseModel((words) => words.notInIndex(shortForm(tensor.name), shard.name));
      shardOf.delete(tensor.name);
      tensors.push(tensor);
    }
  for (const [name, shard] of shardOf)
    refuseModel((words) => words.notInShard(shortForm(name), shard));
  return tensors;
}

/** The file of each tensor. */
export async function weightMapOf(index: File): Promise<Map<string, string>> {
  const { weight_map: map } = (await jsonOf(index)) as { weight_map?: unknown };
  const entries = typeof map === 'object' && map !== null ? Object.entries(map) : [];
  const isFile = (name: unknown) => typeof name === 'string' && /^[^/\\]+\.safetensors$/.test(name);
  if (entries.length === 0 || !entries.every(([, file]) => isFile(file)))
    refuseModel((words) => words.badIndex);
  return new Map(entries as [string, string][]);
}

async function jsonOf(file: File): Promise<object> {
  const { name, size, read } = readable(file);
  const bytes = await read(0, size);
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Refused below.
  }
  return refuseModel((words) => words.noJson(name));
}
