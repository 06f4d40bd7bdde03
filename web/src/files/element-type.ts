/** The types that numbers have in files, and how they become float32. */

type Read = (view: DataView, at: number, little: boolean) => number;

export interface ElementType {
  readonly bytes: number;
  readonly read: Read;
}

const types = {
  bool: { bytes: 1, read: (view, at) => (view.getUint8(at) === 0 ? 0 : 1) },
  u1: { bytes: 1, read: (view, at) => view.getUint8(at) },
  i1: { bytes: 1, read: (view, at) => view.getInt8(at) },
  u2: { bytes: 2, read: (view, at, little) => view.getUint16(at, little) },
  i2: { bytes: 2, read: (view, at, little) => view.getInt16(at, little) },
  u4: { bytes: 4, read: (view, at, little) => view.getUint32(at, little) },
  i4: { bytes: 4, read: (view, at, little) => view.getInt32(at, little) },
  u8: { bytes: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
  i8: { bytes: 8, read: (view, at, little) => Number(view.getBigInt64(at, little)) },
  f2: { bytes: 2, read: (view, at, little) => half(view.getUint16(at, little)) },
  bf2: { bytes: 2, read: (view, at, little) => brainHalf(view.getUint16(at, little)) },
  f4: { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) },
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

/** Of a `descr` such as `<f4`: the type, and whether its lowest byte comes first. */
export function numpyType(descr: string): { type: ElementType; little: boolean } | null {
  const type = /^[<>|=]/.test(descr) && byNumpy.get(descr.slice(1));
  return type ? { type, little: descr[0] !== '>' } : null;
}

export function safetensorsType(name: unknown): ElementType | null {
  return bySafetensors.get(name as string) ?? null;
}

/** `bytes` holds `count` numbers of this type. */
export function toFloat32(
  bytes: Uint8Array,
  { bytes: width, read }: ElementType,
  count: number,
  little = true,
): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = new Float32Array(count);
  for (let i = 0; i < count; i++) data[i] = read(view, i * width, little);
  return data;
}

const scratch = new DataView(new ArrayBuffer(4));

function brainHalf(bits: number): number {
  scratch.setUint16(0, bits);
  scratch.setUint16(2, 0);
  return scratch.getFloat32(0);
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
