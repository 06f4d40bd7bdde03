/** Files written by NumPy and PyTorch are read as these libraries read them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isNamedWeights } from '../../../web/src/files/choose';
import { npyOf } from '../../../web/src/files/npy';
import { readNpz } from '../../../web/src/files/tensor-files';
import { openBytes, tensorsOf } from './source-of';
import { python } from '../../support/python';

const folder = mkdtempSync(join(tmpdir(), 'attention-read-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Prints each array with its values as float32, row-major. */
const program = `
import io, json, struct, warnings
import numpy as np, torch
warnings.simplefilter("ignore")
expected = {}
def note(name, array):
    a = np.ascontiguousarray(np.asarray(array), dtype="<f4")
    expected[name] = {"shape": list(np.asarray(array).shape), "hex": a.tobytes().hex()}

rng = np.random.default_rng(5)
values = rng.normal(size=(2, 3, 4)) * 10.0 ** rng.integers(-6, 4, size=(2, 3, 4))
types = ["<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "|i1", "|u1", "<i2", ">u2", "<i4", ">u4",
         "<i8", ">u8", "|b1"]
for i, t in enumerate(types):
    kind = np.dtype(t).kind
    a = values.astype(t) if kind in "fi" else (np.abs(values) % 200).astype(t)
    for order in "CF":
        b = np.array(a, order=order)
        for version in [(1, 0), (2, 0), (3, 0)]:
            name = f"{i}{order}{version[0]}.npy"
            with open(name, "wb") as file:
                np.lib.format.write_array(file, b, version=version)
            note(name, a)
extremes = np.float16([np.inf, -np.inf, np.nan, 6e-8, 65504, -0.0, 1.5, 0])
np.save("half.npy", extremes); note("half.npy", extremes)
np.save("scalar.npy", np.float32(2.5)); note("scalar.npy", np.float32(2.5))
np.save("empty.npy", np.zeros((0, 3), "f4")); note("empty.npy", np.zeros((0, 3)))

q, k, v = (rng.normal(size=(3, 5, 4)).astype("f4") for _ in range(3))
long_weights = rng.random(size=(5, 2)).astype("f4")
words = ["Die", "Straße", "😀!", "", "breit "]
np.savez("words.npz", q=q, k=k, v=v, tokens=np.array(words), note=np.array("text"))
np.savez_compressed("big.npz", weights=long_weights, tokens=np.array(words).astype(">U9"), labels=np.array(["other"] * 600),
                    key_tokens=np.array([b"one", "zwölf".encode()]), table=np.array([["a"], ["b"]]))
np.savez("tokens.npz", weights=long_weights, tokens=np.array(["a"] * 513))
long = rng.integers(0, 3, size=(70, 300)).astype("f8")
for name, save in [("stored.npz", np.savez), ("deflated.npz", np.savez_compressed)]:
    save(name, q=q, k=np.asfortranarray(k), long=long)
    for key, array in [("q", q), ("k", k), ("long", long)]:
        note(f"{name}:{key}", array)

def safetensors(name, tensors, metadata=None):
    header, data = ({"__metadata__": metadata} if metadata else {}), b""
    for key, (dtype, tensor) in tensors.items():
        raw = (tensor.view(torch.int16) if dtype == "BF16" else tensor).numpy().tobytes()
        header[key] = {"dtype": dtype, "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
        note(f"{name}:{key}", tensor.float().numpy())
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    open(name, "wb").write(struct.pack("<Q", len(text)) + text + data)
x = torch.randn(2, 3, 4, generator=torch.Generator().manual_seed(1)) * 100
safetensors("all.safetensors", {
    "model.q": ("F32", x), "half": ("F16", x.half()), "brain": ("BF16", x.bfloat16()),
    "double": ("F64", x.double()), "i8": ("I8", x.to(torch.int8)), "u8": ("U8", x.abs().to(torch.uint8)),
    "i16": ("I16", x.to(torch.int16)), "i32": ("I32", x.to(torch.int32)), "i64": ("I64", x.to(torch.int64)),
    "bool": ("BOOL", (x > 0)), "__proto__": ("F32", x[0]), "scalar": ("F32", torch.tensor(7.0)),
}, {"format": "pt"})
# A header whose length begins with the byte of a brace.
safetensors("brace.safetensors", {"a" * (123 - 64): ("F32", x[0])})
print(json.dumps(expected))
`;

let expected: Record<string, { shape: number[]; hex: string }>;
beforeAll(() => {
  expected = JSON.parse(python(program, folder)) as typeof expected;
});

const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
const hexOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('hex');

test('arrays of every type, order and version are read as NumPy reads them', async () => {
  const names = Object.keys(expected).filter((name) => name.endsWith('.npy'));
  expect(names).toHaveLength(15 * 2 * 3 + 3);
  for (const name of names) {
    const file = await openBytes(bytesOf(name), name);
    expect(file.tensors.map((tensor) => tensor.name)).toEqual([name.replace('.npy', '')]);
    const { shape, data } = await file.tensors[0]!.read();
    expect(shape, name).toEqual(expected[name]!.shape);
    expect(hexOf(data), name).toBe(expected[name]!.hex);
  }
});

describe.each(['stored.npz', 'deflated.npz', 'all.safetensors', 'brace.safetensors'])(
  '%s',
  (name) => {
    test('has every tensor', async () => {
      const file = await openBytes(bytesOf(name), name);
      expect(file.note).toBeNull();
      const tensors = await tensorsOf(file);
      const wanted = Object.keys(expected).filter((key) => key.startsWith(`${name}:`));
      expect(tensors.size).toBe(wanted.length);
      for (const key of wanted) {
        const tensor = tensors.get(key.slice(name.length + 1))!;
        expect(tensor.shape, key).toEqual(expected[key]!.shape);
        expect(hexOf(tensor.data), key).toBe(expected[key]!.hex);
      }
    });
  },
);

test('arrays of strings named tokens and key_tokens label the rows, as in NumPy', async () => {
  const words = ['Die', 'Straße', '😀!', '', 'breit '];
  const some = await openBytes(bytesOf('words.npz'));
  expect(some.tensors.map(({ name }) => name)).toEqual(['q', 'k', 'v']);
  expect(some.words).toEqual({ tokens: words });
  const both = await openBytes(bytesOf('big.npz'));
  expect(both.tensors.map(({ name }) => name)).toEqual(['weights']);
  expect(both.words).toEqual({ tokens: words, keyTokens: ['one', 'zwölf'] });
  await expect(openBytes(bytesOf('tokens.npz'))).rejects.toThrow(/1 to 512 tokens/);
  expect((await openBytes(bytesOf('stored.npz'))).words).toEqual({});
});

test('the array of a file has the whole name of the file, but no invisible characters', async () => {
  const nameOf = async (name: string) =>
    (await openBytes(npyOf({ shape: [1, 1], data: Float32Array.of(1) }), name)).tensors[0]!.name;
  const long = `${'a'.repeat(55)}_attention_weights`;
  expect(await nameOf(`${long}.npy`)).toBe(long);
  expect(isNamedWeights(await nameOf(`${long}.npy`))).toBe(true);
  expect(await nameOf('a\u202eb.npy')).toBe('a·b');
  expect(await nameOf('a'.repeat(10_000))).toHaveLength(256);
});

test('only the requested tensor of a large model is read', async () => {
  const bytes = bytesOf('all.safetensors');
  const { readFile } = await import('../../../web/src/files/read-file');
  let max = 0;
  const read = (begin: number, end: number) => {
    max = Math.max(max, end);
    return Promise.resolve(bytes.slice(begin, end));
  };
  // The first read detects the format; this file is shorter than that.
  const file = await readFile({ name: 'a', size: bytes.length, read });
  max = 0;
  await file.tensors.find(({ name }) => name === 'model.q')!.read();
  expect(max).toBeLessThan(bytes.length - 500);
});

/**
 * The archives of tests/golden/files.py cover each kind of deflate block, sizes after the data, zip64, and all types.
 */
test('the golden archives are read as NumPy reads them', async () => {
  const golden = new URL('../../golden/files/', import.meta.url);
  const program = `
import glob, json, numpy as np
read = {}
for name in sorted(glob.glob("*.npz")):
    with np.load(name) as z, np.errstate(over="ignore"):
        read[name] = {k: [list(z[k].shape), z[k].astype("<f4").tobytes().hex()] for k in z.files}
print(json.dumps(read))
`;
  const read = JSON.parse(python(program, fileURLToPath(golden))) as Record<string, object>;
  expect(Object.keys(read).length).toBeGreaterThan(6);
  for (const [name, arrays] of Object.entries(read)) {
    const tensors = await readNpz(new Uint8Array(readFileSync(new URL(name, golden))));
    const got = Object.entries(tensors).map(([key, { shape, data }]) => [
      key,
      [shape, hexOf(data)],
    ]);
    expect(Object.fromEntries(got), name).toEqual(arrays);
  }
});
