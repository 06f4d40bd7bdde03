/** Trains a shipped model's recipe in a separate engine, and returns its parameters. */
import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type * as Client from '../../../web/src/pages/exports/engine.ts';
import type { ShippedModelName } from '../../../web/src/model/trained/shipped-models.ts';
import { modelFile } from '../story/story-page.ts';

export type Parameters = Awaited<ReturnType<typeof modelFile>>['tensors'];

/** What the page keeps: a second trainer, and the parameters after each step that it has done. */
interface Kept {
  other?: Promise<{ trainer: Client.Trainer; done: Record<string, Client.Tensor>[] }>;
}

/** The parameters after a number of steps, from an untrained model. A page trains one model only. */
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
      const images = async () => readNpz(await (await fetch('./models/digit_images.npz')).blob());
      const start = async () => {
        const engine = await createEngine({ wasmUrl: new URL(wasm, location.href).href });
        const data = task === 'digits' ? { data: (await images()) as never } : {};
        const trainer = await engine.trainer({ task, seed }, data);
        return { trainer, done: [await trainer.parameters()] };
      };
      const { trainer, done } = await ((globalThis as Kept).other ??= start());
      while (done.length <= steps) {
        await trainer.step(1);
        done.push(await trainer.parameters());
      }
      return Object.entries(done[steps]!).map(
        ([name, { shape, data }]) => [name, { shape: [...shape], data }] as const,
      );
    },
    { task, seed: Number(metadata['seed']), steps, wasm: `./assets/${wasm}` },
  );
  return Object.fromEntries(all) as unknown as Parameters;
}
