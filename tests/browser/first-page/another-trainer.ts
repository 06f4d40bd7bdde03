/** Trains a shipped model's recipe in a separate engine, and returns its parameters. */
import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type * as Client from '../../../web/src/pages/exports/engine.ts';
import type { ShippedModelName } from '../../../web/src/model/trained/shipped-models.ts';
import { modelFile } from '../story/story-page.ts';

export type Parameters = Awaited<ReturnType<typeof modelFile>>['tensors'];

/** The parameters after a number of steps, from an untrained model. */
export async function trainedFor(
  page: Page,
  steps: number,
  task: ShippedModelName = 'goes_with',
): Promise<Parameters> {
  const { metadata } = await modelFile(task);
  const assets = readdirSync(new URL('../../../dist/assets/', import.meta.url));
  const wasm = assets.find((name) => /^training.*\.wasm$/.test(name));
  const all = await page.evaluate(
    async ({ task, seed, steps, wasm }) => {
      const { createEngine, readNpz } = (await import(
        new URL('./engine.js', location.href).href
      )) as typeof Client;
      const engine = await createEngine({ wasmUrl: new URL(wasm, location.href).href });
      const images = async () => readNpz(await (await fetch('./models/digit_images.npz')).blob());
      const trainer = await engine.trainer(
        { task, seed },
        task === 'digits' ? { data: (await images()) as never } : {},
      );
      if (steps > 0) await trainer.step(steps);
      const parameters = await trainer.parameters();
      engine.close();
      return Object.entries(parameters).map(
        ([name, { shape, data }]) => [name, { shape: [...shape], data }] as const,
      );
    },
    { task, seed: Number(metadata['seed']), steps, wasm: `./assets/${wasm}` },
  );
  return Object.fromEntries(all) as unknown as Parameters;
}
