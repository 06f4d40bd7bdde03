/** Checkpoints and their references, as files on the hub store them. */
import { readFileSync } from 'node:fs';
import type { StoredShape } from '../../wasm/engine';

export interface StoredTensor extends StoredShape {
  bytes: Uint8Array;
}

export type Stored = Record<string, StoredTensor>;

export interface Folder {
  config: Record<string, unknown>;
  tensors: Stored;
}

const golden = new URL('../golden/checkpoints/', import.meta.url);

/** The tensors of a safetensors file, views of its bytes. */
export function storedIn(file: Uint8Array): Stored {
  const { buffer, byteOffset } = file;
  const length = Number(new DataView(buffer, byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length))) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >;
  delete header['__metadata__'];
  const entries = Object.entries(header).map(([name, { dtype, shape, data_offsets }]) => {
    const [begin, end] = data_offsets.map((offset) => 8 + length + offset);
    return [name, { dtype, shape, bytes: file.subarray(begin, end) }] as const;
  });
  return Object.fromEntries(entries);
}

export const readStored = (url: URL): Stored => storedIn(readFileSync(url));

export function readFolder(url: URL): Folder {
  const config = JSON.parse(readFileSync(new URL('config.json', url), 'utf8')) as Folder['config'];
  return { config, tensors: readStored(new URL('model.safetensors', url)) };
}

const kFiles = ['config.json', 'model.safetensors', 'tokenizer.json'];

/** The files of a model, as a visitor chooses them. */
export const filesIn = (folder: URL): File[] =>
  kFiles.map((name) => new File([new Uint8Array(readFileSync(new URL(name, folder)))], name));

export const checkpoint = (name: string) => readFolder(new URL(`${name}/`, golden));
export const referenceOf = (name: string) =>
  readStored(new URL(`${name}/reference.safetensors`, golden));

export const gradientsOf = (name: string) =>
  readStored(new URL(`${name}/gradients.safetensors`, golden));

/** The numbers of an F32 or I64 tensor. */
export function numbersOf({ dtype, bytes }: StoredTensor): Float32Array {
  const { buffer } = new Uint8Array(bytes);
  return dtype === 'I64'
    ? Float32Array.from(new BigInt64Array(buffer), Number)
    : new Float32Array(buffer);
}

export const tensorOf = (stored: StoredTensor) => ({
  shape: [...stored.shape],
  data: numbersOf(stored),
});

/** The tensors of BERT without its head for masked words. */
export const withoutHead = <Each>(tensors: Readonly<Record<string, Each>>): Record<string, Each> =>
  Object.fromEntries(Object.entries(tensors).filter(([name]) => !name.startsWith('cls.')));

/** Renames tensors; those for which `rename` returns null are left out. */
export function renamed(tensors: Stored, rename: (name: string) => string | null): Stored {
  const entries = Object.entries(tensors).map(([name, tensor]) => [rename(name), tensor] as const);
  return Object.fromEntries(entries.filter(([name]) => name !== null));
}
