/** Arrays by name in a zip archive, as `numpy.savez` writes them and `numpy.load` reads them. */
import { zipSync } from 'fflate';
import { npyOf } from './npy';
import { kMaxNpyHeader, readNpy, readNpyHeader } from './read-npy';
import { beginningOf, expanded, readZip } from './read-zip';
import { checkDistinct, said, visible } from './shape';
import { refuse, type OpenedTensor, type Source } from './source';
import type { TensorInput } from '../tensor';

/** Not packed: floats hardly get smaller. The same arrays give the same bytes. */
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

/** Its arrays, not yet read, and the bytes of an array of text. */
export async function openNpz(source: Source): Promise<{
  tensors: OpenedTensor[];
  textOf: (name: string) => Promise<Uint8Array | null>;
}> {
  const entries = await readZip(source);
  if (entries.some(({ name }) => name.endsWith('.pkl'))) refuse((words) => words.pickle);
  const tensors: OpenedTensor[] = [];
  for (const entry of entries) {
    if (!entry.name.endsWith('.npy')) refuse((words) => words.notNpy(said(entry.name)));
    const beginning = await beginningOf(entry, kMaxNpyHeader);
    const shown = visible(entry.name);
    const { shape } = readNpyHeader(shown, beginning, entry.size);
    const read = async () => readNpy(shown, await expanded(entry));
    tensors.push({ name: entry.name.replace(/\.npy$/, ''), shape, read });
  }
  checkDistinct(tensors.map(({ name }) => name));
  const textOf = async (name: string) => {
    const entry = entries.find((one) => one.name === `${name}.npy`);
    if (!entry) return null;
    const whole = await expanded(entry);
    return whole.subarray(readNpyHeader(entry.name, whole, whole.length).begin);
  };
  return { tensors, textOf };
}
