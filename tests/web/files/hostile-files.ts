/** Damaged and malicious files, each with its expected error message. */
import { strToU8, zipSync } from 'fflate';
import { npyOf, npyOfBytes } from '../../../web/src/files/npy';
import { changed } from './changed';
import { hostileSafetensors, one } from './hostile-safetensors';
import { hostileTraces, json } from './hostile-traces';

const array = npyOf({ shape: [2, 3], data: new Float32Array(6) });

function npy(header: string, data = new Uint8Array(24), version = [1, 0]): Uint8Array {
  const text = new TextEncoder().encode(`${header}\n`);
  const length =
    version[0] === 1
      ? [text.length & 255, text.length >> 8]
      : [text.length & 255, (text.length >> 8) & 255, text.length >> 16, 0];
  const start = [0x93, ...strToU8('NUMPY'), ...version, ...length, ...text];
  const file = new Uint8Array(start.length + data.length);
  file.set(start);
  file.set(data, start.length);
  return file;
}
const dictionary = (descr: string, shape: string, order = 'False') =>
  `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }`;

const zip = (files: Record<string, Uint8Array>, level: 0 | 6 = 0) => zipSync(files, { level });
const directoryOf = (view: DataView) => view.getUint32(view.byteLength - 6, true);
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
/** Changes a field of the first entry, in its local header and in the directory. */
function both(bytes: Uint8Array, field: 6 | 14 | 18 | 22, value: number): Uint8Array {
  return changed(bytes, (view) => {
    for (const offset of [field, directoryOf(view) + field + 2])
      if (field === 6) view.setUint16(offset, value, true);
      else view.setUint32(offset, value, true);
  });
}
const small = zip({ 'a.npy': array });
const packed = zip({ 'a.npy': array }, 6);
const two = zip({ 'a.npy': array, 'b.npy': array });
/** A small array, followed by zeros beyond its size. */
function withZeros(count: number): Uint8Array {
  const bytes = new Uint8Array(array.length + count);
  bytes.set(array);
  return bytes;
}
const bomb = zip({ 'a.npy': withZeros(2 ** 16) }, 6);
const largeBomb = zip({ 'a.npy': new Uint8Array(2 ** 26) }, 6);

/** The only entry of an archive `count` times, under names that begin with 0, 1, .. Packing it once takes a second. */
function repeated(archive: Uint8Array, count: number): Uint8Array {
  const [start, end] = [directoryOf(viewOf(archive)), archive.length - 22];
  const copies = (part: Uint8Array, change: (view: DataView, i: number) => void) =>
    Array.from({ length: count }, (_, i) => changed(part, (view) => change(view, i)));
  const named = (at: number) => (view: DataView, i: number) => view.setUint8(at, 0x30 + i);
  return new Uint8Array(
    Buffer.concat([
      ...copies(archive.subarray(0, start), named(30)),
      ...copies(archive.subarray(start, end), (view, i) => {
        named(46)(view, i);
        view.setUint32(42, i * start, true);
      }),
      changed(archive.subarray(end), (view) => {
        for (const at of [8, 10]) view.setUint16(at, count, true);
        view.setUint32(12, count * (end - start), true);
        view.setUint32(16, count * start, true);
      }),
    ]),
  );
}

/** Zeros between the last entry and the directory. */
function withGap(bytes: Uint8Array, count: number): Uint8Array {
  const start = directoryOf(viewOf(bytes));
  const file = new Uint8Array(bytes.length + count);
  file.set(bytes.subarray(0, start));
  file.set(bytes.subarray(start), start + count);
  return changed(file, (view) => view.setUint32(view.byteLength - 6, start + count, true));
}

/** An archive with an array of strings of zeros, `bytes` each. */
const texts = (name: string, descr: string, count: number, bytes: number) =>
  zip(
    {
      [`${name}.npy`]: npy(dictionary(descr, `(${count},)`), new Uint8Array(count * bytes)),
      'a.npy': array,
    },
    6,
  );

export const hostile: [string, Uint8Array, RegExp][] = [
  ['an empty file', new Uint8Array(), /empty/],
  ['one byte', new Uint8Array(1), /neither a trace/],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), /neither a trace/],
  ['a page with a script', strToU8('<script>alert(1)</script>'), /neither a trace/],
  ['a pickle', new Uint8Array([0x80, 4, 0x63, 0x6f, 0x73, 10]), /neither a trace/],

  ['npy: only the magic bytes', array.slice(0, 6), /format/],
  ['npy: cut in its header', array.slice(0, 40), /have \d+ bytes, but has 40/],
  ['npy: cut in its data', array.slice(0, -1), /have \d+ bytes/],
  ['npy: bytes after its data', new Uint8Array([...array, 0]), /have \d+ bytes/],
  ['npy: version 9', changed(array, (v) => v.setUint8(6, 9)), /version 9\.0/],
  ['npy: no version', changed(array, (v) => v.setUint8(6, 0)), /version 0\.0/],
  [
    'npy: a header of 4 GB',
    npy('', new Uint8Array(), [2, 0]).map((b, i) => (i > 7 && i < 12 ? 255 : b)),
    /header can have at most/,
  ],
  ['npy: a header that is no dictionary', npy('import os'), /descr/],
  [
    'npy: a header that calls',
    npy(dictionary("'<f4'", '(2, 3)').replace('False', '__import__("os")')),
    /descr/,
  ],
  ['npy: no shape', npy("{'descr': '<f4', 'fortran_order': False, }"), /descr/],
  [
    'npy: two shapes',
    npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'shape': (1,), }"),
    /descr/,
  ],
  [
    'npy: another key',
    npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), '__proto__': (1,), }"),
    /descr/,
  ],
  [
    'npy: a header that takes long to match',
    npy(dictionary("'<f4'", `(${'1 , '.repeat(2000)}x`)),
    /descr/,
  ],
  ['npy: objects', npy(dictionary("'|O'", '(2, 3)')), /type "\|O"/],
  ['npy: text', npy(dictionary("'<U8'", '(2, 3)')), /type/],
  ['npy: complex numbers', npy(dictionary("'<c8'", '(3,)')), /type/],
  ['npy: a structure', npy(dictionary("[('a', '<f4')]", '(2, 3)')), /descr/],
  ['npy: a negative extent', npy(dictionary("'<f4'", '(-2, 3)')), /descr/],
  ['npy: a shape of NaN', npy(dictionary("'<f4'", '(nan, 3)')), /descr/],
  ['npy: 10^15 rows', npy(dictionary("'<f4'", '(100000000000000, 3)')), /at most 67108864 numbers/],
  [
    'npy: extents whose product overflows',
    npy(dictionary("'<f4'", '(4294967296, 4294967296)')),
    /at most 67108864 numbers/,
  ],
  [
    'npy: huge beside nothing',
    npy(dictionary("'<f4'", '(0, 999999999999)'), new Uint8Array()),
    /at most 67108864 numbers/,
  ],
  [
    'npy: nine axes',
    npy(dictionary("'<f4'", '(1, 1, 1, 1, 1, 1, 1, 1, 6)')),
    /at most 8 axes; this one has 9/,
  ],

  ['zip: cut', small.slice(0, -1), /directory/],
  ['zip: cut in the middle', small.slice(0, 60), /directory/],
  ['zip: bytes after the end', new Uint8Array([...small, 0]), /directory/],
  [
    'zip: something before it',
    new Uint8Array([...small.slice(0, 4), 0, ...small.slice(4)]),
    /damaged/,
  ],
  ['zip: no entries', zip({}), /no tensors/],
  [
    'zip: 65535 entries',
    changed(small, (v) => v.setUint16(v.byteLength - 12, 65535, true)),
    /at most 16384/,
  ],
  [
    'zip: a directory elsewhere',
    changed(small, (v) => v.setUint32(v.byteLength - 6, 4, true)),
    /directory/,
  ],
  [
    'zip: encrypted',
    changed(small, (v) => v.setUint16(directoryOf(v) + 8, 1, true)),
    /other than deflate/,
  ],
  [
    'zip: another packing',
    changed(small, (v) => v.setUint16(directoryOf(v) + 10, 99, true)),
    /other than deflate/,
  ],
  [
    'zip: an entry outside',
    changed(small, (v) => v.setUint32(directoryOf(v) + 42, 2 ** 31, true)),
    /does not match its directory entry/,
  ],
  [
    'zip: an entry that is too long',
    changed(small, (v) => v.setUint32(directoryOf(v) + 20, 2 ** 31, true)),
    /does not match its directory entry/,
  ],
  [
    'zip: two names for one entry',
    changed(small, (_, b) => b.set(strToU8('x'), 30)),
    /does not match its directory entry/,
  ],
  [
    'zip: entries that overlap',
    changed(two, (v) => {
      const second = directoryOf(v) + 46 + 5;
      v.setUint32(second + 42, v.getUint32(directoryOf(v) + 42, true), true);
      v.setUint8(second + 46, 0x61);
    }),
    /overlap/,
  ],
  ['zip: a wrong checksum', both(small, 14, 7), /checksum/],
  [
    'zip: numbers changed',
    changed(small, (v) => v.setUint8(30 + 5 + array.length - 1, 7)),
    /checksum/,
  ],
  [
    'zip: broken deflate',
    changed(packed, (_, b) => b.fill(255, 35, 50)),
    /does not match its directory entry/,
  ],
  ['zip: declares 4 GB', both(packed, 22, 2 ** 32 - 1), /at most 256\u00a0MB/],
  ['zip: expands to more than declared', both(bomb, 22, array.length), /have \d+ bytes, but has/],
  ['zip: expands to less than declared', both(packed, 22, array.length + 1), /bytes/],
  ['zip: zeros of 64 MB', largeBomb, /saved by NumPy/],
  ['zip: five times 64 MB', repeated(largeBomb, 5), /at most 256\u00a0MB/],
  ['zip: not an array', zip({ 'a.npy': strToU8('hello') }), /saved by NumPy/],
  ['zip: a PyTorch file', zip({ 'model/data.pkl': strToU8('cos\nsystem\n') }), /can run code/],
  ['zip: an empty name', zip({ '.npy': array }), /visible characters|name/],
  ['zip: a name with a direction mark', zip({ 'a\u202egpj.npy': array }), /visible characters/],
  ['zip: a name of 10 000', zip({ [`${'a'.repeat(10_000)}.npy`]: array }), /visible characters/],
  [
    'zip: 4 million tokens',
    texts('tokens', "'<U1'", 2 ** 22, 4),
    /tokens must have 1 to 512 tokens/,
  ],
  [
    'zip: keys without letters',
    texts('key_tokens', "'<U0'", 2 ** 26, 0),
    /key_tokens must have 1 to/,
  ],
  [
    'zip: keys without bytes',
    texts('key_tokens', "'|S0'", 2 ** 26, 0),
    /key_tokens must have 1 to/,
  ],
  ['zip: tokens of 65536 letters', texts('tokens', "'<U65536'", 128, 2 ** 18), /8192 characters/],
  ['zip: a note that is no JSON', zip({ 'attention_lab.npy': array }), /JSON/],

  ...hostileTraces,
  ['npy: cut before the length of its header', array.slice(0, 9), /have 10 bytes, but has 9/],
  [
    'zip: two of the same name',
    changed(two, (v, b) => {
      b[v.getUint32(directoryOf(v) + 46 + 5 + 42, true) + 30] = 0x61;
      b[directoryOf(v) + 46 + 5 + 46] = 0x61;
    }),
    /Two tensors have the name/,
  ],
  [
    'zip: a directory of another size',
    changed(small, (v) => v.setUint32(v.byteLength - 10, 7, true)),
    /directory is missing or damaged/,
  ],
  [
    'zip: a directory of something else',
    changed(small, (v) => v.setUint32(directoryOf(v), 7, true)),
    /directory is missing or damaged/,
  ],
  [
    'zip: a name longer than the directory',
    changed(small, (v) => v.setUint16(directoryOf(v) + 28, 65535, true)),
    /directory is missing or damaged/,
  ],
  [
    'zip: a name that is not UTF-8',
    changed(small, (v, b) => (b[30] = b[directoryOf(v) + 46] = 0xff)),
    /directory is missing or damaged/,
  ],
  [
    'zip: fewer entries than its directory has',
    changed(two, (v) => v.setUint16(v.byteLength - 12, 1, true)),
    /directory is missing or damaged/,
  ],
  [
    'zip: stored, and yet of another size',
    changed(small, (v) => v.setUint32(directoryOf(v) + 24, array.length + 1, true)),
    /does not match its directory entry/,
  ],
  [
    'zip: zeros beyond its size',
    both(zip({ 'a.npy': withZeros(2 ** 25) }, 6), 22, array.length),
    /have \d+ bytes, but has/,
  ],
  ['zip: a note that is a list', zip({ 'attention_lab.npy': npyOfBytes(strToU8('[1]')) }), /trace/],
  [
    'zip: a note of a megabyte',
    zip({ 'attention_lab.npy': npyOfBytes(new Uint8Array(2 ** 20)) }),
    /header can have at most/,
  ],
  ['zip: not called .npy', zip({ 'a.txt': array }), /saved by NumPy/],
  ['zip: a folder', zip({ 'a.npy/': array }), /saved by NumPy/],
  ['zip: patched', both(small, 6, 0x20), /other than deflate/],
  ['zip: encrypted directory', both(small, 6, 0x2000), /other than deflate/],
  ...(
    [
      ['other flags', 6],
      ['another method', 8],
      ['another check sum', 14],
      ['another packed size', 18],
      ['another size', 22],
    ] as const
  ).map(([what, at]): [string, Uint8Array, RegExp] => [
    `zip: ${what} in the local header`,
    changed(small, (v) => v.setUint16(at, v.getUint16(at, true) ^ 2, true)),
    /does not match its directory entry/,
  ]),
  [
    'zip: on a second disk',
    changed(small, (v) => v.setUint16(v.byteLength - 18, 1, true)),
    /directory/,
  ],
  [
    'zip: a directory on a second disk',
    changed(small, (v) => v.setUint16(v.byteLength - 16, 1, true)),
    /directory/,
  ],
  [
    'zip: entries on other disks',
    changed(small, (v) => v.setUint16(v.byteLength - 14, 2, true)),
    /directory/,
  ],
  ['zip: bytes before the directory', withGap(small, 3), /belong to no entry/],
  ['zip: a descriptor without its flag', withGap(small, 12), /belong to no entry/],
  ['npy: native order', npy(dictionary("'=f4'", '(2, 3)')), /type "=f4"/],
  ['npy: no order', npy(dictionary("'|f4'", '(2, 3)')), /type "\|f4"/],
  ['npy: an order of single bytes', npy(dictionary("'<i1'", '(24,)')), /type "<i1"/],
  ['npy: a number in brackets', npy(dictionary("'<f4'", '(6)')), /descr/],
  ['npy: extents without a comma', npy(dictionary("'<f4'", '(2 3)')), /descr/],
  ['npy: two commas', npy(dictionary("'<f4'", '(6,,)')), /descr/],
  ...hostileSafetensors,
];

/** The valid files from which the others are made. */
export const harmless = [
  array,
  npy(dictionary("'<f4'", '(2, 3)')),
  small,
  packed,
  two,
  one({}),
  json({}),
];
