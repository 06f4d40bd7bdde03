/** Compares a whole model's generated tokens, and the gradients of its numbers, with the model's own answers. */
import { describe, expect, it } from 'vitest';
import type { TokenModel } from '../../web/src/engine/client/engine';
import { small, stirred } from './small-model';
import { engine } from './training-engine';

describe('generate', () => {
  const harmless = { field: 'embedded', index: [0, 39], value: 0 };

  it('returns the same tokens with and without the cache', async () => {
    for (const config of [small, { ...small, rotary: 0, positions: 'sinusoidal' as const }]) {
      const model = await stirred(engine, config);
      for (const temperature of [0, 0.8]) {
        const options = { count: 37, temperature, seed: 4 };
        const cached = await model.generate([1, 2, 3, 4], options);
        // Only the last place reads the replaced one, so no earlier token depends on it.
        const plain = await model.generate([1, 2, 3, 4], { ...options, interventions: [harmless] });
        expect(cached.ids).toHaveLength(37);
        expect(plain.ids.slice(0, -1)).toEqual(cached.ids.slice(0, -1));
        cached.steps
          .slice(0, -1)
          .forEach(({ probability }, i) =>
            expect(plain.steps[i]!.probability).toBeCloseTo(probability, 5),
          );
      }
    }
  });

  it('takes the most probable token that inspect returns', async () => {
    const model = await stirred(engine, small);
    const tokens: number[] = [];
    const { ids, steps } = await model.generate([5, 0], {
      count: 20,
      onToken: ({ id }) => tokens.push(id),
    });
    expect(tokens).toEqual(ids);
    for (let i = 0; i < ids.length; i++) {
      const { answers } = await model.inspect({ ids: [5, 0, ...ids.slice(0, i)] });
      expect(answers.at(-1)![0]!.id).toBe(ids[i]);
      expect(steps[i]!.probability).toBeCloseTo(answers.at(-1)![0]!.probability, 5);
    }
  });

  it('draws by its seed, and stops at the last token', async () => {
    const model = await stirred(engine, small);
    const draw = async (seed: number, more = {}) =>
      (await model.generate([1], { count: 40, temperature: 1, seed, ...more })).ids;
    const drawn = await draw(1);
    expect(await draw(1)).toEqual(drawn);
    expect(await draw(2)).not.toEqual(drawn);
    expect((await draw(1, { count: 20 })).join()).toBe(drawn.slice(0, 20).join());
    const end_id = drawn[18]!;
    expect(await draw(1, { end_id })).toEqual(drawn.slice(0, drawn.indexOf(end_id) + 1));
  });

  it('can be aborted between tokens', async () => {
    const model = await stirred(engine, small);
    const stop = new AbortController();
    const tokens: number[] = [];
    const onToken = ({ id }: { id: number }) => {
      if (tokens.push(id) === 20) stop.abort();
    };
    const generating = model.generate([1], { count: 500, signal: stop.signal, onToken });
    await expect(generating).rejects.toThrow('abort');
    expect(tokens).toEqual((await model.generate([1], { count: 20 })).ids);
  });
});

describe('an intervention that adds', () => {
  const ids = [1, 7, 3, 4];
  const layer = 'layers.0.attention';

  it('equals replacing the numbers by the sums', async () => {
    const model = await stirred(engine, small);
    const { trace, logits } = await model.inspect({ ids }, { keep: 'trace' });
    const { data, shape } = trace[`${layer}.k`]!;
    const [, , n = 0, width = 0] = shape;
    const row = data.slice(2 * width, 3 * width);
    expect(n).toBe(4);
    const shifted = await model.inspect(
      { ids },
      { interventions: [{ layer, field: 'k', index: [0, 0, 2], value: 0.75, adds: true }] },
    );
    const replaced = await model.inspect(
      { ids },
      {
        interventions: [
          { layer, field: 'k', index: [0, 0, 2], value: row.map((number) => number + 0.75) },
        ],
      },
    );
    expect(shifted.logits).toEqual(replaced.logits);
    expect(shifted.logits).not.toEqual(logits);
  });

  it('cannot multiply as well', async () => {
    const model = await stirred(engine, small);
    const both = { layer, field: 'k', value: 2, adds: true, multiplies: true };
    await expect(model.inspect({ ids }, { interventions: [both] })).rejects.toThrow(
      'that multiplies or adds, got both',
    );
  });
});

describe('gradients', () => {
  const places = {
    'a logit': { field: 'logits', index: [0, 3, 2] },
    'a weight': { layer: 'layers.1.attention', field: 'weights', index: [0, 0, 3, 1] },
    'the logarithm of a probability': { field: 'log_probabilities', index: [0, 2, 5] },
  };
  const ids = [1, 7, 3, 4];

  /** The number itself; a probability is computed in double from its row of logits. */
  async function numberAt(
    model: TokenModel,
    { layer, field, index }: { layer?: string; field: string; index: number[] },
    interventions: object[] = [],
  ): Promise<number> {
    const name = layer ? `${layer}.${field}` : field;
    const isLog = field === 'log_probabilities';
    const fields = [isLog ? 'logits' : name];
    const { trace } = await model.inspect({ ids }, { interventions, fields } as never);
    const { shape, data } = trace[fields[0]!]!;
    const cell = index.reduce((at, i, axis) => at * shape[axis]! + i, 0);
    if (!isLog) return data[cell]!;
    const width = shape.at(-1)!;
    const row = data.slice(cell - (cell % width), cell - (cell % width) + width);
    return data[cell]! - Math.log(row.reduce((sum, x) => sum + Math.exp(x), 0));
  }

  it.each(Object.entries(places))('of %s equal central differences', async (_, of) => {
    const model = await stirred(engine, small);
    const found = await model.gradients({ ids }, { of });
    expect(found.number).toBeCloseTo(await numberAt(model, of), 5);
    const parameters = await model.parameters();
    expect(Object.keys(found.d_parameters)).toEqual(Object.keys(parameters));
    const step = 4e-3;
    for (const [name, { shape, data }] of Object.entries(parameters)) {
      const direction = data.map((_, i) => Math.cos(3 * i + data.length));
      const at = async (by: number) => {
        const moved = data.map((x, i) => x + by * direction[i]!);
        await model.setParameters({ [name]: { shape, data: moved } });
        return numberAt(model, of);
      };
      const slope = ((await at(step)) - (await at(-step))) / (2 * step);
      await model.setParameters({ [name]: { shape, data } });
      const d = found.d_parameters[name]!.data.reduce((sum, x, i) => sum + x * direction[i]!, 0);
      expect(Math.abs(d - slope), `${name}: ${d} ${slope}`).toBeLessThan(
        2e-3 + 0.02 * Math.abs(slope),
      );
    }
    // Interventions shift the fields.
    const { trace } = await model.inspect({ ids }, { keep: 'trace' });
    const before = [
      'embedded',
      'layers.0.attention.scores',
      'layers.0.output',
      'layers.1.attention.q',
    ];
    for (const name of before) {
      const dot = name.lastIndexOf('.');
      const place =
        dot < 0 ? { field: name } : { layer: name.slice(0, dot), field: name.slice(dot + 1) };
      const { data } = trace[name]!;
      const direction = data.map((_, i) => Math.sin(5 * i + 1));
      const at = (by: number) =>
        numberAt(model, of, [{ ...place, value: data.map((x, i) => x + by * direction[i]!) }]);
      const slope = ((await at(step)) - (await at(-step))) / (2 * step);
      const d = found.d_fields[name]!.data.reduce((sum, x, i) => sum + x * direction[i]!, 0);
      expect(Math.abs(d - slope), `${name}: ${d} ${slope}`).toBeLessThan(
        2e-3 + 0.02 * Math.abs(slope),
      );
    }
  });

  it('of contributions equal those of the context that they add up to', async () => {
    const model = await stirred(engine, small);
    const of = places['a logit'];
    const layer = 'layers.1.attention';
    const context = (index: (number | null)[], value: number, how: object) => ({
      ...{ layer, field: 'context', index, value },
      ...how,
    });
    // A contribution counts before all other changes of the context.
    const changes = [
      context([0, 0, 3, 0], 2, { multiplies: true }),
      context([0, 0, 3, 1], 0.5, {}),
      context([0, null, null, 2], 0.25, { adds: true }),
    ];
    const { d_fields } = await model.gradients({ ids }, { of, interventions: changes });
    const { shape, data } = d_fields[`${layer}.contributions`]!;
    const [, , , width = 0] = shape;
    const { trace } = await model.inspect({ ids }, { keep: 'trace' });
    expect(shape).toEqual(trace[`${layer}.context`]!.shape);
    for (const column of [0, 1, 2, 3]) {
      const at = (by: number) =>
        numberAt(model, of, [context([0, 0, 3, column], by, { adds: true }), ...changes]);
      const slope = ((await at(4e-3)) - (await at(-4e-3))) / 8e-3;
      const found = data[3 * width + column]!;
      expect(Math.abs(found - slope)).toBeLessThan(2e-3 + 0.02 * Math.abs(slope));
      expect(found === 0).toBe(column === 1);
    }
  });

  it('are returned for the named fields only, and do not flow through a replaced number', async () => {
    const model = await stirred(engine, small);
    const of = places['a logit'];
    const all = await model.gradients({ ids }, { of });
    const fields = ['w_out', 'layers.0.attention.q', 'layers.0.attention.w_q'];
    const some = await model.gradients({ ids }, { of, fields });
    expect(some).toEqual({
      number: all.number,
      d_fields: { [fields[1]!]: all.d_fields[fields[1]!] },
      d_parameters: {
        [fields[0]!]: all.d_parameters[fields[0]!],
        [fields[2]!]: all.d_parameters[fields[2]!],
      },
    });
    const interventions = [{ layer: 'layers.1', field: 'output', value: 0.5 }];
    const blocked = await model.gradients({ ids }, { of, interventions, fields });
    expect(blocked.d_parameters['w_out']!.data.some((x) => x !== 0)).toBe(true);
    expect(blocked.d_parameters[fields[2]!]!.data.every((x) => x === 0)).toBe(true);
  });
});
