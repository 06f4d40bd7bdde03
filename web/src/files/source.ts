/** A file as it is read: a part at a time, since a model may be far larger than what is looked at. */
import type { Tensor } from '../tensor';
import '../words/add-later';
import { Refusal } from '../words/refusal';
import type { Words } from '../words/words';
import type { TraceNote } from './trace';

/** What was expected and what came, in any language. */
export type Say = (words: Words['open']) => string;

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

export function refuse(say: Say): never {
  throw new Refusal(({ open }) => say(open));
}

/** In MB: what there may be is said exactly, what came is more. */
export function megabytes(most: number, came: number): [number, number] {
  return [most / 2 ** 20, Math.ceil(came / 2 ** 20)];
}
