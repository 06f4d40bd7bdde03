/** The public readers and writers. NumPy and Python's struct module are the oracles. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import {
  readNpz,
  readSafetensors,
  writeNpz,
  writeSafetensors,
  type NamedTensors,
} from '../../../web/src/files/tensor-files';
import { python } from '../../support/python';

const folder = mkdtempSync(join(tmpdir(), 'attention-tensors-'));
afterAll(() => rmSync(folder, { recursive: true }));
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
const write = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes);
const hexOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('hex');

const tensors = {
  'layers.0.w_q': { shape: [3, 2], data: Float32Array.of(0.1, -0, 1 / 3, 1e-45, -Infinity, NaN) },
  'größe ✓': { shape: [2, 1, 1], data: Float32Array.of(16777216, 3.4028235e38) },
  '7': { shape: [0, 3], data: new Float32Array() },
  scalar: { shape: [], data: Float32Array.of(0.1) },
};
const metadata = { made_by: 'a test', note: '“quoted”\n\u0001' };
const expected = Object.entries(tensors).map(([name, { shape, data }]) => [
  name,
  shape,
  hexOf(data),
]);
const contentsOf = (read: NamedTensors) =>
  Object.entries(read).map(([name, { shape, data }]) => [name, shape, hexOf(data)]);
const sorted = (entries: unknown[][]) =>
  entries.toSorted((a, b) => (`${a[0]}` < `${b[0]}` ? -1 : 1));

describe('written files', () => {
  test('NumPy loads the NPZ', () => {
    write('a.npz', writeNpz(tensors));
    const program =
      'import numpy, json; z = numpy.load("a.npz", allow_pickle=False);' +
      'print(json.dumps([[k, list(z[k].shape), z[k].tobytes().hex()] for k in z.files]))';
    expect(sorted(JSON.parse(python(program, folder)))).toEqual(sorted(expected));
  });

  test('Python parses the safetensors by the format’s description', () => {
    const bytes = writeSafetensors(tensors, metadata);
    write('a.safetensors', bytes);
    const output = JSON.parse(
      python(
        `
import json, struct
raw = open("a.safetensors", "rb").read()
n, = struct.unpack("<Q", raw[:8])
header, data = json.loads(raw[8:8 + n].decode()), raw[8 + n:]
metadata, end = header.pop("__metadata__"), 0
for entry in header.values():
    assert set(entry) == {"dtype", "shape", "data_offsets"} and entry["dtype"] == "F32"
    assert entry["data_offsets"][0] == end
    end = entry["data_offsets"][1]
assert end == len(data) and n % 8 == 0
print(json.dumps([metadata, [[k, e["shape"], data[slice(*e["data_offsets"])].hex()] for k, e in header.items()]]))
`,
        folder,
      ),
    ) as [unknown, unknown[][]];
    expect(output[0]).toEqual(metadata);
    expect(sorted(output[1])).toEqual(sorted(expected));
    expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
  });

  test('have exactly these bytes', () => {
    const header = '{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}  ';
    const file = writeSafetensors({ a: { shape: [2], data: Float32Array.of(1, -2) } });
    expect(Buffer.from(file.subarray(0, 8)).toString('hex')).toBe('3800000000000000');
    expect(new TextDecoder().decode(file.subarray(8, -8))).toBe(header);
    expect(hexOf(file.subarray(-8))).toBe('0000803f000000c0');
  });

  test.each([
    ['an array', (file: Uint8Array) => file],
    ['a Blob', (file: Uint8Array<ArrayBuffer>) => new Blob([file])],
  ])('are read back from %s bit for bit', async (_, fileOf) => {
    expect(sorted(contentsOf(await readNpz(fileOf(writeNpz(tensors)))))).toEqual(sorted(expected));
    const read = await readSafetensors(fileOf(writeSafetensors(tensors, metadata)));
    expect(sorted(contentsOf(read.tensors))).toEqual(sorted(expected));
    expect(read.metadata).toEqual(metadata);
    expect(read.tensors['layers.0.w_q']!.axes).toEqual(['axis_0', 'axis_1']);
    expect((await readSafetensors(fileOf(writeSafetensors({})))).tensors).toEqual({});
  });

  test('are refused if the format cannot represent the data', () => {
    const data = new Float32Array(2);
    expect(() => writeSafetensors({ __metadata__: { shape: [2], data } })).toThrow(
      'cannot have the name',
    );
    expect(() => writeSafetensors({}, { a: 1 as never })).toThrow(
      '__metadata__ must map names to strings',
    );
    expect(() => writeNpz({ a: { shape: [3], data } })).toThrow('"a" should have 3 numbers, not 2');
    expect(() => writeNpz({ a: { shape: [1], data: [1] as never } })).toThrow(
      'should have 1 numbers',
    );
    expect(() => writeNpz({ a: { shape: [-1], data } })).toThrow(
      'a shape must be a list of whole numbers',
    );
    expect(() => writeNpz({ a: undefined as never })).toThrow(
      'a shape must be a list of whole numbers',
    );
  });
});

/** Values that a conversion to double would change: NaN payloads, and integers beyond 2^53. */
test('numbers keep their bits, or become the nearest float32', async () => {
  const program = `
import json, struct, numpy as np
rng = np.random.default_rng(3)
halves = np.arange(65536, dtype="<u2")
floats = np.r_[np.array([0x7fa00001, 0xffc12345, 0x7f800001, 1], "<u4"), rng.integers(0, 2**32, 500, dtype="<u4")]
large = rng.integers(2**53, 2**63, 4000, dtype="<i8")
ties = np.array([2**60 + 2**36 + 1, 2**60 + 2**36, 2**60 + 3 * 2**36 - 1, -(2**60 + 2**36 + 1)], "<i8")
unsigned = np.r_[large.astype("<u8") * 2, np.array([2**64 - 1, 2**63 + 2**39 + 1], "<u8")]
signed = np.r_[large, -large, ties]
widened = halves.astype("<u4")
exponent, fraction = widened >> 10 & 31, widened & 1023
nan = (exponent == 31) & (fraction != 0)
f16 = halves.view("<f2").astype("<f4").view("<u4")
f16[nan] = (widened[nan] & 0x8000) << 16 | 0x7f800000 | fraction[nan] << 13
tensors = {
    "F16": (halves, f16), "BF16": (halves, widened << 16), "F32": (floats, floats),
    "I64": (signed, signed.astype("<f4").view("<u4")), "U64": (unsigned, unsigned.astype("<f4").view("<u4")),
}
header, data = {}, b""
for name, (raw, _) in tensors.items():
    raw = raw.tobytes()
    header[name] = {"dtype": name, "shape": [len(tensors[name][0])], "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(header).encode()
open("bits.safetensors", "wb").write(struct.pack("<Q", len(text)) + text + data)
np.savez("bits.npz", I64=signed, U64=unsigned.astype(">u8"), F32=floats.view("<f4"))
print(json.dumps({name: bits.tobytes().hex() for name, (_, bits) in tensors.items()}))
`;
  const bits = JSON.parse(python(program, folder)) as Record<string, string>;
  const { tensors: read } = await readSafetensors(bytesOf('bits.safetensors'));
  for (const [name, hex] of Object.entries(bits)) expect(hexOf(read[name]!.data), name).toBe(hex);
  for (const [name, { data }] of Object.entries(await readNpz(bytesOf('bits.npz'))))
    expect(hexOf(data), name).toBe(bits[name]);
});

describe('a Blob', () => {
  /** Records the size of every slice that is read. */
  function watched(bytes: Uint8Array<ArrayBuffer>): { blob: Blob; sizes: number[] } {
    const sizes: number[] = [];
    const blob = new Blob([bytes]);
    const slice = blob.slice.bind(blob);
    blob.slice = (begin, end) => {
      sizes.push(end! - begin!);
      return slice(begin, end);
    };
    blob.arrayBuffer = () => Promise.reject(new Error('read as a whole'));
    return { blob, sizes };
  }
  const one = 4 * 100_000;
  const several = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [
      name,
      { shape: [100_000], data: new Float32Array(100_000) },
    ]),
  );

  test('a safetensors file is read tensor by tensor', async () => {
    const { blob, sizes } = watched(writeSafetensors(several));
    expect(Object.keys((await readSafetensors(blob)).tensors)).toEqual(['a', 'b', 'c', 'd']);
    expect(Math.max(...sizes)).toBe(one);
    expect(sizes.filter((size) => size === one)).toHaveLength(4);
  });

  test('an archive is read entry by entry', async () => {
    const { blob, sizes } = watched(writeNpz(several));
    expect(Object.keys(await readNpz(blob))).toEqual(['a', 'b', 'c', 'd']);
    expect(Math.max(...sizes)).toBe(one + 128);
  });

  test('a compressed archive is read as NumPy packed it', async () => {
    const program =
      'import numpy as np; r = np.random.default_rng(1); a = r.normal(size=(700, 700)).astype("f4");' +
      'np.savez_compressed("c.npz", a=a, b=a[:3]); print(a.tobytes().hex())';
    const hex = python(program, folder).trim();
    const { blob, sizes } = watched(bytesOf('c.npz') as Uint8Array<ArrayBuffer>);
    const { a, b } = await readNpz(blob);
    expect(hexOf(a!.data)).toBe(hex);
    expect(b!.shape).toEqual([3, 700]);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 20);
  });
});

/** A safetensors file with this header and data. */
function safetensors(header: object | string, data: Uint8Array = new Uint8Array()): Uint8Array {
  const text = typeof header === 'string' ? header : JSON.stringify(header);
  const json = new TextEncoder().encode(text);
  const file = new Uint8Array(8 + json.length + data.length);
  new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
  file.set(json, 8);
  file.set(data, 8 + json.length);
  return file;
}

describe('a file from elsewhere', () => {
  it('may use any tensor name', async () => {
    const names = ['__proto__', 'constructor', 'data', '0', ''];
    const header = names.map((name, i) => {
      const entry = { dtype: 'F32', shape: [1], data_offsets: [4 * i, 4 * i + 4] };
      return `${JSON.stringify(name)}:${JSON.stringify(entry)}`;
    });
    const data = new Uint8Array(Float32Array.of(1, 2, 3, 4, 5).buffer);
    const { tensors } = await readSafetensors(safetensors(`{${header.join(',')}}`, data));
    expect(Object.keys(tensors).sort()).toEqual(names.sort());
    expect(Object.getPrototypeOf(tensors)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['shape']).toBeUndefined();
    const again = await readSafetensors(writeSafetensors(tensors));
    expect(again.tensors).toEqual(tensors);
  });

  const entry = { dtype: 'F32', shape: [1], data_offsets: [0, 4] };
  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['seven bytes', new Uint8Array(7)],
    ['a header longer than the file', new Uint8Array(8).fill(255)],
    ['no JSON', safetensors('{')],
    ['an offset outside', safetensors({ a: entry })],
    ['another type', safetensors({ a: { dtype: 'X9', shape: [0], data_offsets: [0, 0] } })],
    ['another key', safetensors({ a: { ...entry, more: 1 } }, new Uint8Array(4))],
    ['metadata that is a list', safetensors({ __metadata__: ['a'] })],
    ['metadata that is a number', safetensors({ __metadata__: { a: 1 } })],
    ['metadata that is nested', safetensors({ __metadata__: { a: { b: 'c' } } })],
    ['metadata that is null', safetensors({ __metadata__: null })],
  ])('that is %s is refused as safetensors with a reason', async (_, file) => {
    await expect(readSafetensors(file)).rejects.toHaveProperty('translate');
    await expect(
      readSafetensors(new Blob([file as Uint8Array<ArrayBuffer>])),
    ).rejects.toHaveProperty('translate');
  });

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a hundred zeros', new Uint8Array(100)],
    ['cut at its start', writeNpz(tensors).subarray(5)],
    ['cut at its end', writeNpz(tensors).subarray(0, -1)],
  ])('that is %s is refused as NPZ with a reason', async (_, file) => {
    await expect(readNpz(file)).rejects.toHaveProperty('translate');
    await expect(readNpz(new Blob([file as Uint8Array<ArrayBuffer>]))).rejects.toHaveProperty(
      'translate',
    );
  });
});
