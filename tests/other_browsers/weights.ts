/** The weights that a lab must show, from the double-precision reference. */
import { disagreements } from '../browser/playground/agreement.ts';
import { inputsOf } from '../browser/playground/inputs.ts';
import { attend, type Matrix } from '../browser/support/reference.ts';
import { tableOf, becomes } from './views.ts';
import type { Tab } from './tab.ts';

export interface Shown {
  words: string[];
  mask: 'none' | 'causal';
  head: number;
}

/** The weights of a lab with default settings otherwise; -Infinity where masked, as in the table. */
export async function weightsOf({ words, mask, head }: Shown): Promise<Matrix> {
  const settings = { d_model: 8, num_heads: 2, seed: 1, positions: 'sinusoidal' as const };
  const heads = attend(await inputsOf({ words, ...settings }), settings.num_heads, mask);
  return heads[head]!.weights.map((row, i) =>
    row.map((weight, j) => (mask === 'causal' && j > i ? -Infinity : weight)),
  );
}

/** Waits until the heatmap's table shows these weights. */
export async function expectWeights(tab: Tab, expected: Matrix): Promise<void> {
  const read = async () =>
    disagreements(
      (await tableOf(tab, 'attention-heatmap:not([field=q], [field=k], [field=v])')) ?? [],
      expected,
    );
  await becomes(read, []);
}

/** Waits until the bars' table shows this row. */
export async function expectBars(tab: Tab, row: number[]): Promise<void> {
  const read = async () => {
    const cells = (await tableOf(tab, 'attention-bars')) ?? [];
    return disagreements(
      cells.map(([weight]) => [weight!]),
      row.map((weight) => [weight === -Infinity ? 0 : weight]),
    );
  };
  await becomes(read, []);
}
