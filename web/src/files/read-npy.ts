/** Reads NPY files (numpy/lib/format.py) of versions 1.0, 2.0 and 3.0. */
import type { Tensor } from '../tensors/tensor';
import { toFloat32, type ElementType } from './element-type';
import { kMaxBytes, kMaxNameCharacters } from './limits';
import { numpyTextType, numpyType, type TextType } from './numpy-type';
import { axesOf, countOf, shortForm, visible } from './shape';
import { limitAndSize, refuse, type OpenedTensor, type Source } from './source';

/** Max size of everything before the data: the preamble, and NumPy's own limit for the header. */
export const kMaxNpyHeader = 12 + 10_000;
const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

export interface NpyHeader<Type = ElementType> {
  readonly type: Type;
  readonly little: boolean;
  readonly fortran: boolean;
  readonly shape: readonly number[];
  readonly count: number;
  /** The offset of the data. */
  readonly begin: number;
}

/** `bytes`: the file's first `kMaxNpyHeader` bytes, or all of it; `size`: the file's size. */
export function readNpyHeader(name: string, bytes: Uint8Array, size: number): NpyHeader {
  return headerOf(name, bytes, size, numpyType);
}

/** The same of an array of texts; null if the array has another type. */
export function readNpyTextHeader(
  name: string,
  bytes: Uint8Array,
  size: number,
): NpyHeader<TextType> | null {
  const any = (descr: string) => numpyTextType(descr) ?? numpyType(descr);
  const header = headerOf<ElementType | TextType>(name, bytes, size, any);
  return 'text' in header.type ? (header as NpyHeader<TextType>) : null;
}

function headerOf<Type extends { readonly bytes: number }>(
  name: string,
  bytes: Uint8Array,
  size: number,
  typeNamed: (descr: string) => { type: Type; little: boolean } | null,
): NpyHeader<Type> {
  if (!isNpy(bytes)) return refuse((words) => words.notNpy(name));
  const [major, minor] = [bytes[6], bytes[7]];
  if (!(major! >= 1 && major! <= 3 && minor === 0))
    return refuse((words) => words.npyVersion(name, `${major}.${minor}`));
  const start = major === 1 ? 10 : 12;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < start) return refuse((words) => words.bytes(name, start, bytes.length));
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const begin = start + length;
  if (begin > kMaxNpyHeader) return refuse((words) => words.header(name, kMaxNpyHeader, begin));
  if (bytes.length < begin) return refuse((words) => words.bytes(name, begin, bytes.length));
  const text = new TextDecoder('latin1').decode(bytes.subarray(start, begin));
  const entries =
    entriesOf(text) ?? refuse((words) => words.npyHeader(name, shortForm(text.trim())));
  const descr = entries.get('descr')!.slice(1, -1);
  const { type, little } =
    typeNamed(descr) ?? refuse((words) => words.type(name, shortForm(descr)));
  const shape = (entries.get('shape')!.match(/\d+/g) ?? []).map(Number);
  const count = countOf(name, shape);
  const expected = begin + count * type.bytes;
  if (size !== expected) return refuse((words) => words.bytes(name, expected, size));
  return { type, little, fortran: entries.get('fortran_order') === 'True', shape, count, begin };
}

/** Opens a file of one array. Reads only its header. The file's whole name may say what the array is. */
export async function openNpy(source: Source): Promise<OpenedTensor> {
  const { size } = source;
  const name = visible(source.name);
  const { shape } = readNpyHeader(name, await source.read(0, Math.min(size, kMaxNpyHeader)), size);
  const read = async () => {
    if (size > kMaxBytes) refuse((words) => words.tooLarge(...limitAndSize(kMaxBytes, size)));
    return readNpy(name, await source.read(0, size));
  };
  const tensor = visible(source.name.replace(/\.npy$/i, ''), kMaxNameCharacters - 1);
  return { name: tensor, shape, read };
}

/** Reads a complete file. */
export function readNpy(name: string, bytes: Uint8Array): Tensor {
  const header = readNpyHeader(name, bytes, bytes.length);
  const { type, little, fortran, shape, count, begin } = header;
  const data = toFloat32(bytes.subarray(begin), type, count, little);
  return { axes: axesOf(shape), shape, data: fortran ? rowMajor(data, shape) : data };
}

/** The texts of a complete file of one axis. */
export function readNpyTexts(name: string, bytes: Uint8Array): string[] {
  const { type, little, count, begin } = readNpyTextHeader(name, bytes, bytes.length)!;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: count }, (_, i) => type.text(view, begin + i * type.bytes, little));
}

export function isNpy(bytes: Uint8Array): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

/** The entries of a Python dictionary with exactly descr, fortran_order and shape; null for other text. */
function entriesOf(text: string): Map<string, string> | null {
  const inside = /^\s*\{(.*)\}\s*$/s.exec(text)?.[1];
  if (inside === undefined) return null;
  const entry =
    /\s*'(descr|fortran_order|shape)'\s*:\s*('[^']*'|True|False|\(\s*(?:\d{1,15}\s*,\s*)*(?:\d{1,15}\s*)?\))\s*(?:,|$)/y;
  const entries = new Map<string, string>();
  let offset = 0;
  while (inside.slice(offset).trim() !== '') {
    entry.lastIndex = offset;
    const [, key, value] = entry.exec(inside) ?? [];
    if (key === undefined || entries.has(key)) return null;
    entries.set(key, value!);
    offset = entry.lastIndex;
  }
  const [descr, order, shape] = ['descr', 'fortran_order', 'shape'].map((key) => entries.get(key));
  // In Python, (2) is a number in brackets and not a tuple.
  const isShape = shape?.startsWith('(') && !/^\(\s*\d+\s*\)$/.test(shape);
  const isValid = descr?.startsWith("'") && /^[TF]/.test(order ?? '') && isShape;
  return isValid ? entries : null;
}

/** Reorders column-major data (Fortran order) to row-major. */
function rowMajor(data: Float32Array, shape: readonly number[]): Float32Array {
  const strides: number[] = [];
  shape.reduce((stride, extent, axis) => ((strides[axis] = stride), stride * extent), 1);
  const index = shape.map(() => 0);
  const sorted = new Float32Array(data.length);
  let from = 0;
  for (let to = 0; to < data.length; to++) {
    sorted[to] = data[from]!;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      from += strides[axis]!;
      if (++index[axis]! < shape[axis]!) break;
      from -= strides[axis]! * shape[axis]!;
      index[axis] = 0;
    }
  }
  return sorted;
}
