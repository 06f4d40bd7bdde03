import { describe, expect, it } from 'vitest';
import type { NamedTensors } from '../../../wasm/engine';
import type { Fixture } from '../../../web/src/proof/fixtures';
import { refusal } from '../../../web/src/engine/checks/refusal';
import { groupsOf, worstOf } from '../../../web/src/proof/run';
import { compare, directionsOf, type ProvenEngine } from '../../../web/src/proof/verify';
import { messageOf } from '../../../web/src/words/refusal';
import { loadWords } from '../../../web/src/words/words';
import { vectorOf } from '../../support/tensor-of';

const fixture: Fixture = {
  name: 'linear/bias',
  operation: 'linear',
  config: { bias: true },
  module: 'MultiheadAttention',
  source: 'torch.nn.functional.linear',
  header: 'ops/linear.h',
  parameters: { weight: vectorOf(2) },
  inputs: { x: vectorOf(3) },
  outputs: { y: vectorOf(6) },
  d_outputs: { d_y: vectorOf(1) },
  gradients: { d_weight: vectorOf(3), d_x: vectorOf(2) },
};

/** Computes y = w x; PyTorch calls w weight. */
const engine: ProvenEngine = {
  async run(operation, { parameters, inputs }) {
    if (operation === 'from_pytorch') return { outputs: { w: inputs['weight']! } };
    if (operation === 'to_pytorch') return { outputs: { weight: inputs['w']! } };
    return { outputs: product(parameters!['w']!, inputs['x']!) };
  },
  gradients: async (_, { parameters, inputs }) => ({ d_w: inputs['x']!, d_x: parameters['w']! }),
};
const product = (w: { data: Float32Array }, x: { data: Float32Array }) => ({
  y: vectorOf(w.data[0]! * x.data[0]!),
});

describe('a case', () => {
  it('is compared in both directions, with parameters in PyTorch’s layout', async () => {
    expect(directionsOf(fixture)).toEqual(['forward', 'gradients']);
    for (const direction of directionsOf(fixture)) {
      const comparison = await compare(engine, fixture, direction);
      expect(comparison).toMatchObject({ name: 'linear/bias', direction, holds: true });
      expect(comparison.numbers).toBe(direction === 'forward' ? 1 : 2);
    }
  });

  it('has a separate tolerance for each direction', async () => {
    expect((await compare(engine, fixture, 'forward')).tolerance).toEqual({
      rtol: 1e-5,
      atol: 1e-6,
    });
    expect((await compare(engine, fixture, 'gradients')).tolerance).toEqual({
      rtol: 1e-4,
      atol: 1e-5,
    });
  });

  it('with parameters in our layout is not converted', async () => {
    const ours = {
      ...fixture,
      module: null,
      parameters: { w: vectorOf(2) },
      gradients: { d_w: vectorOf(3), d_x: vectorOf(2) },
    };
    for (const direction of directionsOf(ours))
      expect((await compare(engine, ours, direction)).holds).toBe(true);
  });

  it('without gradients is only compared forward', () => {
    expect(directionsOf({ ...fixture, gradients: {} })).toEqual(['forward']);
  });

  it.each<[string, Partial<Fixture>, 'forward' | 'gradients']>([
    ['a result', { outputs: { y: vectorOf(6.0001) } }, 'forward'],
    ['the gradient of an input', { gradients: { d_x: vectorOf(2.001) } }, 'gradients'],
    ['the gradient of a parameter', { gradients: { d_weight: vectorOf(3.001) } }, 'gradients'],
    ['a gradient that is missing', { gradients: { d_bias: vectorOf(0) } }, 'gradients'],
  ])('fails for %s that differs', async (_, change, direction) => {
    expect((await compare(engine, { ...fixture, ...change }, direction)).holds).toBe(false);
  });

  it('that the core refuses fails, with the reason', async () => {
    const words = 'expected words of the vocabulary, got {}';
    const refused = refusal(words, ['zebra']);
    const refusing = { ...engine, run: () => Promise.reject(refused) };
    const { holds, problem } = await compare(refusing, fixture, 'forward');
    expect(holds).toBe(false);
    // The page shows it in its language.
    const [en, de] = await Promise.all([loadWords('en'), loadWords('de')]);
    expect(messageOf(problem!)(en)).toContain('The model does not know zebra.');
    expect(messageOf(problem!)(de)).toContain('Das Modell kennt zebra nicht.');
  });

  it('rejects if the engine stops', async () => {
    const error = Object.assign(new Error('The engine stopped.'), { name: 'EngineError' });
    const broken = { ...engine, run: () => Promise.reject(error) };
    await expect(compare(broken, fixture, 'forward')).rejects.toBe(error);
  });
});

describe('a run', () => {
  const run = async (outputs: NamedTensors[], operation = 'linear') =>
    Promise.all(
      outputs.map((own) => compare(engine, { ...fixture, operation, outputs: own }, 'forward')),
    );

  it('groups by operation, counts failures and finds the worst', async () => {
    const [good, wrong] = await run([{ y: vectorOf(6) }, { y: vectorOf(7) }]);
    const [other] = await run([{ y: vectorOf(6.00001) }], 'softmax');
    const groups = groupsOf([good!, other!, wrong!]);
    expect(groups.map(({ operation, failures }) => [operation, failures])).toEqual([
      ['linear', 1],
      ['softmax', 0],
    ]);
    expect(groups[0]!.comparisons).toEqual([good, wrong]);
    expect(groups[0]!.worst).toBe(wrong);
    expect(worstOf([good!, other!])).toBe(other);
    expect(worstOf([good!, other!], 'gradients')).toBeNull();
  });

  it('ranks NaN worse than any number, and a failed comparison worst', async () => {
    const [far, nan, missing] = await run([
      { y: vectorOf(1e30) },
      { y: vectorOf(NaN) },
      { z: vectorOf(6) },
    ]);
    expect(worstOf([far!, nan!])).toBe(nan);
    expect(worstOf([nan!, far!])).toBe(nan);
    expect(worstOf([missing!, nan!, far!])).toBe(missing);
    expect(worstOf([far!, nan!, missing!])).toBe(missing);
  });
});
