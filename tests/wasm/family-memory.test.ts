import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FamilyModule, NamedTensors } from '../../wasm/family';
import { seeded } from '../web/seeded';
import { examples, names } from './family-examples';
import type { FilesModule } from '../../wasm/files';
import { newFamily, newFilesModule, type FamilyOf } from './family-module';
import { randomTensor } from './inputs';
import { expectNear } from './near';
import { referenceContext } from './family-reference';

/** The allocator hands out a few bytes more where a remainder would be of no use. */
const kSlack = 512;

/** Each operation once, forward and backward, and each kind of file: some 110 calls. */
function everything(family: FamilyOf, files: FilesModule): number {
  let calls = 0;
  const call = <T>(result: T): T => (calls++, result);
  const backward = new Set(
    family.module.operations().flatMap((one) => (one.has_gradients ? [one.name] : [])),
  );
  for (const name of names) {
    const example = { ...(examples[name] as typeof examples.softmax) };
    const parameters = call(family.parameters(name as 'softmax', example));
    const given = { ...example, parameters };
    const { outputs } = call(family.traced(name as 'softmax', given));
    const [output, tensor] = Object.entries(outputs as NamedTensors)[0]!;
    if (backward.has(name))
      call(family.gradients(name as 'softmax', given, { [`d_${output}`]: tensor }));
    if (Object.keys(parameters).length === 0) continue;
    call(files.readSafetensors(call(files.writeSafetensors(parameters, { name }))));
    call(files.readNpz(call(files.writeNpz(parameters))));
  }
  return calls;
}

it('1,000 calls of all kinds leave the memory as large as the first made it', async () => {
  const [family, files] = [await newFamily(), await newFilesModule()];
  const memories = () => [family.module.memory(), files.memory()];
  let calls = everything(family, files);
  const settled = memories();
  while (calls < 1000) calls += everything(family, files);
  memories().forEach((afterwards, i) => {
    expect(afterwards.heap_bytes).toBe(settled[i]!.heap_bytes);
    expect(Math.abs(afterwards.used_bytes - settled[i]!.used_bytes)).toBeLessThan(kSlack);
  });
});

it('when the memory grows during a call, what came before stays, and its own result is right', async () => {
  const family = await newFamily();
  const earlier = family.traced('multi_head', examples.multi_head);
  const copy = structuredClone(earlier);
  const before = family.module.memory();

  // Scores and weights of 2 x 1200 x 1200 floats, 11.5 MB each: the heap has 16 at first.
  const random = seeded(50);
  const heads = {
    q: randomTensor(random, 1, 2, 1200, 4),
    k: randomTensor(random, 1, 2, 1200, 4),
    v: randomTensor(random, 1, 2, 1200, 4),
  };
  const { outputs, trace } = family.traced('scaled_dot_product', { inputs: heads });
  expect(family.module.memory().heap_bytes).toBeGreaterThan(before.heap_bytes);
  expect(earlier).toEqual(copy);
  expect(trace['weights']!.shape).toEqual([1, 2, 1200, 1200]);
  expectNear('context', outputs.context.data, referenceContext(heads), 1e-4);
  expect(family.traced('multi_head', examples.multi_head)).toEqual(copy);
  // All that the large call took is free again.
  expect(Math.abs(family.module.memory().used_bytes - before.used_bytes)).toBeLessThan(kSlack);
});

/** Layers of some 130 kB, as many as there is room for without the heap growing. */
function fill(module: FamilyModule): number[] {
  const { heap_bytes } = module.memory();
  const models: number[] = [];
  for (;;) {
    const model = module.prepare('multi_head', { d_model: 64, num_heads: 1 }, 1);
    if (module.memory().heap_bytes > heap_bytes) return models;
    models.push(model);
  }
}

it('attention in tiles takes less than 2 MB beyond inputs and output', async () => {
  const fitting = fill((await newFamily()).module).length;
  const { module } = await newFamily();
  const models = Array.from({ length: fitting }, () =>
    module.prepare('multi_head', { d_model: 64, num_heads: 1 }, 1),
  );
  const full = module.memory();
  const [n, d_head] = [8192, 64];
  // The inputs, the output, and 2 MB.
  const room = 4 * n * d_head * 4 + 2e6;
  while (full.used_bytes - module.memory().used_bytes < room) module.releaseModel(models.pop()!);

  const random = seeded(51);
  const tensor = () => randomTensor(random, 1, 1, n, d_head);
  const inputs = { q: tensor(), k: tensor(), v: tensor() };
  for (const [name, config] of [
    ['flash', { causal: 'end' }],
    ['sliding_window', { window: 256 }],
  ] as const) {
    module.run(name, config, {}, inputs, false);
    expect(module.memory().heap_bytes, name).toBe(full.heap_bytes);
  }
});

it('a file is given back whole, however large', async () => {
  const files = await newFilesModule();
  const bytes = new Uint8Array(
    readFileSync(new URL('../golden/pytorch.safetensors', import.meta.url)),
  );
  const { tensors, metadata } = files.readSafetensors(bytes);
  const again = files.readSafetensors(files.writeSafetensors(tensors, metadata));
  expect(again).toEqual({ tensors, metadata });
});
