/** A file that is read in parts: only a small part of a large model may be needed. */
import type { Tensor } from '../tensors/tensor';
import { open } from '../words/en/open';
import type { Words } from '../words/words';

/** A message in the language of the texts. */
export type FileMessage = (words: Words['open']) => string;

export interface Source {
  readonly name: string;
  readonly size: number;
  /** The bytes in [begin, end), fewer if the file ends before. */
  read(begin: number, end: number): Promise<Uint8Array>;
}

/** Reads parts of a Blob from disk. Parts of an array are views, without copying. */
export function sourceOf(file: Uint8Array | Blob, name = 'file'): Source {
  if (file instanceof Uint8Array) {
    const read = async (begin: number, end: number) => file.subarray(begin, end);
    return { name, size: file.length, read };
  }
  const read = async (begin: number, end: number) =>
    new Uint8Array(await file.slice(begin, end).arrayBuffer());
  return { name, size: file.size, read };
}

export interface OpenedTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** Converts to float32 from the type in the file. */
  read(): Promise<Tensor>;
}

/** `message` is in English; `translate` gives it in any language. */
class FileRefusal extends Error {
  readonly translate: (words: Words) => string;

  constructor(message: FileMessage) {
    super(message(open));
    this.translate = (words) => message(words.open);
  }
}

export function refuse(message: FileMessage): never {
  throw new FileRefusal(message);
}

/** Both in MB: the limit exactly, the size rounded up. */
export function limitAndSize(limit: number, size: number): [number, number] {
  return [limit / 2 ** 20, Math.ceil(size / 2 ** 20)];
}
