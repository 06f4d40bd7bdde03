/** The parameters of a packed model as numbers: the file's, rounded, which are those that its products use. */
import { expect, it } from 'vitest';
import type { ParameterForm } from '../../wasm/engine';
import { editInterventions, type Edit } from '../../web/src/model/edits/edits';
import {
  changedParts,
  type ParameterPart,
  parameterParts,
} from '../../web/src/model/stages/parameter-parts';
import { checkpoint, numbersOf } from '../support/checkpoint-files';
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
])('packed as %s equal those of the file within half a rounding step', async (form, step) => {
  const folder = checkpoint('bert');
  const model = await open(form);
  const parts = parameterParts(model.config, layer, head);
  for (const [field, theirs] of Object.entries(names)) {
    const place = parts.find(({ name }) => name === `${attention}.${field}`)!;
    const { shape, data } = await model.parameterPart(place);
    expect(shape).toEqual(field === 'w_o' ? [12, 48] : [48, 12]);
    // The file stores [output, input].
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

it('packed as int8 are the numbers that q, k and v are computed from', async () => {
  const model = await open('int8');
  const parts = parameterParts(model.config, layer, head);
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

it.each<ParameterForm>(['float32', 'float16', 'int8'])(
  'of the table of tokens have a row for each, packed as %s as in a model to train',
  async (form) => {
    const [packed, whole] = [await open(form), await engine.checkpointModel(checkpoint('bert'))];
    const [place, step] = [{ name: 'embedding', from: [3, 5], to: [6, 9] }, form === 'int8'];
    const [got, expected] = [await packed.parameterPart(place), await whole.parameterPart(place)];
    expect(got.shape).toEqual([3, 4]);
    expect(expected.shape).toEqual([3, 4]);
    got.data.forEach((value, i) =>
      expect(Math.abs(value - expected.data[i]!)).toBeLessThan(step ? 0.05 : 1e-3),
    );
    const beyond = { name: 'embedding', from: [0, 0], to: [48, 49] };
    await expect(packed.parameterPart(beyond)).rejects.toThrow('with shape [260, 48], got');
  },
);

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

it.each<ParameterForm>(['float32', 'float16', 'int8'])(
  'packed as %s can be edited, and q, k, v and output follow',
  async (form) => {
    const model = await open(form);
    const n = ids.length;
    const layerIn = 'layers.0.output';
    const edits: Edit[] = [
      { layer: attention, field: 'w_q', index: [3, 26], value: 1.5 },
      { layer: attention, field: 'w_k', index: [7, null], value: -2, multiplies: true },
      { layer: attention, field: 'w_v', index: [null, 30], value: 0.25, adds: true },
      { layer: attention, field: 'b_q', index: [35], value: 2 },
      { layer: attention, field: 'w_o', index: [25, 4], value: -1 },
      { layer: attention, field: 'w_o', index: [25, 4], value: 3, multiplies: true },
    ];
    const interventions = editInterventions(edits);
    const names = ['q', 'k', 'v', 'concat', 'output'].map((one) => `${attention}.${one}`);
    const { trace } = await model.inspect({ ids }, { fields: [layerIn, ...names], interventions });
    const learned: Record<string, ParameterPart> = {};
    for (const place of parameterParts(model.config, layer, head)) {
      const { name, from } = place;
      learned[name] = { ...(await model.parameterPart(place)), from };
    }
    const now = changedParts(learned, edits);
    const part = (field: string) => now[`${attention}.${field}`]!;
    expect(part('w_q').data[3 * 12 + 2]).toBe(1.5);
    expect(part('w_o').data[1 * 48 + 4]).toBe(-3);
    expect(part('b_k')).toBe(learned[`${attention}.b_k`]);
    const x = trace[layerIn]!.data;
    for (const one of ['q', 'k', 'v'])
      for (let token = 0; token < n; ++token)
        for (let column = 0; column < 12; ++column) {
          let sum = part(`b_${one}`).data[column]!;
          for (let i = 0; i < 48; ++i)
            sum += x[token * 48 + i]! * part(`w_${one}`).data[i * 12 + column]!;
          const got = trace[`${attention}.${one}`]!.data[(head * n + token) * 12 + column]!;
          // With int8 the left operand is rounded to 16 bits.
          expect(Math.abs(got - sum), `${one}[${token},${column}]`).toBeLessThan(1e-3);
        }
    // The output depends on the edited number of W_O, and on those of the other heads.
    const concat = trace[`${attention}.concat`]!.data;
    const w_o = await model.parameterPart({ name: `${attention}.w_o`, from: [0, 4], to: [48, 5] });
    for (let token = 0; token < n; ++token) {
      let sum = part('b_o').data[4]!;
      w_o.data.forEach((w, i) => (sum += concat[token * 48 + i]! * (i === 25 ? -3 : w)));
      const got = trace[`${attention}.output`]!.data[token * 48 + 4]!;
      expect(Math.abs(got - sum), `output of ${token}`).toBeLessThan(1e-3);
    }
  },
);

it('when edited, have gradients equal to central differences', async () => {
  const model = await open('float32');
  const place = { layer: attention, field: 'w_q', index: [3, 26] };
  const edits = [{ ...place, value: 1.5 }];
  const of = { layer: attention, field: 'weights', index: [0, head, 1, 4] };
  const field = 'layers.0.output';
  const options = { of, fields: [field], interventions: edits };
  const { d_fields } = await model.gradients({ ids }, options);
  const weight = async (by: number) => {
    const moved = { layer: 'layers.0', field: 'output', index: [0, 1, 3], value: by, adds: true };
    const { trace } = await model.inspect(
      { ids },
      { fields: [`${attention}.weights`], interventions: [...edits, moved] },
    );
    return trace[`${attention}.weights`]!.data[(head * ids.length + 1) * ids.length + 4]!;
  };
  const step = 2e-2;
  const slope = ((await weight(step)) - (await weight(-step))) / (2 * step);
  expect(Math.abs(slope)).toBeGreaterThan(1e-4);
  expect(Math.abs(d_fields[field]!.data[48 + 3]! - slope)).toBeLessThan(0.02 * Math.abs(slope));
});

it('count the selected numbers: of the matrix, a row or a column', async () => {
  const model = await open('float32');
  const w = Float32Array.from({ length: 48 * 48 }, (_, i) => (i % 13) / 32 - 0.2);
  const [x, q] = ['layers.0.output', `${attention}.q`] as const;
  const inspected = async (
    numbers: readonly { index: (number | null)[]; value: Float32Array }[],
  ) => {
    const interventions = numbers.map((each) => ({ layer: attention, field: 'w_q', ...each }));
    return (await model.inspect({ ids }, { fields: [x, q], interventions })).trace;
  };
  const all = await inspected([{ index: [], value: w }]);
  const lines = [...Array(48).keys()];
  const rows = lines.map((i) => ({ index: [i], value: w.subarray(i * 48, (i + 1) * 48) }));
  const columns = lines.map((j) => ({ index: [null, j], value: w.filter((_, i) => i % 48 === j) }));
  expect((await inspected(rows))[q]).toEqual(all[q]);
  expect((await inspected(columns))[q]).toEqual(all[q]);
  const b = await model.parameterPart({ name: `${attention}.b_q`, from: [0], to: [48] });
  for (let token = 0; token < ids.length; ++token)
    for (let column = 0; column < 48; ++column) {
      let sum = b.data[column]!;
      for (let i = 0; i < 48; ++i) sum += all[x]!.data[token * 48 + i]! * w[i * 48 + column]!;
      const at = (Math.floor(column / 12) * ids.length + token) * 12 + (column % 12);
      expect(Math.abs(all[q]!.data[at]! - sum), `q[${token},${column}]`).toBeLessThan(1e-5);
    }
});

it('cannot be edited where the model has none', async () => {
  const model = await open('int8');
  const edited = (layer: string, field: string, index: number[], value: number | number[] = 1) =>
    model.inspect({ ids }, { interventions: [{ layer, field, index, value }] });
  await expect(edited(attention, 'w_q', [48, 0])).rejects.toThrow(
    `expected an index of ${attention}.w_q with shape [48, 48], got [48, 0]`,
  );
  await expect(edited(attention, 'w_q', [0], [1, 2])).rejects.toThrow(
    `expected 1 or 48 values for ${attention}.w_q, got 2`,
  );
  await expect(edited(attention, 'w_x', [0])).rejects.toThrow(
    'or at a parameter of a projection, feed-forward, norm or untied head, got "layers.1.attention.w_x"',
  );
});
