/** Writes float32 tensors in Hugging Face's safetensors format (see read-safetensors.ts). */
import type { TensorInput } from '../tensors/tensor';
import { shortForm } from './shape';
import { refuse } from './source';

/** The data starts at a multiple of 8. The same tensors give the same bytes. */
export function safetensorsOf(
  tensors: Iterable<readonly [string, TensorInput]>,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array<ArrayBuffer> {
  const header: [string, object][] = [];
  if (Object.keys(metadata).length > 0) header.push(['__metadata__', metadataOf(metadata)]);
  const written = [...tensors];
  let end = 0;
  for (const [name, { shape, data }] of written) {
    if (name === '__metadata__') refuse((words) => words.reserved(name));
    const begin = end;
    end += 4 * data.length;
    header.push([name, { dtype: 'F32', shape, data_offsets: [begin, end] }]);
  }
  // JSON.stringify of one object would move names that are numbers to the front.
  const entries = header.map(([name, entry]) => `${JSON.stringify(name)}:${JSON.stringify(entry)}`);
  const json = new TextEncoder().encode(`{${entries.join(',')}}`);
  const start = 8 + Math.ceil(json.length / 8) * 8;
  const file = new Uint8Array(start + end).fill(0x20, 8, start);
  new DataView(file.buffer).setBigUint64(0, BigInt(start - 8), true);
  file.set(json, 8);
  let offset = start;
  for (const [, { data }] of written) {
    new Float32Array(file.buffer, offset, data.length).set(data);
    offset += 4 * data.length;
  }
  return file;
}

function metadataOf(metadata: Readonly<Record<string, string>>): object {
  for (const text of Object.values<unknown>(metadata))
    if (typeof text !== 'string') refuse((words) => words.safetensorsMetadata(shortForm(text)));
  return metadata;
}
