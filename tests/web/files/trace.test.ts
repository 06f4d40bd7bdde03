/** Python reads an exported trace, and the lab reads it back unchanged. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { defaultState } from '../../../web/src/settings/state';
import type { ExportedTrace } from '../../../web/src/files/trace';
import { traceJson } from '../../../web/src/files/trace-json';
import { traceNpz } from '../../../web/src/files/trace-npz';
import { python } from '../../support/python';
import { openBytes, tensorsOf } from './source-of';

const folder = mkdtempSync(join(tmpdir(), 'attention-trace-'));
afterAll(() => rmSync(folder, { recursive: true }));

const trace: ExportedTrace = {
  state: { ...defaultState, text: 'a <b>&#38; ☃ "q"', num_heads: 4, head: null, mask: 'causal' },
  tokens: ['a', '<b>', '☃', '"q"'],
  keys: ['a', '<b>', '☃', '"q"'],
  opened: null,
  untrained: true,
  tensors: [
    [
      'x',
      { axes: ['query', 'd_model'], shape: [2, 2], data: new Float32Array([0.1, -0, 1e-40, 3]) },
    ],
    [
      'masked_scores',
      {
        axes: ['batch', 'head', 'query', 'key'],
        shape: [1, 1, 2, 2],
        data: new Float32Array([1 / 3, -Infinity, NaN, Infinity]),
      },
    ],
  ],
};
const files: Record<string, Uint8Array> = {
  'trace.json': new TextEncoder().encode(traceJson(trace)),
  'trace.npz': traceNpz(trace),
};

describe.each(Object.entries(files))('%s', (name, bytes) => {
  test('is read back bit for bit, with tokens and settings', async () => {
    const file = await openBytes(bytes, name);
    const { tensors: wanted, ...note } = trace;
    expect(file.note).toEqual(note);
    const tensors = await tensorsOf(file);
    expect([...tensors.keys()]).toEqual(wanted.map(([key]) => key));
    for (const [key, tensor] of wanted) {
      expect(tensors.get(key)!.shape).toEqual(tensor.shape);
      // Every NaN has the same bits here.
      expect(
        [...tensors.get(key)!.data].every((value, i) => Object.is(value, tensor.data[i])),
      ).toBe(true);
    }
  });

  test('is read by Python', () => {
    writeFileSync(join(folder, name), bytes);
    const load = name.endsWith('npz')
      ? 'z = np.load("trace.npz", allow_pickle=False); note = json.loads(z["attention_lab"].tobytes()); x, m = z["x"], z["masked_scores"]'
      : 'note = json.load(open("trace.json", encoding="utf-8")); x, m = (np.array(t["data"], "f4").reshape(t["shape"]) for t in note["tensors"].values())';
    const output = python(
      `import json, numpy as np\n${load}\nprint(json.dumps([note["state"], note["untrained"], note["tokens"], list(m.shape), x.tobytes().hex(), str(m.ravel())]))`,
      folder,
    );
    const bits = Buffer.from(trace.tensors[0]![1].data.buffer).toString('hex');
    expect(JSON.parse(output)).toEqual([
      trace.state,
      true,
      trace.tokens,
      [1, 1, 2, 2],
      bits,
      '[0.33333334       -inf        nan        inf]',
    ]);
  });
});

test('the untrained flag of a file is kept; a sentence is always untrained', async () => {
  const noteOf = async (change: object) => {
    const text = JSON.stringify({ ...(JSON.parse(traceJson(trace)) as object), ...change });
    return (await openBytes(new TextEncoder().encode(text), 'trace.json')).note!.untrained;
  };
  expect(await noteOf({ given: 'rows.npz', untrained: false })).toBe(false);
  expect(await noteOf({ given: 'rows.npz', untrained: true })).toBe(true);
  // Traces of earlier versions of the lab.
  expect(await noteOf({ given: 'rows.npz', untrained: undefined })).toBe(false);
  expect(await noteOf({ given: null, untrained: undefined })).toBe(true);
});

test('the same trace gives the same bytes', () => {
  expect(Buffer.from(traceNpz(trace)).equals(files['trace.npz']!)).toBe(true);
});

test('JSON that is not a trace is refused with its beginning', async () => {
  const opened = (text: string) => openBytes(new TextEncoder().encode(text), 'recipe.json');
  await expect(opened('{"task":"sort","seed":1}')).rejects.toThrow(
    'This is not a trace saved by this lab: {"task":"sort","seed":1}.',
  );
  await expect(opened('{"format":"another"}')).rejects.toThrow('saved by this lab: "another".');
});
