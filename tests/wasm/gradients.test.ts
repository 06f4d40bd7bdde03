import { beforeAll, describe, expect, it } from 'vitest';
import type { NamedTensors, OperationInfo, Tensor } from '../../wasm/engine';
import { seeded } from '../support/seeded';
import { examples, exampleOf, names } from './examples';
import { newCalls, type Calls } from './module';
import { randomTensor } from './inputs';

let engine: Calls;
let all: Map<string, OperationInfo>;
beforeAll(async () => {
  engine = await newCalls();
  all = new Map(engine.module.operations().map((info) => [info.name, info]));
});

/** The result whose gradients are tested: the first one. */
const first = (outputs: object) => Object.entries(outputs as NamedTensors)[0]!;

describe('gradients', () => {
  it.each(names)('of %s equal the slopes of the results in random directions', (name) => {
    const example = { ...(examples[name] as typeof examples.softmax) };
    const call = exampleOf(name);
    const info = all.get(name)!;
    if (!info.has_gradients) {
      expect(() => engine.gradients(name as 'softmax', example, {})).toThrow(
        `expected an operation that has gradients, got "${name}"`,
      );
      return;
    }
    // Reformer's result jumps where a step changes a hash. Along this direction no hash changes.
    const random = seeded(name === 'reformer' ? 29 : names.indexOf(name));
    const parameters = engine.parameters(name as 'softmax', example);
    const inputs = (call.inputs ?? {}) as NamedTensors;
    const run = (p: NamedTensors, x: NamedTensors) =>
      first(engine.run(name as 'softmax', { ...example, parameters: p, inputs: x as never }));
    const [output, { shape }] = run(parameters, inputs);
    const d_output = randomTensor(random, ...shape) as Tensor;
    const gradients = engine.gradients(
      name as 'softmax',
      { ...example, parameters },
      { [`d_${output}`]: d_output },
    );

    const whole = new Set(['ids', 'source_ids', 'target_ids']);
    const floats = Object.keys(inputs).filter((input) => !whole.has(input));
    const expected = [...Object.keys(parameters), ...floats].map((one) => `d_${one}`);
    expect(Object.keys(gradients).sort()).toEqual(expected.sort());

    // Small steps forward and back along one random direction of all parameters and inputs.
    const directions = Object.fromEntries(
      [...Object.entries(parameters), ...floats.map((one) => [one, inputs[one]!] as const)].map(
        ([one, tensor]) => [one, randomTensor(random, ...tensor.shape).data],
      ),
    );
    const step = 2 ** -7;
    const moved = (tensors: NamedTensors, sign: number) =>
      Object.fromEntries(
        Object.entries(tensors).map(([one, tensor]) => {
          const direction = directions[one];
          const data = tensor.data.map((value, i) => value + sign * step * (direction?.[i] ?? 0));
          return [one, { ...tensor, data }];
        }),
      );
    const lossAt = (sign: number) => {
      const [, { data }] = run(moved(parameters, sign), moved(inputs, sign));
      return data.reduce((sum, value, i) => sum + value * d_output.data[i]!, 0);
    };
    const slope = (lossAt(1) - lossAt(-1)) / (2 * step);
    let along = 0;
    let size = 0;
    for (const [one, direction] of Object.entries(directions)) {
      const gradient = gradients[`d_${one}`]!;
      expect(gradient.data).toHaveLength(direction.length);
      for (const [i, value] of gradient.data.entries()) {
        along += value * direction[i]!;
        size += (value * direction[i]!) ** 2;
      }
    }
    // A wrong gradient of one tensor changes the sum by about the tensor's share of the root of the squares.
    expect(Math.abs(along - slope)).toBeLessThan(0.03 * Math.sqrt(size) + 1e-3);
  });
});
