/** The arrays of a call: copied or taken over, filled with results, refused by name. */
import { describe, expect, it } from 'vitest';
import { createEngine, EngineError } from '../../web/src/engine/client/engine';
import { seeded } from '../support/seeded';
import { engine } from './attention-engine';
import { randomTensor } from './inputs';
import { wasmBinary } from './module';

const x = randomTensor(seeded(1), 5, 8);
const config = { d_model: 8, num_heads: 2 };

describe('arrays', () => {
  const tensor = () => ({ shape: [1, 2], data: Float32Array.of(1, 1) });
  const halves = Float32Array.of(0.5, 0.5);

  it('are copied when a call is made: later writes change nothing', async () => {
    const scores = tensor();
    const model = await engine.prepare('multi_head', { config, seed: 1 });
    const query = structuredClone(x);
    const expected = await model.run({ query });
    const [softened, run] = [engine.run('softmax', { inputs: { scores } }), model.run({ query })];
    scores.data[0] = 9;
    query.data.fill(9);
    expect((await softened).outputs.weights.data).toEqual(halves);
    expect(await run).toEqual(expected);
  });

  it('of inputs are transferred on request, to an operation or a model', async () => {
    const [scores, query] = [tensor(), structuredClone(x)];
    const softened = engine.run('softmax', { inputs: { scores } }, { transfer: true });
    expect(scores.data).toHaveLength(0);
    expect((await softened).outputs.weights.data).toEqual(halves);
    const model = await engine.prepare('multi_head', { config, seed: 1 });
    const expected = await model.run({ query });
    expect(await model.run({ query }, { transfer: true })).toEqual(expected);
    expect(query.data).toHaveLength(0);
  });

  it('for results are filled by an operation, a model or gradients', async () => {
    const weights = new Float32Array(2);
    await engine.run('softmax', { inputs: { scores: tensor() } }, { into: { weights } });
    expect(weights).toEqual(halves);
    const model = await engine.prepare('multi_head', { config, seed: 1 });
    const [output, d_query] = [new Float32Array(40), new Float32Array(40)];
    const run = await model.run({ query: x }, { keep: 'trace', into: { output } });
    expect(run.outputs.output.data).toBe(output);
    expect(output).toEqual(run.trace['output']!.data);
    await model.gradients({ query: x }, { d_output: x }, { into: { d_query } });
    expect(d_query).toEqual(
      (await model.gradients({ query: x }, { d_output: x }))['d_query']!.data,
    );
  });

  it('for results of another name or length are refused by name', async () => {
    const run = (into: Record<string, Float32Array>) =>
      engine.run('softmax', { inputs: { scores: tensor() } }, { into });
    await expect(run({ output: halves })).rejects.toThrow('(weights), got "output"');
    await expect(run({ weights: new Float32Array(3) })).rejects.toThrow('for "weights", got 3');
  });

  it('for results are checked before a call changes a model', async () => {
    const model = await engine.prepare('encoder_layer', {
      config: { ...config, d_ff: 8, causal: 'end' },
      seed: 1,
    });
    const untrained = await model.parameters();
    const first = { x: { shape: [1, 8], data: x.data.slice(0, 8) } };
    const bad = [
      [{ other: new Float32Array(8) }, '(output), got "other"'],
      [{ output: new Float32Array(7) }, 'expected "into" to hold 8 numbers for "output", got 7'],
    ] as const;
    for (const [into, message] of bad)
      await expect(model.step(first, { into })).rejects.toThrow(message);
    const output = new Float32Array(8);
    expect((await model.step(first, { into: { output } })).length).toBe(1);
    expect(output.some((number) => number !== 0)).toBe(true);

    const options = { into: { output } } as object;
    const refused = 'expected no "into" for a call without results, got "output"';
    await expect(model.train({ x }, { output: x }, {}, options)).rejects.toThrow(refused);
    await expect(model.setParameters(untrained, options)).rejects.toThrow(refused);
    await expect(engine.prepare('multi_head', { config, seed: 1 }, options)).rejects.toThrow(
      refused,
    );
    expect(await model.parameters()).toEqual(untrained);
    expect((await model.step(first)).length).toBe(2);
  });

  it('for results are refused before a whole model is made', async () => {
    const language = await createEngine({
      wasmBinary: wasmBinary('language.wasm'),
      worker: false,
    });
    const config = {
      architecture: 'encoder_only',
      d_model: 8,
      layers: 1,
      heads: 2,
      d_ff: 8,
      vocab_size: 10,
      max_length: 8,
    } as const;
    const options = { into: { output: new Float32Array(8) } } as object;
    await expect(language.model({ config, seed: 1 }, options)).rejects.toThrow(
      'expected no "into"',
    );
    expect((await language.info()).models).toBe(0);
    await language.model({ config, seed: 1 });
    expect((await language.info()).models).toBe(1);
    language.close();
  });

  it('without elements may be empty, but not detached', async () => {
    const run = (weights: Float32Array) =>
      engine.run(
        'softmax',
        { inputs: { scores: { shape: [0, 2], data: new Float32Array(0) } } },
        { into: { weights } },
      );
    const weights = new Float32Array(0);
    expect((await run(weights)).outputs.weights.data).toBe(weights);
    const detached = new Float32Array(0);
    structuredClone(detached, { transfer: [detached.buffer] });
    await expect(run(detached)).rejects.toThrow('its buffer not detached');
  });

  it('that cannot be read are refused by name, and the engine keeps working', async () => {
    const model = await engine.prepare('multi_head', { config, seed: 1 });
    const scores = tensor();
    structuredClone(scores.data, { transfer: [scores.data.buffer] });
    const throwing = {
      get shape(): number[] {
        throw new Error('thrown by a getter');
      },
      data: halves,
    };
    for (const [input, reason] of [
      [scores, '"scores.data"'],
      [throwing, 'thrown by a getter'],
    ] as const) {
      const refused = engine.run('softmax', { inputs: { scores: input } });
      await expect(refused).rejects.toThrow(reason);
      await expect(refused).rejects.not.toBeInstanceOf(EngineError);
    }
    expect(model.isGone).toBe(false);
    expect((await model.run({ query: x })).outputs.output.shape).toEqual([5, 8]);
  });
});
