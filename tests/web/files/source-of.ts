/** Bytes in memory as a file, to be read as the page reads one. */
import { readFile, type OpenedFile } from '../../../web/src/files/read-file';

export function openBytes(bytes: Uint8Array, name = 'file.bin', size = bytes.length) {
  const read = (begin: number, end: number) => Promise.resolve(bytes.slice(begin, end));
  return readFile({ name, size, read });
}

/** Every tensor by its name. */
export async function tensorsOf(file: OpenedFile) {
  const tensors = await Promise.all(
    file.tensors.map(async ({ name, read }) => [name, await read()] as const),
  );
  return new Map(tensors);
}
