/** What the heads of the shipped English model bring about: its weights decide its answers. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import type { Trainer } from '../../web/src/engine/trainer';
import type { Intervention } from '../../wasm/engine';
import { readSafetensors } from '../../web/src/files/tensor-files';
import { engine } from './training-engine';

const last = 'layers.1.attention';

let trainer: Trainer;
beforeEach(async () => {
  const url = new URL('../../web/public/models/goes_with.safetensors', import.meta.url);
  const { tensors, metadata } = await readSafetensors(readFileSync(url));
  const recipe = { task: 'goes_with', seed: Number(metadata['seed']) } as const;
  trainer = await engine.trainer(recipe, { from: { step: Number(metadata['steps']), tensors } });
});

/** The model's answer at each place. */
async function answersTo(tokens: readonly string[], interventions: Intervention[] = []) {
  const ids = tokens.map((token) => trainer.vocabulary.indexOf(token));
  const { answers } = await trainer.inspect({ ids }, { interventions });
  return answers.map(([first]) => first!.token);
}

const heldOut = (i: number) => trainer.inspect({ held_out: i });

const animals = ['animal', 'cat', 'dog', 'horse'];
const places = ['street', 'field', 'bridge'];

it.each(animals)(
  'without its first layer it says the same noun for a tired %s and a wide place',
  async (animal) => {
    const firstLayerOff = { layer: 'layers.0.attention', field: 'context', value: 0 };
    for (const place of places) {
      const text = `the ${animal} did not cross the ${place} because it was too tired .`;
      const tired = text.split(' '),
        wide = text.replace('tired', 'wide').split(' ');
      const it_ = tired.indexOf('it');
      const says = async (tokens: string[], off: Intervention[] = []) =>
        (await answersTo(tokens, off))[it_];
      expect([await says(tired), await says(wide)]).toEqual([animal, place]);
      expect(await says(tired, [firstLayerOff]), text).toBe(await says(wide, [firstLayerOff]));
    }
  },
);

it('a row that is forced onto a word that can be an answer makes it say that word', async () => {
  const sentences = [];
  for (let i = 0; i < 60; i++) sentences.push(await heldOut(i));
  // "The" or "." is never an answer.
  const asked = new Set(sentences.flatMap(({ labels }) => labels));
  let [rows, same] = [0, 0];
  for (const { tokens } of sentences.slice(0, 20)) {
    for (const [query, token] of tokens.entries()) {
      const key = (query + 3) % tokens.length;
      if (tokens[key] === token || !asked.has(tokens[key]!)) continue;
      const value = Float32Array.from(tokens, (_, i) => Number(i === key));
      const forced = { layer: last, field: 'weights', index: [0, 0, query], value };
      rows++;
      same += Number((await answersTo(tokens, [forced]))[query] === tokens[key]);
    }
  }
  expect(rows).toBeGreaterThan(50);
  expect(same / rows).toBeGreaterThan(0.98);
}, 60_000);
