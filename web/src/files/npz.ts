/** Arrays by name in a zip archive, as `numpy.savez` writes them and `numpy.load` reads them. */
import { zipSync } from 'fflate';
import { npyOf } from './npy';
import { kMaxNpyHeader, readNpy, readNpyHeader } from './read-npy';
import { beginningOf, expanded, readZip } from './read-zip';
import { refuse, type OpenedTensor } from './source';
import type { TensorInput } from '../tensor';

/** Not packed: floats hardly get smaller. The same arrays give the same bytes. */
export function npzOf(
  tensors: Iterable<readonly [string, TensorInput]>,
  others: Iterable<readonly [string, Uint8Array]> = [],
): Uint8Array {
  const files = new Map<string, Uint8Array>();
  for (const [name, tensor] of tensors) files.set(`${name}.npy`, npyOf(tensor));
  for (const [name, npy] of others) files.set(`${name}.npy`, npy);
  return zipSync(Object.fromEntries(files), { level: 0, mtime: new Date(1980, 0, 1) });
}

/** Its arrays, not yet read, and the bytes of an array of text. */
export function readNpz(bytes: Uint8Array): {
  tensors: OpenedTensor[];
  textOf: (name: string) => Uint8Array | null;
} {
  const entries = readZip(bytes);
  if (entries.some(({ name }) => name.endsWith('.pkl'))) refuse((words) => words.pickle);
  const tensors = entries.map((entry) => {
    const beginning = beginningOf(entry, kMaxNpyHeader);
    const name = entry.name.replace(/\.npy$/, '');
    const header = readNpyHeader(entry.name, beginning, entry.size);
    return {
      name,
      shape: header.shape,
      read: async () => readNpy(entry.name, expanded(entry)),
    };
  });
  const textOf = (name: string) => {
    const entry = entries.find((one) => one.name === `${name}.npy`);
    if (!entry) return null;
    const whole = expanded(entry);
    return whole.subarray(readNpyHeader(entry.name, whole, whole.length).begin);
  };
  return { tensors, textOf };
}
