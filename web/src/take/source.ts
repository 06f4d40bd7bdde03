/** A file as it is read: a part at a time, since a model may be far larger than what is looked at. */
import type { Tensor } from '../tensor';
import type { Words } from '../words/words';
import type { TraceNote } from './trace';

export type OpenWords = Words['open'];

export interface Source {
  readonly name: string;
  readonly size: number;
  /** The bytes from `begin` to before `end`, or what there is of them. */
  read(begin: number, end: number): Promise<Uint8Array>;
}

export interface OpenedTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** Float32, whatever type it has in the file. */
  read(): Promise<Tensor>;
}

export interface OpenedFile {
  readonly name: string;
  readonly tensors: readonly OpenedTensor[];
  /** What our own traces say besides. */
  readonly note: TraceNote | null;
}

/** Throws what was expected and what came, in the words of the reader's language. */
export function refuse(message: string): never {
  throw new Error(message);
}
