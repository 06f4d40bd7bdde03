/** What a lab shows after a setting was refused. */
import { describe, expect, it } from 'vitest';
import { LabComputation } from '../../../../web/src/elements/lab/lab-computation';
import type { LabEngine } from '../../../../web/src/elements/lab/lab-engine';
import { problemOf } from '../../../../web/src/elements/lab/lab-problem';
import { refusal } from '../../../../web/src/engine/checks/refusal';
import { defaultState, type LabState } from '../../../../web/src/settings/state';

const zeros = (...shape: number[]) => ({
  axes: shape.map((_, axis) => `axis${axis}`),
  shape,
  data: new Float32Array(shape.reduce((product, extent) => product * extent, 1)),
});

type Request = { inputs: { query: { shape: number[] } }; keep: string; max_keys: number[] };

/** Answers with zeros, and refuses what the core refuses. */
const engine = {
  run: (_: string, { config }: { config: { tokens: string[]; d_model: number } }) =>
    Promise.resolve({ outputs: { x: zeros(1, config.tokens.length, config.d_model) } }),
  async prepare(_: string, { config }: { config: { d_model: number; num_heads: number } }) {
    const { d_model, num_heads } = config;
    if (d_model % num_heads !== 0)
      throw refusal('expected num_heads to divide d_model {}, got {}', [
        `${d_model}`,
        `${num_heads}`,
      ]);
    return {
      isGone: false,
      dispose: () => {},
      async inspect({ inputs, keep, max_keys }: Request) {
        const n = inputs.query.shape[1]!;
        const [q, weights] = [
          zeros(1, num_heads, n, d_model / num_heads),
          zeros(1, num_heads, n, n),
        ];
        const row = { weights: zeros(n), ranking: zeros(n), rest_weight: zeros(1) };
        return {
          trace: keep === 'trace' ? { q, k: q, v: q, weights } : null,
          row: max_keys.map(() => row),
          mean: { weights: zeros(1, n, n) },
        };
      },
    };
  },
} as unknown as LabEngine;

/** The setting that is refused, and the shown result. */
async function shownAfter(
  computation: LabComputation,
  requested: LabState,
  changed: keyof LabState,
) {
  const last = await computation.run({ ...defaultState }, null);
  const error: unknown = await computation.run(requested, null).catch((error: unknown) => error);
  const { setting } = problemOf(error, changed);
  return { setting, last, shown: await computation.without(setting, requested, last) };
}

describe('a refused setting', () => {
  it('leaves the last result, with the rows of all its queries', async () => {
    const computation = new LabComputation(engine);
    const requested = { ...defaultState, num_heads: 3 };
    const { setting, last, shown } = await shownAfter(computation, requested, 'num_heads');
    expect(setting).toBe('num_heads');
    expect(shown).toBe(last);
    expect(await computation.row(shown, 1)).toBeDefined();
  });

  it('does not block the others, even without a control', async () => {
    const requested = { ...defaultState, word: NaN, text: 'a new sentence' };
    const { setting, shown } = await shownAfter(new LabComputation(engine), requested, 'text');
    expect(setting).toBe('word');
    expect(shown.state).toMatchObject({ text: 'a new sentence', word: 2 });
  });

  it('does not block the others together with a second one', async () => {
    const requested = { ...defaultState, text: '', num_heads: 5, mask: 'causal' as const };
    const { setting, shown } = await shownAfter(new LabComputation(engine), requested, 'mask');
    expect(setting).toBe('text');
    const { text, num_heads } = defaultState;
    expect(shown.state).toEqual({ ...requested, text, num_heads });
  });

  it('has its default in the first result, and the others are those requested', async () => {
    const requested = { ...defaultState, text: 'Time flies', num_heads: 4 };
    const { matrix } = defaultState;
    const refused = { ...requested, matrix: 'softmax' as typeof matrix };
    const first = await new LabComputation(engine).first('matrix', refused);
    expect(first!.requested).toEqual({ ...requested, matrix });
  });
});
