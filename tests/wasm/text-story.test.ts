/** Compares the story of a text in BERT, DistilBERT, RoBERTa and MiniLM with plain loops in double precision. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { NamedTensors, RowDetail } from '../../wasm/engine';
import { attentionAt } from '../../web/src/model/stages/attentions';
import {
  fieldName,
  editInterventions,
  placeIn,
  type Edit,
  type EditPlace,
} from '../../web/src/model/edits/edits';
import { answersOf } from '../../web/src/model/stages/answers';
import { fieldsOf, linesOf, type Line, type Story } from '../../web/src/model/stages/lines';
import { hasNumbers } from '../../web/src/model/edits/parameter-edits';
import { parameterShapes } from '../../web/src/model/stages/parameter-parts';
import { stagesOf } from '../../web/src/model/stages/stages';
import { fieldShapes } from '../../web/src/model/language/text-changes';
import { TextModel } from '../../web/src/model/language/text-model';
import { bertLoops, type Field } from './bert-loops';
import { checkpoint, readFolder, type Folder } from '../support/checkpoint-files';
import { engine } from './language-engine';
import { files, headlessFiles } from './small-bert';

const ids = [2, 74, 177, 158, 118, 163, 74, 171, 115, 78, 86, 3];
const names = ['bert', 'distilbert', 'roberta'];

/** The engine computes in float32, the loops in double precision. */
const near = { relative: 1e-5, absolute: 2e-6 };
/** The same tolerance as in the other tests of MiniLM. */
const nearMiniLM = { relative: 1e-4, absolute: 1e-5 };

type Fields = Readonly<Record<string, Field>>;

function expectNear(
  name: string,
  got: ArrayLike<number>,
  right: ArrayLike<number>,
  allowed = near,
) {
  expect(got.length, name).toBe(right.length);
  for (let i = 0; i < got.length; ++i) {
    const most = allowed.absolute + allowed.relative * Math.abs(right[i]!);
    if (!(Math.abs(got[i]! - right[i]!) <= most))
      expect.fail(`${name}[${i}]: expected ${right[i]}, got ${got[i]}`);
  }
}

/** The number of a field at one index per axis. */
function numberOf(fields: Fields, place: EditPlace): number {
  const { shape, data } = fields[fieldName(place)]!;
  return data[place.index.reduce<number>((at, index, axis) => at * shape[axis]! + index!, 0)]!;
}

async function storyOf(
  model: Awaited<ReturnType<typeof engine.checkpointModel>>,
  tokens: readonly number[],
  { layer, head, query }: Pick<Story, 'layer' | 'head' | 'query'>,
  edits: readonly Edit[] = [],
): Promise<Story> {
  const { config } = model;
  const { name: attention } = attentionAt(config, layer);
  const { trace, row } = await model.heads(
    { ids: tokens },
    {
      ...{ attentions: [], tokens: [], row: { attention, head, query } },
      fields: fieldsOf({ config, layer }),
      interventions: editInterventions(edits),
    },
  );
  const inspection = { trace, answers: [] };
  return { config, inspection, row: row!, n: tokens.length, layer, head, query };
}

const linesIn = (story: Story): [string, Line][] =>
  stagesOf(story.config, story.layer).flatMap((stage) =>
    linesOf(stage, story).map((line) => [stage, line] as [string, Line]),
  );

/** Compares every number of every line. Weight × v is not a field. */
function expectLines(story: Story, right: Fields, allowed = near): void {
  for (const [stage, { place, values, width }] of linesIn(story)) {
    const at = `layer ${story.layer}, ${stage}`;
    const { name } = attentionAt(story.config, story.layer);
    const expected =
      place && stage !== 'weighted'
        ? Array.from(values, (_, cell) => numberOf(right, place(cell)))
        : Array.from(values, (_, cell) => {
            const [key, column] = [Math.floor(cell / width), cell % width];
            const [layer, index] = [name, [0, story.head]];
            return (
              numberOf(right, { layer, field: 'weights', index: [...index, story.query, key] }) *
              numberOf(right, { layer, field: 'v', index: [...index, key, column] })
            );
          });
    expectNear(at, values, expected, allowed);
  }
}

describe.each(names)('%s', (name) => {
  it('has every number of every layer of plain loops', async () => {
    const folder = checkpoint(name);
    const model = await engine.checkpointModel(folder);
    const right = bertLoops(folder, ids);
    for (let layer = 0; layer < model.config.layers!; ++layer) {
      const story = await storyOf(model, ids, { layer, head: layer + 1, query: 9 });
      const stages = linesIn(story).map(([stage]) => stage);
      expect(stages).toEqual([
        ...(layer === 0 ? ['embedding_sum', 'embedding_norm'] : ['input']),
        ...['q', 'k', 'v', 'scores', 'mask', 'weights', 'weighted', 'context', 'concat', 'output'],
        ...['residual_1', 'norm_1', 'feed_forward', 'feed_forward', 'residual_2', 'norm_2'],
        ...(layer + 1 < model.config.layers! ? ['next_layer'] : []),
        'pooled',
      ]);
      expectLines(story, right);
      const fields = linesIn(story).flatMap(([stage, { place }]) =>
        place && stage !== 'weighted' ? fieldName(place(0)) : [],
      );
      const own = (names: string) => names.split(' ').map((one) => `layers.${layer}.${one}`);
      expect(fields.slice(layer === 0 ? 2 : 1, -1).slice(0, 15)).toEqual([
        ...own('attention.q attention.k attention.v attention.scores attention.masked_scores'),
        ...own('attention.weights attention.context attention.context attention.output'),
        ...own('residual_1 norm_1 feed_forward.activated feed_forward.y residual_2 output'),
      ]);
    }
  });

  it('follows an edit at each of its places like the loops', async () => {
    const folder = checkpoint(name);
    const model = await engine.checkpointModel(folder);
    const last = model.config.layers! - 1;
    const place = { layer: last - 1, head: 2, query: 9 };
    const first = { layer: 0, head: 2, query: 9 };
    let isOdd = true;
    for (const at of [place, first].slice(0, last === 1 ? 1 : 2)) {
      for (const [stage, line] of linesIn(await storyOf(model, ids, at))) {
        if (!line.place || stage === 'weighted') continue;
        const cell = line.values.length - 2;
        const number = { ...line.place(cell), value: 0.625 };
        const { index } = number;
        // Replaces one number, or multiplies the row of another.
        const own: Edit[] = isOdd
          ? [number]
          : [{ ...number, index: [...index.slice(0, -1), null], value: -1, multiplies: true }];
        isOdd = !isOdd;
        const right = bertLoops(folder, ids, own);
        expectLines(await storyOf(model, ids, at, own), right);
        expectLines(await storyOf(model, ids, { ...at, layer: last }, own), right);
        expect(hasNumbers(number, fieldShapes(model.config, ids.length)), stage).toBe(true);
      }
    }
  });

  it('follows an edit of each parameter like the loops', async () => {
    const folder = checkpoint(name);
    const model = await engine.checkpointModel(folder);
    const at = { layer: 0, head: 2, query: 9 };
    const last = { ...at, layer: model.config.layers! - 1 };
    const own = Object.entries(parameterShapes(model.config)).filter(([parameter]) =>
      /^(layers\.0|embedding_norm)\./.test(parameter),
    );
    expect(own).toHaveLength(18);
    const plain = (await storyOf(model, ids, last)).inspection.trace;
    for (const [i, [parameter, { shape }]] of own.entries()) {
      const cell = shape.map((extent) => Math.floor(extent / 2));
      const row = cell.with(-1, null as unknown as number);
      const column = cell.length < 2 ? row : [null, cell[1]!];
      const edits: Edit[] = [
        [{ ...placeIn(parameter, cell), value: 0.625 }],
        [{ ...placeIn(parameter, row), value: -1, multiplies: true }],
        // The second edit applies to the result of the first.
        [
          { ...placeIn(parameter, column), value: 0.25, adds: true },
          { ...placeIn(parameter, cell), value: 2, multiplies: true },
        ],
      ][i % 3]!;
      const right = bertLoops(folder, ids, edits);
      const now = await storyOf(model, ids, last, edits);
      expectLines(await storyOf(model, ids, at, edits), right);
      expectLines(now, right);
      // Shifting all scores of a row by the same number changes no weight.
      if (!parameter.endsWith('b_k'))
        expect(now.inspection.trace['pooled'], parameter).not.toEqual(plain['pooled']);
    }
  });

  it('has the shapes against which links are checked', async () => {
    const model = await engine.checkpointModel(checkpoint(name));
    const { trace } = await model.inspect({ ids }, { keep: 'trace' });
    const shapes = fieldShapes(model.config, ids.length);
    for (const [field, { shape }] of Object.entries(shapes))
      expect(trace[field]?.shape, field).toEqual(shape);
    for (const [parameter, { shape: to }] of Object.entries(parameterShapes(model.config))) {
      const place = { name: parameter, from: to.map(() => 0), to };
      expect((await model.parameterPart(place)).shape, parameter).toEqual(to);
      const further = { ...place, to: to.with(-1, to.at(-1)! + 1) };
      await expect(model.parameterPart(further)).rejects.toThrow(`of ${parameter} with shape`);
    }
  });
});

describe('MiniLM', () => {
  const folderOf = (name: string): Folder => {
    const url = new URL(`../../web/public/models/${name}/`, import.meta.url);
    if (!existsSync(url)) throw new Error(`expected ${url.pathname}: run npm run model`);
    return readFolder(url);
  };
  // [CLS] the girl dropped her ball . [SEP]
  const tokens = [101, 1996, 2611, 3333, 2014, 3608, 1012, 102];
  const flipped: Edit = {
    ...{ layer: 'layers.1.attention', field: 'v', index: [0, 3, 2, null] },
    ...{ value: -1, multiplies: true },
  };

  // Runs plain loops over 22 million numbers.
  it('equals the loops in float16, with a row negated', async () => {
    const edits = [flipped];
    const folder = folderOf('minilm-float16');
    const model = await engine.checkpointModel({ ...folder, weights: 'float16' });
    const right = bertLoops(folder, tokens, edits);
    for (const layer of [0, 1, 5]) {
      const story = await storyOf(model, tokens, { layer, head: 3, query: 4 }, edits);
      expectLines(story, right, nearMiniLM);
    }
    model.dispose();
  });
});

it('a computation of all heads returns the same story', async () => {
  const model = await engine.checkpointModel(checkpoint('bert'));
  const { config } = model;
  const row = { attention: 'layers.1.attention', head: 2, query: 9 };
  const asked = { attentions: ['layers.0.attention', row.attention], tokens: [0], row };
  const found = await model.heads({ ids }, { ...asked, fields: fieldsOf({ config, layer: 1 }) });
  const { story: alone } = { story: await storyOf(model, ids, { layer: 1, head: 2, query: 9 }) };
  const same = (one: NamedTensors | RowDetail, other: NamedTensors | RowDetail) => {
    for (const [name, tensor] of Object.entries(one) as [keyof typeof other, Field][])
      expectNear(name, (other[name] as unknown as Field).data, tensor.data);
  };
  same(alone.inspection.trace, found.trace);
  same(alone.row as RowDetail, found.row!);
  expect(found.heads).toHaveLength(2);
});

describe('the end of a story', () => {
  const text = 'The animal did not cross the street.';
  const others = ['The street did not cross.', 'It was too tired.'];
  const asked = { place: { layer: 1, head: 2, query: 3 }, texts: others };
  const edits: Edit[] = [{ field: 'embedded', index: [0, 3, null], value: 0.25 }];

  /** The mean vector of a text, scaled to length 1. */
  const vectorOf = (model: TextModel, of: string, own: Edit[] = []) => {
    const { data } = bertLoops(checkpoint('bert'), model.tokenize(of).ids, own)['pooled']!;
    const length = Math.hypot(...data);
    return data.map((value) => value / length);
  };

  it('is the cosine with other texts; an edited field changes the first text, an edited parameter all texts', async () => {
    const model = await TextModel.open(headlessFiles, engine);
    const ofAll: Edit[] = [
      { layer: 'layers.1.attention', field: 'w_v', index: [null, 5], value: -3, multiplies: true },
    ];
    for (const [own, ofOthers] of [
      [[], []],
      [edits, []],
      [ofAll, ofAll],
    ] as const) {
      const vector = vectorOf(model, text, [...own]);
      const right = others.map((other) =>
        vectorOf(model, other, [...ofOthers]).reduce(
          (sum, value, i) => sum + value * vector[i]!,
          0,
        ),
      );
      const ownStory = await model.story.compute(text, asked, { edits: own });
      const inspectedText = await model.inspect(text, { edits: own, story: asked });
      for (const { similarities } of [ownStory.inspection, inspectedText.story!.inspection])
        expectNear(
          'similarities',
          similarities!.map(({ cosine }) => cosine),
          right,
        );
      expect(ownStory.inspection.similarities!.map((one) => one.text)).toEqual(others);
    }
  });

  it('is the predicted word at the query token, if the model has a head for masked words', async () => {
    const model = await TextModel.open(files, engine);
    const plain = await engine.checkpointModel(checkpoint('bert'));
    const { config } = model.story;
    const { inspection } = await model.story.compute(text, asked, { edits });
    const { ids: tokens } = model.tokenize(text);
    const interventions = editInterventions(edits);
    const [right] = await plain.maskedWords(
      { ids: tokens },
      { places: [3], max_words: 5, interventions },
    );
    const n = tokens.length;
    const shown = answersOf({ config, inspection, n, query: 3, layer: 1, head: 2 });
    expect(shown.map(({ id, probability }) => ({ id, probability }))).toEqual(right);
    expect(shown.every(({ logit }) => logit === undefined)).toBe(true);
    expect(shown.map(({ id }) => model.story.vocabulary[id])).not.toContain(undefined);
    expect(stagesOf(config, 2).at(-1)).toBe('prediction');
  });

  it('belongs to the last token if the text has become shorter', async () => {
    const model = await TextModel.open(headlessFiles, engine);
    const { story } = await model.inspect('The street.', {
      story: { ...asked, place: { ...asked.place, query: 40 } },
    });
    expect(story!.place.query).toBe(model.tokenize('The street.').ids.length - 1);
  });

  it('ignores the padding of compared texts', async () => {
    const model = await TextModel.open(headlessFiles, engine);
    const longer = `${text} ${text}`;
    const all: Edit = {
      ...{ layer: 'layers.0.attention', field: 'masked_scores', index: [0, 1, 2, null] },
      value: 0.5,
    };
    const { after } = await model.vectors.similarityChange([text, longer], { edits: [all] });
    const [one, other] = [vectorOf(model, text, [all]), vectorOf(model, longer)];
    expectNear(
      'after',
      [after.data[1]!],
      [one.reduce((sum, value, i) => sum + value * other[i]!, 0)],
    );
  });
});
