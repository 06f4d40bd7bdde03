/** The types in NPY files: numbers, and strings. */
import { safetensorsType, type ElementType } from './element-type';

/** The names of NPY files, with those of safetensors files. */
const names = new Map([
  ['b1', 'BOOL'],
  ['u1', 'U8'],
  ['i1', 'I8'],
  ['u2', 'U16'],
  ['i2', 'I16'],
  ['u4', 'U32'],
  ['i4', 'I32'],
  ['u8', 'U64'],
  ['i8', 'I64'],
  ['f2', 'F16'],
  ['f4', 'F32'],
  ['f8', 'F64'],
]);

/** The type and byte order of a `descr` such as `<f4`; null if it is not supported. */
export function numpyType(descr: string): { type: ElementType; little: boolean } | null {
  const type = safetensorsType(names.get(descr.slice(1)));
  const orders = type?.bytes === 1 ? ['|'] : ['<', '>'];
  return type && orders.includes(descr[0]!) ? { type, little: descr[0] !== '>' } : null;
}

export interface TextType {
  readonly bytes: number;
  /** Reads one string of the array, without its padding of zeros. */
  readonly text: (view: DataView, at: number, little: boolean) => string;
}

/** Texts of at most n letters (`<U8`: 4 bytes a letter) or bytes in UTF-8 (`|S8`); null for other types. */
export function numpyTextType(descr: string): { type: TextType; little: boolean } | null {
  const [, order, kind, digits] = /^([<>|])([US])(\d{1,6})$/.exec(descr) ?? [];
  if (!digits || (kind === 'S') !== (order === '|')) return null;
  const length = Number(digits);
  const type = kind === 'S' ? bytesType(length) : lettersType(length);
  return { type, little: order !== '>' };
}

function bytesType(length: number): TextType {
  const text = (view: DataView, at: number) =>
    new TextDecoder()
      .decode(new Uint8Array(view.buffer, view.byteOffset + at, length))
      .replace(/\0+$/, '');
  return { bytes: length, text };
}

function lettersType(length: number): TextType {
  const text = (view: DataView, at: number, little: boolean) => {
    const letters = Array.from({ length }, (_, i) => view.getUint32(at + 4 * i, little));
    return letters.map(letterOf).join('').replace(/\0+$/, '');
  };
  return { bytes: 4 * length, text };
}

/** Replaces numbers that are not letters of Unicode. */
function letterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '\ufffd';
}
