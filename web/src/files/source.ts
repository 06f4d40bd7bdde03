/** A file that is read a part at a time: a model may be far larger than what is looked at. */
import type { Tensor } from '../tensor';
import { open } from '../words/en-open';
import type { Words } from '../words/words';

/** What was expected and what came, in any language. */
export type Say = (words: Words['open']) => string;

export interface Source {
  readonly name: string;
  readonly size: number;
  /** The bytes from `begin` to before `end`, or what there is of them. */
  read(begin: number, end: number): Promise<Uint8Array>;
}

/** Nothing is copied: of a Blob the part is read from disk, of an array it is a view. */
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
  /** Float32, whatever type it has in the file. */
  read(): Promise<Tensor>;
}

/** Its message is in English; `say` says it in any language. */
class FileRefusal extends Error {
  readonly say: (words: Words) => string;

  constructor(say: Say) {
    super(say(open));
    this.say = (words) => say(words.open);
  }
}

export function refuse(say: Say): never {
  throw new FileRefusal(say);
}

/** In MB: the limit exactly, and what came rounded up. */
export function megabytes(limit: number, came: number): [number, number] {
  return [limit / 2 ** 20, Math.ceil(came / 2 ** 20)];
}
