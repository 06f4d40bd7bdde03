/** Named arrays in a zip archive, as `numpy.savez` writes and `numpy.load` reads them. */
import { zipSync } from 'fflate';
import { npyOf } from './npy';
import { kMaxNpyHeader, readNpy, readNpyHeader, readNpyTextHeader, readNpyTexts } from './read-npy';
import { beginningOf, decompress, readZip } from './read-zip';
import { checkDistinct, shortForm, visible } from './shape';
import { refuse, type OpenedTensor, type Source } from './source';
import type { TensorInput } from '../tensors/tensor';

/** Stored without compression, since floats hardly shrink. The same arrays give the same bytes. */
export function npzOf(
  tensors: Iterable<readonly [string, TensorInput]>,
  others: Iterable<readonly [string, Uint8Array]> = [],
): Uint8Array<ArrayBuffer> {
  const files = new Map<string, Uint8Array>();
  for (const [name, tensor] of tensors) files.set(`${name}.npy`, npyOf(tensor));
  for (const [name, npy] of others) files.set(`${name}.npy`, npy);
  const archive = zipSync(Object.fromEntries(files), { level: 0, mtime: new Date(1980, 0, 1) });
  return archive as Uint8Array<ArrayBuffer>;
}

/** The strings of an array, which are read on request. */
export interface OpenedTexts {
  readonly count: number;
  /** The size of each string, with its padding. */
  readonly bytes: number;
  readonly read: () => Promise<string[]>;
}

/**
 * Opens an archive. Reads only the headers; `bytesOf` returns the bytes of an array that holds text. `texts` has the
 * arrays of strings with one axis; those with more are left out.
 */
export async function openNpz(source: Source): Promise<{
  tensors: OpenedTensor[];
  texts: ReadonlyMap<string, OpenedTexts>;
  bytesOf: (name: string) => Promise<Uint8Array | null>;
}> {
  const entries = await readZip(source);
  if (entries.some(({ name }) => name.endsWith('.pkl'))) refuse((words) => words.pickle);
  const tensors: OpenedTensor[] = [];
  const texts = new Map<string, OpenedTexts>();
  for (const entry of entries) {
    if (!entry.name.endsWith('.npy')) refuse((words) => words.notNpy(shortForm(entry.name)));
    const beginning = await beginningOf(entry, kMaxNpyHeader);
    const entryName = visible(entry.name);
    const name = entry.name.replace(/\.npy$/, '');
    const text = readNpyTextHeader(entryName, beginning, entry.size);
    if (text) {
      const { count, type } = text;
      const read = async () => readNpyTexts(entryName, await decompress(entry));
      if (text.shape.length === 1) texts.set(name, { count, bytes: type.bytes, read });
      continue;
    }
    const { shape } = readNpyHeader(entryName, beginning, entry.size);
    const read = async () => readNpy(entryName, await decompress(entry));
    tensors.push({ name, shape, read });
  }
  checkDistinct(tensors.map(({ name }) => name));
  const bytesOf = async (name: string) => {
    const entry = entries.find((entry) => entry.name === `${name}.npy`);
    if (!entry) return null;
    const bytes = await decompress(entry);
    return bytes.subarray(readNpyHeader(entry.name, bytes, bytes.length).begin);
  };
  return { tensors, texts, bytesOf };
}
