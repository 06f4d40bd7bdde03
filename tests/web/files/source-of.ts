/** Reads bytes in memory as the page reads a file. */
import { readFile, type OpenedFile } from '../../../web/src/files/read-file';

export function openBytes(bytes: Uint8Array, name = 'file.bin', size = bytes.length) {
  const read = (begin: number, end: number) => Promise.resolve(bytes.slice(begin, end));
  return readFile({ name, size, read });
}

/** All tensors by name. */
export async function tensorsOf(file: OpenedFile) {
  const tensors = await Promise.all(
    file.tensors.map(async ({ name, read }) => [name, await read()] as const),
  );
  return new Map(tensors);
}
