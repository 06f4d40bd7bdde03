/**
 * Reads and writes files of named tensors; part of the engine's public API. Reading converts all number
 * types to float32; writing writes float32. A File or Blob is read in slices, never all at once. An
 * invalid file throws an error that names the expected and the actual content.
 */
import type { Tensor, TensorInput } from '../tensor';
import { npzOf, openNpz } from './npz';
import { openSafetensors } from './read-safetensors';
import { safetensorsOf } from './safetensors';
import { countOf, excerpt } from './shape';
import { refuse, sourceOf, type OpenedTensor } from './source';

export type NamedTensors = Record<string, Tensor>;
export type NamedTensorInputs = Readonly<Record<string, TensorInput>>;

export interface SafetensorsFile {
  tensors: NamedTensors;
  metadata: Record<string, string>;
}

/** Reads an .npz file (`numpy.savez`, `numpy.savez_compressed`): its arrays by name. */
export async function readNpz(file: Uint8Array | Blob): Promise<NamedTensors> {
  return named((await openNpz(sourceOf(file))).tensors);
}

/** Writes an .npz file for `numpy.load`. */
export function writeNpz(tensors: NamedTensorInputs): Uint8Array<ArrayBuffer> {
  return npzOf(checked(tensors));
}

/** Reads a .safetensors file: its tensors by name, and its metadata. */
export async function readSafetensors(file: Uint8Array | Blob): Promise<SafetensorsFile> {
  const { tensors, metadata } = await openSafetensors(sourceOf(file));
  return { tensors: await named(tensors), metadata };
}

/** Writes a .safetensors file. */
export function writeSafetensors(
  tensors: NamedTensorInputs,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array<ArrayBuffer> {
  return safetensorsOf(checked(tensors), metadata);
}

/** Reads one tensor after another, so that a large file is not in memory twice. */
async function named(tensors: readonly OpenedTensor[]): Promise<NamedTensors> {
  const read: [string, Tensor][] = [];
  for (const tensor of tensors) read.push([tensor.name, await tensor.read()]);
  return Object.fromEntries(read);
}

function checked(tensors: NamedTensorInputs): [string, TensorInput][] {
  return Object.entries(tensors).map(([name, tensor]) => {
    const { shape, data } = (tensor ?? {}) as Partial<TensorInput>;
    const count = countOf(excerpt(name), shape);
    if (!(data instanceof Float32Array) || data.length !== count)
      refuse((words) =>
        words.numbers(
          excerpt(name),
          count,
          data instanceof Float32Array ? data.length : excerpt(data),
        ),
      );
    return [name, tensor];
  });
}
