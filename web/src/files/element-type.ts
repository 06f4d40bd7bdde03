/**
 * The number types in files, and their conversion to float32: exact if float32 can represent the number
 * (including -0, subnormals and the NaN payloads of float types), otherwise the nearest float32.
 */

type Read = (view: DataView, at: number, little: boolean) => number;

export interface ElementType {
  readonly bytes: number;
  readonly read: Read;
  /** Whether `read` returns the bits of a float32: as a number, a NaN could lose its payload. */
  readonly bits?: true;
}

/** Each type with its names in NPY files, if it has one, and in safetensors files. */
const types: readonly (readonly [npy: string | null, safetensors: string, type: ElementType])[] = [
  ['b1', 'BOOL', { bytes: 1, read: (view, at) => (view.getUint8(at) === 0 ? 0 : 1) }],
  ['u1', 'U8', { bytes: 1, read: (view, at) => view.getUint8(at) }],
  ['i1', 'I8', { bytes: 1, read: (view, at) => view.getInt8(at) }],
  ['u2', 'U16', { bytes: 2, read: (view, at, little) => view.getUint16(at, little) }],
  ['i2', 'I16', { bytes: 2, read: (view, at, little) => view.getInt16(at, little) }],
  ['u4', 'U32', { bytes: 4, read: (view, at, little) => view.getUint32(at, little) }],
  ['i4', 'I32', { bytes: 4, read: (view, at, little) => view.getInt32(at, little) }],
  ['u8', 'U64', { bytes: 8, read: (view, at, little) => nearest(view.getBigUint64(at, little)) }],
  ['i8', 'I64', { bytes: 8, read: (view, at, little) => nearest(view.getBigInt64(at, little)) }],
  [
    'f2',
    'F16',
    { bytes: 2, bits: true, read: (view, at, little) => half(view.getUint16(at, little)) },
  ],
  [
    null,
    'BF16',
    { bytes: 2, bits: true, read: (view, at, little) => view.getUint16(at, little) << 16 },
  ],
  ['f4', 'F32', { bytes: 4, bits: true, read: (view, at, little) => view.getUint32(at, little) }],
  ['f8', 'F64', { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) }],
];
const byNpy = new Map(types.map(([name, , type]) => [name, type]));
const bySafetensors = new Map(types.map(([, name, type]) => [name, type]));
const float32 = byNpy.get('f4');

/** The type and byte order of a `descr` such as `<f4`; null if it is not supported. */
export function numpyType(descr: string): { type: ElementType; little: boolean } | null {
  const type = byNpy.get(descr.slice(1));
  const orders = type?.bytes === 1 ? ['|'] : ['<', '>'];
  return type && orders.includes(descr[0]!) ? { type, little: descr[0] !== '>' } : null;
}

export function safetensorsType(name: unknown): ElementType | null {
  return bySafetensors.get(name as string) ?? null;
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

/** `bytes` holds `count` numbers of this type. */
export function toFloat32(
  bytes: Uint8Array,
  type: ElementType,
  count: number,
  little = true,
): Float32Array {
  const data = new Float32Array(count);
  // Every machine with WebAssembly is little-endian.
  if (type === float32 && little) {
    new Uint8Array(data.buffer).set(bytes.subarray(0, 4 * count));
    return data;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const written = type.bits ? new Uint32Array(data.buffer) : data;
  for (let i = 0; i < count; i++) written[i] = type.read(view, i * type.bytes, little);
  return data;
}

/**
 * Beyond 2^53, a sticky bit stands for the bits that a double drops, so that rounding happens only once, to float32.
 */
function nearest(integer: bigint): number {
  const isLarge = BigInt.asIntN(54, integer) !== integer;
  if (!isLarge) return Number(integer);
  const sticky = (integer & 2047n) === 0n ? 0n : 1n;
  return Number((integer >> 11n) | sticky) * 2048;
}

/** IEEE 754 binary16 as the bits of a float32: 1 sign, 5 exponent (bias 15), 10 fraction bits. */
function half(bits: number): number {
  const sign = (bits & 0x8000) << 16;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return sign | 0x7f800000 | (fraction << 13);
  if (exponent !== 0) return sign | ((exponent + 112) << 23) | (fraction << 13);
  if (fraction === 0) return sign;
  // A subnormal half is a normal float: shift until the leading bit is the implied one.
  const shift = Math.clz32(fraction) - 21;
  return sign | ((113 - shift) << 23) | (((fraction << shift) & 1023) << 13);
}
