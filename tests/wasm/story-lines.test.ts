/**
 * The lines of a story are the numbers of a model's trace, and the engine can replace each of them at the line's place.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ModelInput, TokenModel } from '../../web/src/engine/client/engine';
import { readTrainedModel } from '../../web/src/model/trained/trained-model';
import { fieldName, editInterventions } from '../../web/src/model/edits/edits';
import { defaultColumns } from '../../web/src/model/stages/followed';
import { answersOf } from '../../web/src/model/stages/answers';
import { linesOf, numberAt, type Story } from '../../web/src/model/stages/lines';
import { layerCount, layerShape } from '../../web/src/model/stages/attentions';
import { stagesOf } from '../../web/src/model/stages/stages';
import { small, stirred } from './small-model';
import { engine } from './training-engine';

async function goesWith(): Promise<TokenModel> {
  const url = new URL('../../web/public/models/goes_with.safetensors', import.meta.url);
  const { config, parameters } = await readTrainedModel(readFileSync(url), engine);
  return engine.model({ config, parameters });
}

/** The stories of every layer and head of a sentence. */
async function storiesOf(model: TokenModel, ids: number[], rest: Partial<Story> = {}) {
  const inspection = await model.inspect({ ids }, { keep: 'trace' });
  const { config } = model;
  const stories = Array.from({ length: layerCount(config) }, (_, layer) =>
    Array.from({ length: layerShape(config, layer).heads }, async (_, head): Promise<Story> => {
      const place = { attention: `layers.${layer}.attention`, head, query: 2 };
      const row = await model.row({ ids }, place);
      return { config, inspection, row, n: ids.length, query: 2, layer, head, ...rest };
    }),
  );
  return Promise.all(stories.flat());
}

const linesIn = (story: Story) =>
  stagesOf(story.config, story.layer).flatMap((stage) => linesOf(stage, story));

const models = {
  'a post-norm decoder with feed-forward parts': () => stirred(engine, small),
  'the trained pre-norm encoder': goesWith,
};

describe.each(Object.entries(models))('%s', (_, make) => {
  const ids = [3, 7, 1, 9, 4];

  it('has a line of numbers for every stage, at the places that it names', async () => {
    const model = await make();
    for (const story of await storiesOf(model, ids)) {
      const stages = stagesOf(story.config, story.layer);
      for (const stage of stages)
        expect(linesOf(stage, story).length > 0, stage).toBe(
          stage !== 'tokens' && stage !== 'prediction',
        );
      for (const { key, values, slots, width, place } of linesIn(story)) {
        expect(values, key).toHaveLength(slots * width);
        expect(slots * width, key).toBeGreaterThan(0);
        values.forEach((value, cell) => {
          // Weighted values are products and not a field of the trace: they only have gradients.
          if (place && key !== 'weighted')
            expect(numberAt(story.inspection, place(cell)), key).toBe(value);
        });
      }
    }
  });

  it('the engine can change the number at each of these places', async () => {
    const model = await make();
    const stories = await storiesOf(model, ids);
    const places = stories.flatMap((story) => [
      ...linesIn(story).flatMap(({ key, place, values }) =>
        place && key !== 'weighted' ? [place(values.length - 1)] : [],
      ),
      answersOf(story)[0]!.place,
    ]);
    expect(places.length).toBeGreaterThan(12);
    for (const place of places) {
      const interventions = editInterventions([{ ...place, value: 0.625 }]);
      const changed = await model.inspect({ ids }, { keep: 'trace', interventions });
      expect(numberAt(changed, place), fieldName(place)).toBe(0.625);
    }
  });
});

it('the mask line has the masked scores, and the weighted line weight × v', async () => {
  const model = await stirred(engine, small);
  const [story] = await storiesOf(model, [3, 7, 1, 9, 4]);
  const values = (stage: Parameters<typeof linesOf>[0]) => linesOf(stage, story!)[0]!.values;
  const hidden = [false, false, false, true, true];
  expect([...values('mask')]).toEqual(
    Array.from(values('scores'), (score, key) => (hidden[key] ? -Infinity : score)),
  );
  const [v, weights, weighted, context] = (['v', 'weights', 'weighted', 'context'] as const).map(
    values,
  );
  const width = context!.length;
  expect(v).toHaveLength(5 * width);
  for (let column = 0; column < width; column++) {
    let sum = 0;
    for (let word = 0; word < 5; word++) {
      const product = weights![word]! * v![word * width + column]!;
      expect(weighted![word * width + column]).toBeCloseTo(product, 6);
      sum += product;
    }
    expect(context![column]).toBeCloseTo(sum, 6);
  }
  expect(linesOf('weighted', { ...story!, row: undefined })).toEqual([]);
});

it('answers are the most probable ones, and the top one without edits', async () => {
  const model = await goesWith();
  const ids = [1, 27, 5, 6, 61, 1, 35, 3, 11, 9, 4, 43, 0];
  const original = await model.inspect({ ids }, { keep: 'trace' });
  const first = original.answers[8]![0]!.id;
  const interventions = [{ field: 'logits', index: [0, 8, first], value: -20 }];
  const input: ModelInput = { ids };
  const inspection = await model.inspect(input, { keep: 'trace', interventions });
  const story = {
    ...{ config: model.config, inspection, original },
    ...{ n: ids.length, query: 8, layer: 1, head: 0 },
  };
  const answers = answersOf(story);
  expect(answers).toHaveLength(6);
  expect(answers.at(-1)).toMatchObject({
    id: first,
    logit: -20,
    before: original.answers[8]![0]!.probability,
  });
  expect(answers[0]!.probability).toBe(inspection.answers[8]![0]!.probability);
  const { d_head } = defaultColumns(story);
  const row = (name: 'q' | 'k', word: number) => [
    ...linesOf(name, story)[0]!.values.slice(64 * word, 64 * word + 64),
  ];
  const weights = [...linesOf('weights', story)[0]!.values];
  const best = weights.indexOf(Math.max(...weights));
  const products = row('q', 8).map((value, i) => value * row('k', best)[i]!);
  expect(products[d_head]).toBe(Math.max(...products));
});
