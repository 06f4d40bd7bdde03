// Rounds the tensors of a checkpoint for its safetensors file.
//
//   float16   every tensor, to the nearest F16
//   int8      the matrices that the core packs as int8 (core/kernels/int8_panels.h), as it would round them: "NAME" of
//             I8 with "NAME.scales" of BF16, the largest of 32 numbers of a row / 127. All others stay F32.
//
// A tensor is { dtype, shape, data }: a Float32Array for F32, an Int8Array for I8, a Uint16Array for F16 and BF16.

const kNumbersOfAScale = 32;

const floats = new Float32Array(1);
const bits = new Uint32Array(floats.buffer);

/** The nearest integer, ties to even, as the core's nearbyint. */
function nearest(x) {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest === 0.5) return floor % 2 === 0 ? floor : floor + 1;
  return rest < 0.5 ? floor : floor + 1;
}

/** The upper 16 bits of the nearest BF16, of a finite number. */
function bfloatOf(x) {
  floats[0] = x;
  return (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) >>> 16;
}

function floatOfBfloat(word) {
  bits[0] = word << 16;
  return floats[0];
}

/** The nearest F16. Throws beyond its range. */
function halfOf(x) {
  const sign = x < 0 || Object.is(x, -0) ? 0x8000 : 0;
  const size = Math.abs(x);
  if (!(size < 65520)) throw new Error(`expected numbers that float16 has, got ${x}`);
  // A subnormal number is a multiple of 2^-24; the largest rounds to the smallest normal one.
  if (size < 2 ** -14) return sign | nearest(size * 2 ** 24);
  floats[0] = size;
  const rebiased = bits[0] - (112 << 23);
  return sign | ((rebiased + 0xfff + ((rebiased >>> 13) & 1)) >>> 13);
}

function toFloat16({ shape, data }) {
  return { dtype: 'F16', shape, data: Uint16Array.from(data, halfOf) };
}

/** The tensor and its scales. All arithmetic is in float32, as the core's. */
function toInt8({ shape, data }) {
  const [rows, columns] = shape;
  const blocks = Math.ceil(columns / kNumbersOfAScale);
  const q = new Int8Array(data.length);
  const scales = new Uint16Array(rows * blocks);
  for (let row = 0; row < rows; ++row)
    for (let block = 0; block < blocks; ++block) {
      const first = row * columns + block * kNumbersOfAScale;
      const end = Math.min(first + kNumbersOfAScale, (row + 1) * columns);
      const largest = data.subarray(first, end).reduce((max, x) => Math.max(max, Math.abs(x)), 0);
      if (!Number.isFinite(largest)) throw new Error(`expected finite numbers, got ${largest}`);
      const scale = Math.fround(largest / 127);
      if (scale < Math.fround(1e-37)) continue;
      const word = (scales[row * blocks + block] = bfloatOf(scale));
      for (let i = first; i < end; ++i) q[i] = nearest(Math.fround(data[i] / floatOfBfloat(word)));
    }
  return [
    { dtype: 'I8', shape, data: q },
    { dtype: 'BF16', shape: [rows, blocks], data: scales },
  ];
}

/** The core packs every matrix but the tables of positions and of types, which stay in float32. */
function isPacked(name, { shape }) {
  return shape.length === 2 && !/position_embeddings|token_type_embeddings/.test(name);
}

/** `tensors`: F32 tensors by name. `form`: 'float16' or 'int8'. */
export function rounded(tensors, form) {
  const entries = Object.entries(tensors).flatMap(([name, tensor]) => {
    if (form === 'float16') return [[name, toFloat16(tensor)]];
    if (!isPacked(name, tensor)) return [[name, tensor]];
    const [q, scales] = toInt8(tensor);
    return [
      [name, q],
      [`${name}.scales`, scales],
    ];
  });
  return Object.fromEntries(entries);
}

/** The F32 tensors of a safetensors file; tensors of other types are left out. */
export function readFloats(file) {
  const { buffer, byteOffset } = file;
  const length = Number(new DataView(buffer, byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
  delete header.__metadata__;
  const entries = Object.entries(header)
    .filter(([, { dtype }]) => dtype === 'F32')
    .map(([name, { shape, data_offsets }]) => {
      const [begin, end] = data_offsets.map((offset) => 8 + length + offset);
      const { buffer: bytes } = new Uint8Array(file.subarray(begin, end));
      return [name, { dtype: 'F32', shape, data: new Float32Array(bytes) }];
    });
  return Object.fromEntries(entries);
}

/** A safetensors file. Wider numbers come first, so that each tensor begins at a multiple of their size. */
export function safetensorsOf(tensors) {
  const written = Object.entries(tensors).sort(
    ([, a], [, b]) => b.data.BYTES_PER_ELEMENT - a.data.BYTES_PER_ELEMENT,
  );
  const header = { __metadata__: { format: 'pt' } };
  let end = 0;
  for (const [name, { dtype, shape, data }] of written) {
    const begin = end;
    end += data.byteLength;
    header[name] = { dtype, shape, data_offsets: [begin, end] };
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  const start = 8 + Math.ceil(json.length / 8) * 8;
  const file = new Uint8Array(start + end).fill(0x20, 8, start);
  new DataView(file.buffer).setBigUint64(0, BigInt(start - 8), true);
  file.set(json, 8);
  for (const [name, { data }] of written) {
    const at = start + header[name].data_offsets[0];
    file.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
  }
  return file;
}
