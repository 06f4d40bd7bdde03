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

const types = {
  bool: { bytes: 1, read: (view, at) => (view.getUint8(at) === 0 ? 0 : 1) },
  u1: { bytes: 1, read: (view, at) => view.getUint8(at) },
  i1: { bytes: 1, read: (view, at) => view.getInt8(at) },
  u2: { bytes: 2, read: (view, at, little) => view.getUint16(at, little) },
  i2: { bytes: 2, read: (view, at, little) => view.getInt16(at, little) },
  u4: { bytes: 4, read: (view, at, little) => view.getUint32(at, little) },
  i4: { bytes: 4, read: (view, at, little) => view.getInt32(at, little) },
  u8: { bytes: 8, read: (view, at, little) => nearest(view.getBigUint64(at, little)) },
  i8: { bytes: 8, read: (view, at, little) => nearest(view.getBigInt64(at, little)) },
  f2: { bytes: 2, bits: true, read: (view, at, little) => half(view.getUint16(at, little)) },
  bf2: { bytes: 2, bits: true, read: (view, at, little) => view.getUint16(at, little) << 16 },
  f4: { bytes: 4, bits: true, read: (view, at, little) => view.getUint32(at, little) },
  f8: { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) },
} satisfies Record<string, ElementType>;

const byNumpy = new Map<string, ElementType>([
  ['b1', types.bool],
  ...(['u1', 'i1', 'u2', 'i2', 'u4', 'i4', 'u8', 'i8', 'f2', 'f4', 'f8'] as const).map(
    (name): [string, ElementType] => [name, types[name]],
  ),
]);
const bySafetensors = new Map<string, ElementType>([
  ['BOOL', types.bool],
  ['U8', types.u1],
  ['I8', types.i1],
  ['U16', types.u2],
  ['I16', types.i2],
  ['U32', types.u4],
  ['I32', types.i4],
  ['U64', types.u8],
  ['I64', types.i8],
  ['F16', types.f2],
  ['BF16', types.bf2],
  ['F32', types.f4],
  ['F64', types.f8],
]);

/** The type and byte order of a `descr` such as `<f4`; null if it is not supported. */
export function numpyType(descr: string): { type: ElementType; little: boolean } | null {
  const type = byNumpy.get(descr.slice(1));
  const orders = type?.bytes === 1 ? ['|'] : ['<', '>'];
  return type && orders.includes(descr[0]!) ? { type, little: descr[0] !== '>' } : null;
}

export function safetensorsType(name: unknown): ElementType | null {
  return bySafetensors.get(name as string) ?? null;
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
  if (type === types.f4 && little) {
    new Uint8Array(data.buffer).set(bytes.subarray(0, 4 * count));
    return data;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const written = type.bits ? new Uint32Array(data.buffer) : data;
  for (let i = 0; i < count; i++) written[i] = type.read(view, i * type.bytes, little);
  return data;
}

/** Beyond 2^53, a sticky bit stands for the bits that a double drops, so that only float32 rounds. */
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
