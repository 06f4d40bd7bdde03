/** The heads of the shipped English model cause its answers: its weights decide them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Trainer } from '../../web/src/engine/client/trainer';
import type { Intervention } from '../../wasm/engine';
import { readSafetensors } from '../../web/src/files/tensor-files';
import { engine } from './training-engine';

const last = 'layers.1.attention';

async function shippedModel() {
  const url = new URL('../../web/public/models/goes_with.safetensors', import.meta.url);
  const { tensors, metadata } = await readSafetensors(readFileSync(url));
  const recipe = { task: 'goes_with', seed: Number(metadata['seed']) } as const;
  return engine.trainer(recipe, { from: { step: Number(metadata['steps']), tensors } });
}

async function trainedFrom(seed: number) {
  const trainer = await engine.trainer({ task: 'goes_with', seed }, { snapshots: { every: 0 } });
  await trainer.step(trainer.recipe.steps, { every: 1000 });
  return trainer;
}

/** The model's answer at each place. */
async function answersTo(
  trainer: Trainer,
  tokens: readonly string[],
  interventions: Intervention[] = [],
) {
  const ids = tokens.map((token) => trainer.vocabulary.indexOf(token));
  const { answers } = await trainer.inspect({ ids }, { interventions });
  return answers.map(([first]) => first!.token);
}

const animals = ['animal', 'cat', 'dog', 'horse'];
const places = ['street', 'river', 'bridge', 'field'];
const ofAnimals = ['tired', 'hungry', 'afraid', 'slow', 'young', 'sick'];
const ofPlaces = ['wide', 'long', 'dark', 'wet', 'steep', 'narrow'];

describe.each([
  ['that ships', shippedModel],
  ...[0, 1].map((seed) => [`of seed ${seed}`, () => trainedFrom(seed)] as const),
] as const)('the model %s', (_, make) => {
  it('answers "tired" and "wide" with the same noun without its first layer', async () => {
    const trainer = await make();
    const firstLayerOff = { layer: 'layers.0.attention', field: 'context', value: 0 };
    let [pairs, right, same] = [0, 0, 0];
    for (const animal of animals) {
      for (const place of places) {
        for (const [i, adjective] of ofAnimals.entries()) {
          const text = `the ${animal} did not cross the ${place} because it was too ${adjective} .`;
          const tired = text.split(' ');
          const wide = tired.with(-2, ofPlaces[i]!);
          const says = async (tokens: string[], off: Intervention[] = []) =>
            (await answersTo(trainer, tokens, off))[tired.indexOf('it')];
          const [first, second] = [await says(tired), await says(wide)];
          right += Number(first === animal && second === place);
          same += Number(
            (await says(tired, [firstLayerOff])) === (await says(wide, [firstLayerOff])),
          );
          pairs++;
        }
      }
    }
    expect(right).toBe(pairs);
    expect(same).toBe(pairs);
    trainer.dispose();
  });
});

it('forcing a row onto a possible answer makes it the answer', async () => {
  const trainer = await shippedModel();
  const sentences = [];
  for (let i = 0; i < 60; i++) sentences.push(await trainer.inspect({ held_out: i }));
  // "The" and "." are never answers.
  const asked = new Set(sentences.flatMap(({ labels }) => labels));
  let [rows, same] = [0, 0];
  for (const { tokens } of sentences.slice(0, 20)) {
    for (const [query, token] of tokens.entries()) {
      const key = (query + 3) % tokens.length;
      if (tokens[key] === token || !asked.has(tokens[key]!)) continue;
      const value = Float32Array.from(tokens, (_, i) => Number(i === key));
      const forced = { layer: last, field: 'weights', index: [0, 0, query], value };
      rows++;
      same += Number((await answersTo(trainer, tokens, [forced]))[query] === tokens[key]);
    }
  }
  expect(rows).toBeGreaterThan(50);
  expect(same / rows).toBeGreaterThan(0.98);
});
