/** Writes NPY files (numpy/lib/format.py, version 1.0): float32 or int32, row-major; bytes; strings. */
import type { TensorInput } from '../tensors/tensor';

export function npyOf({ shape, data }: TensorInput): Uint8Array {
  const bytes = new Uint8Array(data.length * 4);
  const view = new DataView(bytes.buffer);
  data.forEach((value, i) => view.setFloat32(i * 4, value, true));
  return withHeader('<f4', shape, bytes);
}

/** Writes bytes, such as text, as an array of uint8. */
export function npyOfBytes(bytes: Uint8Array): Uint8Array {
  return withHeader('|u1', [bytes.length], bytes);
}

/** Writes integers of 32 bits, such as ids, as a list. */
export function npyOfIntegers(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, i) => view.setInt32(i * 4, value, true));
  return withHeader('<i4', [values.length], new Uint8Array(view.buffer));
}

/** Strings as NumPy saves them: letters of 4 bytes, filled up with zeros. */
export function npyOfTexts(texts: readonly string[]): Uint8Array {
  const all = texts.map((text) => Array.from(text, (letter) => letter.codePointAt(0)!));
  const length = Math.max(1, ...all.map((letters) => letters.length));
  const bytes = new Uint8Array(texts.length * length * 4);
  const view = new DataView(bytes.buffer);
  all.forEach((letters, i) =>
    letters.forEach((letter, j) => view.setUint32(4 * (i * length + j), letter, true)),
  );
  return withHeader(`<U${length}`, [texts.length], bytes);
}

function withHeader(type: string, shape: readonly number[], bytes: Uint8Array): Uint8Array {
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const dictionary = `{'descr': '${type}', 'fortran_order': False, 'shape': (${tuple}), }`;
  // The data starts at a multiple of 64, so that the file can be memory-mapped.
  const length = Math.ceil((10 + dictionary.length + 1) / 64) * 64;
  const header = `${dictionary.padEnd(length - 11)}\n`;
  const file = new Uint8Array(length + bytes.length);
  file.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  file.set(new TextEncoder().encode(header), 10);
  file.set(bytes, length);
  return file;
}
