/** Damaged and malicious safetensors files, each with its expected error message. */
import { strToU8 } from 'fflate';
import { changed } from './changed';

function safetensors(header: string | object, data = 24, length?: bigint): Uint8Array {
  const text = strToU8(typeof header === 'string' ? header : JSON.stringify(header));
  const file = new Uint8Array(8 + text.length + data);
  new DataView(file.buffer).setBigUint64(0, length ?? BigInt(text.length), true);
  file.set(text, 8);
  return file;
}
export const one = (entry: object) =>
  safetensors({ a: { dtype: 'F32', shape: [2, 3], data_offsets: [0, 24], ...entry } });

const crowd = Object.fromEntries(
  Array.from({ length: 16_385 }, (_, i) => [
    `t${i}`,
    { dtype: 'F32', shape: [0], data_offsets: [0, 0] },
  ]),
);

const f32 = '{"dtype":"F32","shape":[6],"data_offsets":[0,24]}';

export const hostileSafetensors: [string, Uint8Array, RegExp][] = [
  ['safetensors: a header of 2^40', safetensors('{}', 0, 2n ** 40n), /header can have at most/],
  ['safetensors: a header longer than the file', safetensors('{}', 0, 1000n), /have 1008 bytes/],
  ['safetensors: no JSON', safetensors('{"a": '), /JSON/],
  ['safetensors: not UTF-8', changed(safetensors('{"a":1}'), (v) => v.setUint8(10, 255)), /JSON/],
  ['safetensors: deep', safetensors(`{"a":${'['.repeat(100_000)}`), /JSON|shape/],
  ['safetensors: no tensors', safetensors('{}', 0), /no tensors/],
  ['safetensors: metadata alone', safetensors('{"__metadata__":{"a":"b"}}', 0), /no tensors/],
  ['safetensors: an entry that is a number', safetensors('{"a":1}'), /dtype/],
  ['safetensors: an entry that is null', safetensors('{"a":null}'), /dtype/],
  ['safetensors: __proto__ with nothing in it', safetensors('{"__proto__":{}}'), /type/],
  ['safetensors: a type of a prototype', one({ dtype: 'constructor' }), /type/],
  ['safetensors: no type', one({ dtype: null }), /type/],
  ['safetensors: a type that is a list', one({ dtype: ['F32'] }), /type/],
  ['safetensors: a shape that is text', one({ shape: '2,3' }), /shape/],
  ['safetensors: a shape of null', one({ shape: [null, 3] }), /shape/],
  [
    'safetensors: an endless extent',
    safetensors('{"a":{"dtype":"F32","shape":[1e999],"data_offsets":[0,24]}}'),
    /shape/,
  ],
  ['safetensors: a negative extent', one({ shape: [-2, -3] }), /shape/],
  ['safetensors: half an extent', one({ shape: [1.5, 4] }), /shape/],
  ['safetensors: a thousand axes', one({ shape: new Array(1000).fill(1) }), /at most 8 axes/],
  ['safetensors: huge', one({ shape: [2 ** 40, 3] }), /at most 67108864 numbers/],
  ['safetensors: offsets of another size', one({ data_offsets: [0, 20] }), /data_offsets/],
  ['safetensors: offsets the wrong way round', one({ data_offsets: [24, 0] }), /data_offsets/],
  ['safetensors: a negative offset', one({ data_offsets: [-24, 0] }), /data_offsets/],
  [
    'safetensors: offsets beyond the file',
    safetensors({ a: { dtype: 'F32', shape: [6], data_offsets: [0, 24] } }, 20),
    /bytes/,
  ],
  ['safetensors: a gap before', one({ data_offsets: [4, 28] }), /data_offsets/],
  [
    'safetensors: offsets that overlap',
    safetensors({
      a: { dtype: 'F32', shape: [4], data_offsets: [0, 16] },
      b: { dtype: 'F32', shape: [4], data_offsets: [8, 24] },
    }),
    /data_offsets/,
  ],
  [
    'safetensors: two of the same name',
    safetensors(
      '{"a":{"dtype":"F32","shape":[3],"data_offsets":[0,12]},"a":{"dtype":"F32","shape":[3],"data_offsets":[12,24]}}',
    ),
    /contains a key twice/,
  ],
  [
    'safetensors: bytes that belong to none',
    safetensors({ a: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } }),
    /bytes/,
  ],
  [
    'safetensors: a name of control characters',
    safetensors({ 'a\u0000\u001b[2J': { dtype: 'F32', shape: [6], data_offsets: [0, 24] } }),
    /visible characters/,
  ],
  ['safetensors: another key', one({ strides: [1] }), /dtype/],
  [
    'safetensors: the same tensor twice',
    safetensors(`{"a":${f32},"a":${f32}}`),
    /contains a key twice/,
  ],
  [
    'safetensors: the same tensor twice, once escaped',
    safetensors(`{"a":${f32},"\\u0061":${f32}}`),
    /contains a key twice/,
  ],
  [
    'safetensors: a type twice',
    safetensors(`{"a":${f32.replace('{', '{"dtype":"F32",')}}`),
    /contains a key twice/,
  ],
  [
    'safetensors: metadata twice',
    safetensors(`{"__metadata__":{},"__metadata__":{},"a":${f32}}`),
    /contains a key twice/,
  ],
  [
    'safetensors: a key of the metadata twice',
    safetensors(`{"__metadata__":{"k":"1","j":"\\":","k":"1"},"a":${f32}}`),
    /contains a key twice/,
  ],
  [
    'safetensors: metadata with an object',
    safetensors(`{"__metadata__":{"k":{"j":"1"}},"a":${f32}}`),
    /map names to strings/,
  ],
  [
    'safetensors: metadata that is a list',
    safetensors(`{"__metadata__":[],"a":${f32}}`),
    /map names to strings/,
  ],
  ['safetensors: 16385 tensors', safetensors(crowd, 0), /at most 16384 tensors/],
  ['safetensors: three offsets', one({ data_offsets: [0, 24, 48] }), /data_offsets/],
  ['safetensors: offsets that are none', one({ data_offsets: null }), /data_offsets/],
];
