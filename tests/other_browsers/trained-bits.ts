/** A recipe gives the same parameters, to the last bit, in this browser and in Node. */
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import type { Engine } from '../../web/src/engine/client/engine.ts';
import type { AttentionTraining } from '../../web/src/elements/training/attention-training.ts';
import type { MainPath } from './paths.ts';
import type { find } from './tab.ts';
import { becomes, textOf } from './views.ts';

/** Trains for 100 steps and returns a hash of all parameters. Without `inNode`, by the page's engine. */
async function trainedBits(search: typeof find | null, inNode?: Engine): Promise<string> {
  const page = search?.('attention-training') as AttentionTraining | undefined;
  const engine = inNode ?? (await (page!.engine as Promise<Engine>));
  const trainer = await engine.trainer({ task: 'goes_with', seed: 1 });
  await trainer.step(100);
  let hash = 0x811c9dc5;
  for (const { data } of Object.values(await trainer.parameters()))
    for (const byte of new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
      hash = Math.imul(hash ^ byte, 0x01000193);
  trainer.dispose();
  return (hash >>> 0).toString(16);
}

export const sameBits: MainPath = {
  name: 'training: 100 steps give the bits that they give in Node',
  async walk(tab, site) {
    const dist = pathToFileURL('dist/').href;
    const wasm = readdirSync('dist/assets').find((name) => /^training-.*\.wasm$/.test(name))!;
    const { createEngine } = await import(`${dist}engine.js`);
    const engine: Engine = await createEngine({ wasmUrl: `${dist}assets/${wasm}` });
    const expected = await trainedBits(null, engine);
    engine.close();
    await tab.open(`${site}/training.html`);
    const progress = ['attention-training', 'attention-training-run', '.progress'];
    await becomes(() => textOf(tab, ...progress), 'step 0 of 800');
    expect(await tab.run(trainedBits)).toBe(expected);
  },
};
