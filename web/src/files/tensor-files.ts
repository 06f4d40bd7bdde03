/**
 * Files of named tensors for other people's code. All types of numbers are read as float32; float32
 * is written. A File or Blob is read a slice at a time, never as a whole; a file that is not right
 * in everything is refused with what was expected and what came.
 */
import type { Tensor, TensorInput } from '../tensor';
import { npzOf, openNpz } from './npz';
import { openSafetensors } from './read-safetensors';
import { safetensorsOf } from './safetensors';
import { countOf, said } from './shape';
import { refuse, sourceOf, type OpenedTensor } from './source';

export type NamedTensors = Record<string, Tensor>;
export type NamedTensorInputs = Readonly<Record<string, TensorInput>>;

export interface SafetensorsFile {
  tensors: NamedTensors;
  metadata: Record<string, string>;
}

/** The arrays of an .npz file (`numpy.savez`, `numpy.savez_compressed`) by name. */
export async function readNpz(file: Uint8Array | Blob): Promise<NamedTensors> {
  return named((await openNpz(sourceOf(file))).tensors);
}

/** An .npz file for `numpy.load`. */
export function writeNpz(tensors: NamedTensorInputs): Uint8Array<ArrayBuffer> {
  return npzOf(checked(tensors));
}

/** The tensors of a .safetensors file by name, and its metadata. */
export async function readSafetensors(file: Uint8Array | Blob): Promise<SafetensorsFile> {
  const { tensors, metadata } = await openSafetensors(sourceOf(file));
  return { tensors: await named(tensors), metadata };
}

/** A .safetensors file. */
export function writeSafetensors(
  tensors: NamedTensorInputs,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array<ArrayBuffer> {
  return safetensorsOf(checked(tensors), metadata);
}

/** One after the other, so that a large file is not in memory twice. */
async function named(tensors: readonly OpenedTensor[]): Promise<NamedTensors> {
  const read: [string, Tensor][] = [];
  for (const tensor of tensors) read.push([tensor.name, await tensor.read()]);
  return Object.fromEntries(read);
}

function checked(tensors: NamedTensorInputs): [string, TensorInput][] {
  return Object.entries(tensors).map(([name, tensor]) => {
    const { shape, data } = (tensor ?? {}) as Partial<TensorInput>;
    const count = countOf(said(name), shape);
    if (!(data instanceof Float32Array) || data.length !== count)
      refuse((words) =>
        words.numbers(said(name), count, data instanceof Float32Array ? data.length : said(data)),
      );
    return [name, tensor];
  });
}
