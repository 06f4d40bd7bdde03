/** Runs the scripts of "Copy as NumPy" and "Copy as PyTorch": they print the core's own numbers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AttentionTrace, Tensor, TensorInput } from '../../wasm/engine';
import { withFlatHeads, headsOf } from '../../web/src/tensors/qkv';
import { defaultState, type LabState } from '../../web/src/settings/state';
import { numpyScript } from '../../web/src/files/numpy';
import { pytorchScript } from '../../web/src/files/pytorch';
import type { Screen, Script } from '../../web/src/files/script';
import { python } from '../support/python';
import { seeded } from '../support/seeded';
import { randomTensor } from './inputs';

interface Case {
  readonly name: string;
  readonly screen: Screen;
  /** The core's numbers, which the script has to print. */
  readonly expected: Record<string, number[]>;
}

const kTolerance = 1e-5;
const folder = mkdtempSync(join(tmpdir(), 'attention-script-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Tokens that would end a string or a comment, or control a terminal. */
const words = ['the', 'cat', '猫', '"""', "\\'", 'a\nb', '#x', '\u202e', '\u{e0041}', '{h}', '%s'];
const tokensOf = (n: number) => Array.from({ length: n }, (_, i) => words[i % words.length]!);

type Mean = { scores?: Tensor; masked_scores?: Tensor; weights?: Tensor };

function expectedOf(trace: AttentionTrace, mean: Mean, state: LabState) {
  const { head, word: query, matrix: step } = state;
  const row = (data: Float32Array, columns: number, at: number) =>
    Array.from(data.subarray(at * columns, (at + 1) * columns));
  const grid = (field: 'scores' | 'masked_scores' | 'weights') => {
    const [, , n_query = 1, n_key = 1] = trace[field].shape;
    return head === null
      ? row(mean[field]!.data, n_key, query)
      : row(trace[field].data, n_key, head * n_query + query);
  };
  const [, , n_query = 1, d_head = 1] = trace.context.shape;
  const [, , d_model = 1] = trace.concat.shape;
  return {
    ...(step === 'scores' ? { scores: grid('scores') } : {}),
    ...(step === 'masked_scores' ? { masked: grid('masked_scores') } : {}),
    weights: grid('weights'),
    context:
      head === null
        ? row(trace.concat.data, d_model, query)
        : row(trace.context.data, d_head, head * n_query + query),
    output: row(trace.output.data, d_model, query),
  };
}

function fromSentence(session: Session, n: number, change: Partial<LabState>): Case {
  const state: LabState = { ...defaultState, ...change };
  const { d_model, num_heads, seed, positions, mask } = state;
  const tokens = tokensOf(n);
  const embedded = session.embed({ tokens, d_model, seed, positions });
  const layer = session.createMultiHead({ d_model, num_heads, seed, bias: false });
  const { x } = embedded;
  const inspected = session.inspect(layer, { query: x, key: x, value: x, mask }, {});
  const name = `${n} tokens, ${JSON.stringify(change)}`;
  const inputs = { embedding: embedded.embedding, parameters: session.parameters(layer) };
  return {
    name,
    screen: {
      ...{ state, tokens, keys: tokens, untrained: true },
      ...{ inputs, archive: 'parameters-"a".npz' },
    },
    expected: expectedOf(inspected.trace as never, inspected.mean, state),
  };
}

function fromFile(
  session: Session,
  shapes: Record<'q' | 'k' | 'v', number[]>,
  change: Partial<LabState>,
): Case {
  const random = seeded(11);
  const tensor = (shape: number[]): TensorInput => randomTensor(random, ...shape);
  const qkv = {
    name: 'x',
    q: tensor(shapes.q),
    k: tensor(shapes.k),
    v: tensor(shapes.v),
    tokens: tokensOf(shapes.q.at(-2)!),
  };
  const heads = headsOf(qkv);
  const { tokens, keys, q, k, v } = heads;
  const state: LabState = { ...defaultState, ...change, num_heads: q.shape[1]! };
  const options = { causal: state.mask === 'causal' ? 'end' : 'none' } as const;
  const inspected = session.module.inspect('scaled_dot_product', {}, {}, { q, k, v }, options);
  const trace = withFlatHeads(inspected.trace as never);
  const { output, ...expected } = expectedOf(trace, inspected.mean, state);
  expect(output).toEqual(expectedOf(trace, inspected.mean, { ...state, head: null }).context);
  return {
    name: `qkv ${JSON.stringify(shapes)}, ${JSON.stringify(change)}`,
    screen: { state, tokens, keys, untrained: false, inputs: { q, k, v }, archive: 'b.npz' },
    expected,
  };
}

function casesOf(session: Session): Case[] {
  const cases: Case[] = [];
  for (const mask of ['none', 'causal'] as const)
    for (const positions of ['none', 'sinusoidal'] as const)
      for (const head of [0, 1, null])
        cases.push(
          fromSentence(session, 6, { mask, positions, head, word: 3, matrix: 'masked_scores' }),
        );
  cases.push(
    fromSentence(session, 1, { num_heads: 1, d_model: 1, word: 0, matrix: 'scores' }),
    fromSentence(session, 3, { num_heads: 1, d_model: 5, word: 2, matrix: 'scores', head: null }),
    fromSentence(session, 11, { num_heads: 8, d_model: 8, word: 10, head: 7, seed: 999_999_999 }),
    // With more parameters than fit in the script, they go to a data file.
    fromSentence(session, 300, { num_heads: 4, d_model: 64, word: 299, head: 3, mask: 'causal' }),
    fromSentence(session, 512, {
      num_heads: 16,
      d_model: 64,
      word: 250,
      head: null,
      mask: 'causal',
      matrix: 'scores',
    }),
  );
  const self = { q: [2, 4, 3], k: [2, 4, 3], v: [2, 4, 3] };
  const cross = { q: [1, 2, 3, 4], k: [1, 2, 7, 4], v: [1, 2, 7, 4] };
  const fewKeys = { q: [2, 5, 4], k: [2, 3, 4], v: [2, 3, 4] };
  const grouped = { q: [4, 5, 6], k: [2, 8, 6], v: [2, 8, 6] };
  const narrow = { q: [4, 5, 6], k: [2, 8, 6], v: [2, 8, 3] };
  const large = { q: [8, 40, 16], k: [8, 60, 16], v: [8, 60, 16] };
  for (const shapes of [self, cross, fewKeys, grouped, narrow, large])
    for (const mask of ['none', 'causal'] as const)
      for (const head of [1, null])
        cases.push(fromFile(session, shapes, { mask, head, word: 0, matrix: 'masked_scores' }));
  cases.push(fromFile(session, { q: [3, 4], k: [5, 4], v: [5, 4] }, { head: 0, word: 2 }));
  return cases;
}

/** Runs script.py in every folder, and returns what each printed. */
const harness = `
import contextlib, io, json, os, pathlib, runpy, sys, warnings
warnings.simplefilter("error")
warnings.simplefilter("ignore", ResourceWarning)
import torch
said = {}
root = os.getcwd()
for script in sorted(pathlib.Path(".").glob("*/script.py")):
    os.chdir(script.parent)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        runpy.run_path("script.py", run_name="__main__")
    os.chdir(root)
    said[script.parent.name] = out.getvalue()
print(json.dumps(said))
`;
import { newSession, type Session } from './session';

/** The numbers under each heading. */
function numbersIn(printed: string): Record<string, { values: number[]; labels: string[] }> {
  const blocks: Record<string, { values: number[]; labels: string[] }> = {};
  let block: { values: number[]; labels: string[] } | null = null;
  for (const line of printed.split('\n')) {
    const [, value, label] = /^ {0,12}(-?(?:[\d.]+|inf))\x20{2}(.*)$/.exec(line) ?? [];
    if (value === undefined) {
      if (/^(scores|masked|weights|context|output)$/.test(line))
        block = blocks[line] = { values: [], labels: [] };
    } else {
      block!.values.push(
        value.endsWith('inf') ? Number(value.replace('inf', 'Infinity')) : Number(value),
      );
      block!.labels.push(label!);
    }
  }
  return blocks;
}

describe.each([
  ['NumPy', numpyScript],
  ['PyTorch', pytorchScript],
])('%s', (library, scriptOf) => {
  let cases: Case[];
  let scripts: Script[];
  let printed: Record<string, string>;

  beforeAll(async () => {
    cases = casesOf(await newSession());
    scripts = cases.map(({ screen }) => scriptOf(screen));
    const own = join(folder, library);
    scripts.forEach(({ text, dataFile }, i) => {
      const place = join(own, String(i));
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'script.py'), text);
      if (dataFile) writeFileSync(join(place, dataFile.name), dataFile.bytes);
    });
    printed = JSON.parse(python(harness, own)) as Record<string, string>;
  });

  test('prints the numbers of the screen', () => {
    expect(Object.keys(printed)).toHaveLength(cases.length);
    cases.forEach(({ name, screen, expected }, i) => {
      const blocks = numbersIn(printed[i]!);
      expect(Object.keys(blocks), name).toEqual(Object.keys(expected));
      for (const [field, numbers] of Object.entries(expected)) {
        const { values, labels } = blocks[field]!;
        expect(values.length, `${name}: ${field}`).toBe(numbers.length);
        numbers.forEach((number, j) => {
          const near = values[j] === number || Math.abs(values[j]! - number) <= kTolerance;
          expect(near, `${name}: ${field} ${j}: ${values[j]} for ${number}`).toBe(true);
        });
        if (field === 'weights' && !screen.keys.includes('a\nb'))
          expect(labels, name).toEqual(screen.keys);
      }
    });
  });

  test('says in a comment that parameters are random, and nothing of a file', () => {
    scripts.forEach(({ text }, i) => {
      const { untrained } = cases[i]!.screen;
      expect(/^# Untrained: the parameters are random numbers/m.test(text), cases[i]!.name).toBe(
        untrained,
      );
    });
  });

  test('contains small data, and reads large data from an archive', () => {
    const small = scripts[0]!;
    expect(small.dataFile).toBeNull();
    expect(small.text.split('\n').length).toBeLessThan(90);
    expect(scripts.filter(({ dataFile }) => dataFile)).toHaveLength(6);
    for (const { text } of scripts) {
      expect(text.length).toBeLessThan(30_000);
      expect(text).not.toMatch(/[^\P{C}\n]/u);
    }
  });
});
