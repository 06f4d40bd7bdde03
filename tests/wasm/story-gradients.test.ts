/** Compares gradients of a number in a text's story with differences of plain loops in double precision. */
import { expect, it } from 'vitest';
import type { NumberPlace, ParameterForm } from '../../wasm/engine';
import {
  fieldName,
  editInterventions,
  type Edit,
  type EditPlace,
} from '../../web/src/model/edits/edits';
import { linesOf, type Story } from '../../web/src/model/stages/lines';
import { matricesOf } from '../../web/src/model/stages/matrices';
import { stagesOf } from '../../web/src/model/stages/stages';
import { TextModel } from '../../web/src/model/language/text-model';
import { bertLoops, type Field } from './bert-loops';
import { checkpoint } from '../support/checkpoint-files';
import { engine } from './language-engine';
import { files, headlessFiles } from './small-bert';

const text = 'The animal did not cross the street.';
const other = 'It was too tired.';
const asked = { place: { layer: 1, head: 2, query: 3 }, texts: ['The street.', other] };
/** A row with its sign reversed in the layer below, and a number of the layer itself. */
const edits: Edit[] = [
  { layer: 'layers.0.attention', field: 'v', index: [0, 1, 2, null], value: -1, multiplies: true },
  { layer: 'layers.1.attention', field: 'q', index: [0, 2, 3, 5], value: 0.75 },
];

const numberOf = (
  { shape, data }: Pick<Field, 'shape'> & { data: ArrayLike<number> },
  at: EditPlace,
) => data[at.index.reduce<number>((cell, index, axis) => cell * shape[axis]! + index!, 0)]!;

/** Two places of every line, with the gradients that the story draws there. */
async function drawn(model: TextModel, of: NumberPlace) {
  const { inspection } = await model.story.compute(text, asked, { edits });
  const gradients = await model.story.gradients(text, asked, { edits }, of);
  const { layer, head, query: chosen } = asked.place;
  const n = model.tokenize(text).ids.length;
  const story: Story = {
    config: model.story.config,
    inspection,
    gradients,
    n,
    layer,
    head,
    query: chosen,
  };
  const found: { place: EditPlace; now: number; gradient: number }[] = [];
  for (const stage of stagesOf(story.config, layer)) {
    // Weighted values are not a field.
    for (const line of stage === 'weighted' ? [] : linesOf(stage, story)) {
      expect(line.gradients?.length, stage).toBe(line.values.length);
      const count = line.values.length;
      for (const cell of [1, count - 2])
        found.push({
          place: line.place!(cell),
          now: line.values[cell]!,
          gradient: line.gradients![cell]!,
        });
    }
    for (const { gradients, values } of matricesOf(stage, story, { now: {}, learned: {} }))
      expect(gradients?.length, stage).toBe(values.length);
  }
  expect(found.length).toBeGreaterThan(30);
  return { found, number: gradients.number };
}

/** Expects the gradients of `number`, computed with further edits. */
async function expectGradients(
  model: TextModel,
  of: NumberPlace,
  number: (edits: readonly Edit[]) => number | Promise<number>,
  { step, allowed }: { step: number; allowed: number },
) {
  const { found, number: at } = await drawn(model, of);
  expect(Math.abs(at - (await number(edits)))).toBeLessThan(1e-5);
  const largest = Math.max(...found.map(({ gradient }) => Math.abs(gradient)));
  expect(largest).toBeGreaterThan(100 * step * step);
  for (const { place, now, gradient } of found) {
    const [up, down] = [now + step, now - step];
    const value = async (value: number) => number([...edits, { ...place, value }]);
    const difference = ((await value(up)) - (await value(down))) / (up - down);
    const most = allowed * Math.max(largest, Math.abs(difference));
    if (!(Math.abs(gradient - difference) <= most))
      expect.fail(`${fieldName(place)}[${place.index}]: ${gradient}, expected ${difference}`);
  }
}

const inDouble = { step: 1e-4, allowed: 1e-4 };

it.each<NumberPlace>([
  { layer: 'layers.1.attention', field: 'weights', index: [0, 2, 3, 4] },
  { field: 'pooled', index: [0, 0, 11] },
])('gradients of a number of the trace, under edits: %o', async (of) => {
  const model = await TextModel.open(headlessFiles, engine);
  const { ids } = model.tokenize(text);
  const number = (all: readonly Edit[]) =>
    numberOf(bertLoops(checkpoint('bert'), ids, all)[fieldName(of)]!, of);
  await expectGradients(model, of, number, inDouble);
});

it('gradients of the similarity to another text, which edits do not change', async () => {
  const model = await TextModel.open(headlessFiles, engine);
  const vectorOf = (of: string, all: readonly Edit[] = []) =>
    bertLoops(checkpoint('bert'), model.tokenize(of).ids, all)['pooled']!.data;
  const still = vectorOf(other);
  const number = (all: readonly Edit[]) => {
    const own = vectorOf(text, all);
    const product = own.reduce((sum, value, i) => sum + value * still[i]!, 0);
    return product / Math.hypot(...own) / Math.hypot(...still);
  };
  await expectGradients(model, { field: 'similarities', index: [0, 2] }, number, inDouble);
});

/** The engine's own numbers, which are float32. */
const inFloat = { step: 2 ** -5, allowed: 2e-2 };

it.each<ParameterForm>(['float32', 'int8'])(
  'gradients of the log-probability of a masked word, packed as %s',
  async (weights) => {
    const model = await TextModel.open(files, engine, { weights });
    const plain = await engine.checkpointModel({ ...checkpoint('bert'), weights });
    const { ids } = model.tokenize(text);
    const { inspection } = await model.story.compute(text, asked, { edits });
    const { id } = inspection.answers[3]![0]!;
    const number = async (all: readonly Edit[]) => {
      const interventions = editInterventions(all);
      const options = { places: [3], max_words: 260, interventions };
      const [words] = await plain.maskedWords({ ids }, options);
      return Math.log(words!.find((word) => word.id === id)!.probability);
    };
    await expectGradients(
      model,
      { field: 'log_probabilities', index: [0, 3, id] },
      number,
      inFloat,
    );
  },
);

it('a model packed in another form has gradients of fields only', async () => {
  const model = await engine.checkpointModel({ ...checkpoint('bert'), weights: 'int8' });
  const ids = [2, 74, 177, 158, 118, 3];
  const of = { field: 'pooled', index: [0, 0, 0] };
  const other = { shape: [48], data: Float32Array.from({ length: 48 }, (_, i) => i - 20) };
  const fields = ['layers.0.attention.w_q'];
  for (const gradients of [
    model.gradients({ ids }, { of, fields }),
    model.similarityGradients({ ids }, { other, fields }),
    model.maskedWordGradients({ ids }, { place: 1, word: 9, fields }),
  ])
    await expect(gradients).rejects.toThrow('rounded parameters have no gradients');
  await expect(
    model.similarityGradients({ ids }, { other: { ...other, shape: [2, 24] } }),
  ).resolves.toMatchObject({ d_parameters: {} });
  const short = { shape: [3], data: Float32Array.of(1, 2, 3) };
  await expect(model.similarityGradients({ ids }, { other: short })).rejects.toThrow(
    'expected another vector of 48 numbers, got 3',
  );
  await expect(model.maskedWordGradients({ ids }, { place: 99, word: 9 })).rejects.toThrow('99');
  await expect(model.maskedWordGradients({ ids }, { place: 1, word: 260 })).rejects.toThrow('260');
});
