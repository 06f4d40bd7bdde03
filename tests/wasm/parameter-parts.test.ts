/** The parameters of a held model as numbers: those of the file, rounded, and those that its products are made of. */
import { expect, it } from 'vitest';
import type { ParameterForm } from '../../wasm/engine';
import { partsOf } from '../../web/src/model/parameter-parts';
import { checkpoint, numbersOf } from './checkpoint-files';
import { engine } from './language-engine';

const ids = [2, 74, 177, 158, 118, 3];
const [layer, head] = [1, 2];
const attention = `layers.${layer}.attention`;
const inFile = `bert.encoder.layer.${layer}.attention`;
const names: Record<string, string> = {
  ...{ w_q: 'self.query', w_k: 'self.key', w_v: 'self.value', w_o: 'output.dense' },
};

const open = (weights: ParameterForm) => engine.checkpointModel({ ...checkpoint('bert'), weights });

it.each<[ParameterForm, number]>([
  ['float32', 0],
  ['float16', 2 ** -11],
  ['int8', 0.5 / 127],
])('held as %s are those of the file, within half a step', async (form, step) => {
  const folder = checkpoint('bert');
  const model = await open(form);
  const parts = partsOf(model.config, layer, head);
  for (const [field, theirs] of Object.entries(names)) {
    const place = parts.find(({ name }) => name === `${attention}.${field}`)!;
    const { shape, data } = await model.parameterPart(place);
    expect(shape).toEqual(field === 'w_o' ? [12, 48] : [48, 12]);
    // The file has [output, input].
    const numbers = numbersOf(folder.tensors[`${inFile}.${theirs}.weight`]!);
    data.forEach((value, i) => {
      const row = place.from[0]! + Math.floor(i / shape[1]!);
      const column = place.from[1]! + (i % shape[1]!);
      const group = numbers.subarray(column * 48, (column + 1) * 48);
      const most = step * Math.max(...group.map(Math.abs));
      const expected = numbers[column * 48 + row]!;
      expect(Math.abs(value - expected), `${field}[${row},${column}]`).toBeLessThanOrEqual(most);
    });
  }
});

it('held as int8 are what q, k and v are computed with', async () => {
  const model = await open('int8');
  const parts = partsOf(model.config, layer, head);
  const [x, ...fields] = [
    'layers.0.output',
    ...['q', 'k', 'v'].map((one) => `${attention}.${one}`),
  ];
  const { trace } = await model.inspect({ ids }, { fields: [x!, ...fields] });
  for (const field of fields) {
    const place = (symbol: string) =>
      parts.find(({ name }) => name === field.replace(/(.)$/, `${symbol}_$1`))!;
    const [w, b] = await Promise.all(['w', 'b'].map((one) => model.parameterPart(place(one))));
    for (const [token, column] of [
      [0, 0],
      [3, 5],
      [5, 11],
    ] as const) {
      let sum = b!.data[column]!;
      for (let i = 0; i < 48; ++i)
        sum += trace[x!]!.data[token * 48 + i]! * w!.data[i * 12 + column]!;
      const got = trace[field]!.data[(head * ids.length + token) * 12 + column]!;
      // The left operand is rounded to 16 bits.
      expect(Math.abs(got - sum), field).toBeLessThan(1e-3);
    }
  }
});

it('are refused outside the model', async () => {
  const model = await open('int8');
  const name = `${attention}.w_q`;
  await expect(model.parameterPart({ name: 'w_q', from: [0, 0], to: [1, 1] })).rejects.toThrow(
    'expected a parameter of this model, got "w_q"',
  );
  for (const to of [[49, 1], [48, 49], [0, 1], [48]])
    await expect(model.parameterPart({ name, from: [0, 0], to })).rejects.toThrow(
      `expected a part of ${name} with shape [48, 48]`,
    );
});
