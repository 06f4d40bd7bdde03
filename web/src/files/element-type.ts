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

/** The types by their names in safetensors files. */
const types = new Map<unknown, ElementType>([
  ['BOOL', { bytes: 1, read: (view, at) => (view.getUint8(at) === 0 ? 0 : 1) }],
  ['U8', { bytes: 1, read: (view, at) => view.getUint8(at) }],
  ['I8', { bytes: 1, read: (view, at) => view.getInt8(at) }],
  ['U16', { bytes: 2, read: (view, at, little) => view.getUint16(at, little) }],
  ['I16', { bytes: 2, read: (view, at, little) => view.getInt16(at, little) }],
  ['U32', { bytes: 4, read: (view, at, little) => view.getUint32(at, little) }],
  ['I32', { bytes: 4, read: (view, at, little) => view.getInt32(at, little) }],
  ['U64', { bytes: 8, read: (view, at, little) => nearest(view.getBigUint64(at, little)) }],
  ['I64', { bytes: 8, read: (view, at, little) => nearest(view.getBigInt64(at, little)) }],
  ['F16', { bytes: 2, bits: true, read: (view, at, little) => half(view.getUint16(at, little)) }],
  ['BF16', { bytes: 2, bits: true, read: (view, at, little) => view.getUint16(at, little) << 16 }],
  ['F32', { bytes: 4, bits: true, read: (view, at, little) => view.getUint32(at, little) }],
  ['F64', { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) }],
]);
const float32 = types.get('F32');

/** The type with this name in safetensors files; null if there is none. */
export function safetensorsType(name: unknown): ElementType | null {
  return types.get(name) ?? null;
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
