/** Checks the first page's statements about the shipped models with the engine and with plain loops. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/client/engine';
import { interventionsIn } from '../../web/src/model/trained/changes';
import {
  experiment,
  experimentNames,
  isAt,
  kIdle,
  stateOf,
  stateWithout,
  type ExperimentName,
} from '../../web/src/model/trained/experiments';
import type { Inspected, ModelEngine } from '../../web/src/model/trained/inspected-model';
import { LoadedModel } from '../../web/src/model/trained/loaded-model';
import { defaultModelState, type ModelState } from '../../web/src/model/trained/model-state';
import { kOwnExample } from '../../web/src/model/changes/visitor-changes';
import { examplesOf } from '../../web/src/model/trained/model-example';
import {
  kPronounHead,
  shippedModels,
  type ShippedModelName,
} from '../../web/src/model/trained/shipped-models';
import { taskRow } from '../../web/src/model/examples/tasks';
import { compute, type Change } from '../browser/story/story-reference';
import { readNpz } from '../../web/src/files/tensor-files';
import type { DigitImages } from '../../web/src/elements/digits/digit-images';
import { digitsFile, kSiteDigits } from '../../web/build/digits.mjs';
import { wasmBinary } from './module';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary('training.wasm'), worker: false });
});
afterAll(() => {
  for (const model of models.values()) model.dispose();
  engine.close();
});

const bytesOf = (file: string) =>
  readFileSync(new URL(`../../web/public/models/${file}`, import.meta.url));
let images: Promise<DigitImages> | undefined;
const digits = () => (images ??= readNpz(digitsFile(kSiteDigits)) as Promise<DigitImages>);
/** Each model is loaded once. */
const models = new Map<ShippedModelName, LoadedModel>();
const load = async (name: ShippedModelName) => {
  const model =
    models.get(name) ??
    (await LoadedModel.load(
      engine as unknown as ModelEngine,
      bytesOf(`${name}.safetensors`),
      ...(taskRow(name).images ? [await digits()] : []),
    ));
  models.set(name, model);
  return model;
};
const textExample = (text: string) => ({ text, example: text });
const seen = async (model: LoadedModel, state: ModelState, originals?: readonly Inspected[]) =>
  Promise.all(
    examplesOf(state, (await digits()).images.data).map((example, i) =>
      model.inspect(
        example,
        state,
        originals ? interventionsIn(state, i, originals[i]!.model.trace) : [],
      ),
    ),
  );

describe.each(shippedModels)('%s', (name) => {
  it('answers its two examples differently, and right', async () => {
    const model = await load(name);
    const state = { ...defaultModelState, model: name };
    const examples = await seen(model, state);
    const { answerPlace: asked } = taskRow(name);
    const said = examples.map(({ example }) => {
      const place = asked * model.info.answers_per_place;
      expect(example.answers[place]![0]!.token).toBe(example.labels[place]);
      return example.labels[place];
    });
    expect(said[0]).not.toBe(said[1]);
    expect(model.parameterCount).toBeGreaterThan(5000);
    expect(model.evaluation.accuracy).toBeGreaterThan(0.95);
    // The trainer, which reads the example like the task, gives the same answer.
    for (const [i, example] of examplesOf(state, (await digits()).images.data).entries()) {
      const [first] = (await model.read(example)).answers[asked * model.info.answers_per_place]!;
      const [same] = examples[i]!.example.answers[asked * model.info.answers_per_place]!;
      expect(same!.probability).toBeCloseTo(first!.probability, 5);
    }
    // Without positions the same parameters are a different model with different numbers.
    const placeless = await seen(model, { ...state, positions: 'none' });
    expect(placeless[0]!.model.logits.data).not.toEqual(examples[0]!.model.logits.data);
  });
});

/** The answers at the time of writing. The page measures them each time. */
const found: Record<ExperimentName, string> = {
  number: 'animal animal',
  causal: 'animal animal',
  layer: 'animal animal',
  idle: 'animal street',
  positions: 'animal street',
  third_letter: 'm a',
  no_second_layer: 'r r',
  no_places: 'k k',
  two_followers: 'a',
  first_number: '9 9',
  unplaced_numbers: '1 3',
  twice: '4',
  subject: 'gingen können',
  no_source: 'suchten suchten',
  unplaced_patches: '1 1',
  blind_token: '2 2',
};

describe.each(shippedModels)('experiments on %s', (name) => {
  it('have the known outcomes; the first guess is the learned answer', async () => {
    const model = await load(name);
    const { answerPlace: asked } = taskRow(name);
    const learned = { ...defaultModelState, model: name };
    const pinned = await seen(model, learned);
    const said = (all: readonly Inspected[], places: readonly number[]) =>
      all.map(({ example }, i) => example.answers[places[i]!]![0]!.token).join(' ');
    const names = experimentNames.filter((one) => experiment(one).model === name);
    expect(names.length).toBeGreaterThan(1);
    for (const one of names) {
      const { text, word, guesses } = experiment(one);
      const state = stateOf(one, learned, pinned);
      expect(isAt(one, state, pinned), one).toBe(true);
      expect(isAt(one, learned, pinned), one).toBe(false);
      // The shown example stays the same.
      expect(stateWithout(one, state, pinned)).toEqual({ ...learned, example: state.example });
      if (text === undefined) expect(guesses[0], one).toBe(said(pinned, [asked, asked]));
      const originals = await seen(model, { ...learned, text: state.text });
      const after = await seen(model, state, originals);
      const shown =
        text === undefined ? said(after, [asked, asked]) : said(after.slice(kOwnExample), [word!]);
      expect(shown, one).toBe(found[one]);
    }
  });
});

it('induction without positions: layer 1 does not find the previous letter, and most answers are wrong', async () => {
  const model = await load('induction');
  // 3 to 12 distinct letters, repeated: a letter is followed by its earlier follower.
  const rows = Array.from({ length: 50 }, (_, i) =>
    Array.from({ length: 20 }, (_, j) =>
      String.fromCharCode(97 + ((7 * i + 5 * (j % (3 + (i % 10)))) % 26)),
    ),
  );
  const measure = async (positions: ModelState['positions']) => {
    let [asked, right, lookers, weight] = [0, 0, 0, 0];
    for (const [i, letters] of rows.entries()) {
      const state = { ...defaultModelState, model: 'induction', positions } as const;
      const { example, model: seen } = await model.inspect(
        textExample(letters.join(' ')),
        state,
        [],
      );
      const { data } = seen.trace['layers.0.attention.weights']!;
      for (let j = 1; j < letters.length; j++, lookers++)
        weight += data[j * letters.length + j - 1]!;
      for (let j = 3 + (i % 10); j + 1 < letters.length; j++, asked++)
        if (example.answers[j]![0]!.token === letters[j + 1]) right++;
    }
    return { right: right / asked, previous: weight / lookers };
  };
  const learned = await measure(null);
  expect(learned.right).toBeGreaterThan(0.98);
  expect(learned.previous).toBeGreaterThan(0.97);
  const placeless = await measure('none');
  expect(placeless.right).toBeLessThan(0.5);
  expect(placeless.previous).toBeLessThan(0.25);
});

describe('goes_with', () => {
  let model: LoadedModel;
  let originals: Inspected[];
  beforeAll(async () => {
    model = await load('goes_with');
    originals = await seen(model, defaultModelState);
  });
  const { answerPlace: asked } = taskRow('goes_with');
  it('its numbers equal plain loops, with and without changes', async () => {
    const changes: Record<'causal' | 'layer' | 'idle', Change> = {
      causal: { mask: 'causal' },
      layer: { off: [0, 1, 2, 3].map((head) => ({ layer: 0, head })) },
      idle: { off: [{ layer: 0, head: kIdle.head }] },
    };
    for (const name of [null, 'causal', 'layer', 'idle', 'number'] as const) {
      const state = name ? stateOf(name, defaultModelState, originals) : defaultModelState;
      const computed = await seen(model, state, originals);
      for (const { example, model: got } of computed) {
        const ids = example.tokens.map((token) => model.info.vocabulary.indexOf(token));
        const to = state.edits[0]?.value ?? 0;
        const value = { layer: 0, head: kPronounHead.head, key: 11, column: 0, to };
        const change = name === null ? {} : name === 'number' ? { value } : changes[name];
        const expected = compute(model.parameters, ids, [4, 1], change);
        const flat = expected.probabilities.flat();
        got.probabilities.data.forEach((p, i) => expect(p).toBeCloseTo(flat[i]!, 4));
        for (const layer of [0, 1]) {
          const weights = expected.layers[layer]!.heads.flatMap((head) => head.weights.flat());
          const { data } = got.trace[`layers.${layer}.attention.weights`]!;
          data.forEach((w, i) => expect(w).toBeCloseTo(weights[i]!, 4));
        }
      }
    }
  });

  it('the named heads look at the adjective and at "too", as the page says', () => {
    for (const { example, model: got } of originals) {
      const n = example.tokens.length;
      const { data } = got.trace[`${kPronounHead.attention}.weights`]!;
      const weight = (head: number, key: string) =>
        data[(head * n + asked) * n + example.tokens.indexOf(key)]!;
      expect(weight(kPronounHead.head, example.tokens[11]!)).toBeGreaterThan(0.95);
      expect(weight(kIdle.head, 'too')).toBeGreaterThan(0.95);
    }
  });

  it('names an unknown word', async () => {
    await expect(model.read(textExample('the zebra ran .'))).rejects.toThrow('zebra');
    expect((await model.read(textExample('the horse ran .'))).tokens).toEqual([
      'the',
      'horse',
      'ran',
      '.',
    ]);
  });

  it('has gradients of any number, with the changes applied', async () => {
    const example = textExample(String(taskRow('goes_with').examples[0]));
    const changed = { mask: 'causal', positions: null, edits: [] } as const;
    const [layer, field, h] = [kIdle.attention, 'v', 0.01];
    const off = { layer, field: 'context', index: [null, kIdle.head], value: 0 };
    const of = { field: 'log_probabilities', index: [0, asked, 0] };
    const { d_fields } = await model.gradients(example, changed, [off], of);
    const { data, shape } = d_fields[`${layer}.${field}`]!;
    const [, , n_key, d_v] = shape as [number, number, number, number];
    const ofHead = (head: number) => data.slice(head * n_key * d_v, (head + 1) * n_key * d_v);
    expect(ofHead(kIdle.head).every((x) => x === 0)).toBe(true);

    const d = ofHead(kPronounHead.head);
    const at = d.indexOf(d.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a)));
    expect(Math.abs(d[at]!)).toBeGreaterThan(1e-3);
    const index = [0, kPronounHead.head, Math.floor(at / d_v), at % d_v];
    const moved = async (value: number) => {
      const added = { layer, field, index, value, adds: true };
      const { probabilities } = (await model.inspect(example, changed, [off, added])).model;
      return Math.log(probabilities.data[asked * probabilities.shape[2]!]!);
    };
    const slope = ((await moved(h)) - (await moved(-h))) / (2 * h);
    expect(Math.abs(d[at]! - slope)).toBeLessThan(1e-2 * Math.abs(slope));
  });
});
