/** What the first page says of the shipped models, measured with the engine and with plain loops. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/client';
import { interventionsIn } from '../../web/src/model/changes';
import {
  experimentNames,
  isAt,
  kIdle,
  kReader,
  stateOf,
  type ExperimentName,
} from '../../web/src/model/experiments';
import { LoadedModel, type Inspected, type ModelEngine } from '../../web/src/model/loaded-model';
import { defaultModelState, type ModelState } from '../../web/src/model/model-state';
import { examplesOf } from '../../web/src/model/model-example';
import { shippedModels, type ShippedModel } from '../../web/src/model/shipped-models';
import { taskRow } from '../../web/src/training/tasks';
import { compute, type Change } from '../browser/story_reference';
import { readNpz } from '../../web/src/files/tensor-files';
import type { DigitImages } from '../../web/src/elements/training/digit-images';
import { digitsFile, kSiteDigits } from '../../web/digits.mjs';
import { wasmBinary } from './module';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary('training.wasm'), worker: false });
});
afterAll(() => engine.close());

const bytesOf = (file: string) =>
  readFileSync(new URL(`../../web/public/models/${file}`, import.meta.url));
const digits = async () => (await readNpz(digitsFile(kSiteDigits))) as DigitImages;
const load = async (name: ShippedModel) =>
  LoadedModel.load(
    engine as unknown as ModelEngine,
    bytesOf(`${name}.safetensors`),
    ...(taskRow(name).images ? [await digits()] : []),
  );
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
    const { asked } = taskRow(name);
    const said = examples.map(({ example }) => {
      const place = asked * model.info.answers_per_place;
      expect(example.answers[place]![0]!.token).toBe(example.labels[place]);
      return example.labels[place];
    });
    expect(said[0]).not.toBe(said[1]);
    expect(model.parameterCount).toBeGreaterThan(5000);
    expect(model.evaluation.accuracy).toBeGreaterThan(0.95);
    // The trainer, which reads the example as the task does, says the same.
    for (const [i, example] of examplesOf(state, (await digits()).images.data).entries()) {
      const [first] = (await model.read(example)).answers[asked * model.info.answers_per_place]!;
      const [same] = examples[i]!.example.answers[asked * model.info.answers_per_place]!;
      expect(same!.probability).toBeCloseTo(first!.probability, 5);
    }
    // Without positions it is another model: it can be computed, and its numbers differ.
    const placeless = await seen(model, { ...state, positions: 'none' });
    expect(placeless[0]!.model.logits.data).not.toEqual(examples[0]!.model.logits.data);
    model.dispose();
  });
});

describe('goes_with', () => {
  let model: LoadedModel;
  let originals: Inspected[];
  beforeAll(async () => {
    model = await load('goes_with');
    originals = await seen(model, defaultModelState);
  });
  const { asked } = taskRow('goes_with');
  const answer = ({ example }: Inspected) => example.answers[asked]![0]!.token;

  /** What was found when this was written; the page measures it again each time. */
  const found: Record<ExperimentName, [string, string]> = {
    number: ['animal', 'animal'],
    causal: ['animal', 'animal'],
    layer: ['animal', 'animal'],
    idle: ['animal', 'street'],
    positions: ['animal', 'street'],
  };
  it.each(experimentNames)('experiment %s has the outcome that was found', async (name) => {
    expect(originals.map(answer)).toEqual(['animal', 'street']);
    const state = stateOf(name, defaultModelState, originals);
    expect(isAt(name, state, originals)).toBe(true);
    expect(isAt(name, defaultModelState, originals)).toBe(false);
    expect((await seen(model, state, originals)).map(answer)).toEqual(found[name]);
  });

  it('the numbers are those of plain loops, with and without changes', async () => {
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
        const value = { layer: 0, head: kReader.head, key: 11, column: 0, to };
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

  it('the heads that the page names look where it says: at the adjective, and at "too"', () => {
    for (const { example, model: got } of originals) {
      const n = example.tokens.length;
      const { data } = got.trace[`${kReader.attention}.weights`]!;
      const weight = (head: number, key: string) =>
        data[(head * n + asked) * n + example.tokens.indexOf(key)]!;
      expect(weight(kReader.head, example.tokens[11]!)).toBeGreaterThan(0.95);
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

  it('has gradients of any number, at the changed model', async () => {
    const of = { field: 'log_probabilities', index: [0, asked, 0] };
    const [text] = taskRow('goes_with').examples;
    const { d_fields } = await model.gradients(
      textExample(String(text)),
      { mask: null, positions: null, edits: [] },
      [],
      of,
    );
    expect(d_fields['layers.0.attention.v']!.data.some((x) => x !== 0)).toBe(true);
  });
});
