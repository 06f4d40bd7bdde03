/**
 * Reads and writes files of named tensors; part of the engine's public API. Reading converts all number
 * types to float32; writing writes float32. A File or Blob is read in slices, never all at once. An
 * invalid file throws an error that names the expected and the actual content.
 */
import type { TensorInput } from '../tensors/tensor';
import { npzOf, openNpz } from './npz';
import { readAll, type NamedTensors } from './read-safetensors';
import { safetensorsOf } from './safetensors';
import { countOf, shortForm } from './shape';
import { refuse, sourceOf } from './source';

export { readSafetensors, type NamedTensors, type SafetensorsFile } from './read-safetensors';
export type NamedTensorInputs = Readonly<Record<string, TensorInput>>;

/** Reads an .npz file (`numpy.savez`, `numpy.savez_compressed`): its arrays by name. */
export async function readNpz(file: Uint8Array | Blob): Promise<NamedTensors> {
  return readAll((await openNpz(sourceOf(file))).tensors);
}

/** Writes an .npz file for `numpy.load`. */
export function writeNpz(tensors: NamedTensorInputs): Uint8Array<ArrayBuffer> {
  return npzOf(checked(tensors));
}

/** Writes a .safetensors file. */
export function writeSafetensors(
  tensors: NamedTensorInputs,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array<ArrayBuffer> {
  return safetensorsOf(checked(tensors), metadata);
}

function checked(tensors: NamedTensorInputs): [string, TensorInput][] {
  return Object.entries(tensors).map(([name, tensor]) => {
    const { shape, data } = (tensor ?? {}) as Partial<TensorInput>;
    const count = countOf(shortForm(name), shape);
    if (!(data instanceof Float32Array) || data.length !== count)
      refuse((words) =>
        words.numbers(
          shortForm(name),
          count,
          data instanceof Float32Array ? data.length : shortForm(data),
        ),
      );
    return [name, tensor];
  });
}
