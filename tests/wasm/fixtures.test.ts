import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/client/engine';
import { readSafetensors } from '../../web/src/files/tensor-files';
import { fixturesOf, type Fixture } from '../../web/src/proof/fixtures';
import { differenceOf, forwardTolerance, holds } from '../../web/src/proof/difference';
import { compare, directionsOf, type ProvenEngine } from '../../web/src/proof/verify';
import { examples } from './examples';
import { builds, newCalls, wasmBinary } from './module';

const file = readFileSync(new URL('../golden/pytorch.safetensors', import.meta.url));
const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
const fixtures = fixturesOf(await readSafetensors(bytes));

const engines = await Promise.all(
  builds.map((build) => createEngine({ wasmBinary: wasmBinary(build) })),
);
const proven = engines as unknown as ProvenEngine[];
afterAll(() => engines.forEach((engine) => engine.close()));

describe('PyTorch’s numbers', () => {
  it('cover many cases, forward and backward', () => {
    expect(fixtures.length).toBeGreaterThan(80);
    const backward = fixtures.filter((fixture) => directionsOf(fixture).length === 2);
    expect(backward.length).toBeGreaterThan(80);
    const modules = new Set(fixtures.map(({ module }) => module));
    for (const module of ['MultiheadAttention', 'TransformerEncoderLayer', 'Transformer'] as const)
      expect(modules).toContain(module);
  });

  it.each(
    builds.flatMap((build, at) =>
      fixtures.map((fixture) => [build, fixture.name, proven[at]!, fixture] as const),
    ),
  )('are computed by %s: %s', async (_build, _name, engine, fixture) => {
    for (const direction of directionsOf(fixture)) {
      const { holds, problem, worst } = await compare(engine, fixture, direction);
      expect(holds, `${direction}: ${problem?.message ?? JSON.stringify(worst)}`).toBe(true);
    }
  });

  it('name headers that exist', () => {
    for (const header of new Set(fixtures.map((fixture) => fixture.header)))
      expect(readFileSync(new URL(`../../core/${header}`, import.meta.url), 'utf8')).toContain(
        '#pragma once',
      );
  });

  it('fail the comparison if one of them is changed', async () => {
    const fixture = fixtures.find(({ name }) => name.startsWith('multi_head/'))!;
    for (const group of ['outputs', 'gradients', 'inputs', 'parameters'] as const) {
      const changed = structuredClone(fixture) as Fixture;
      const [tensor] = Object.values(changed[group]);
      tensor!.data[0]! += 0.5;
      const direction = group === 'gradients' ? 'gradients' : 'forward';
      expect((await compare(proven[0]!, changed, direction)).holds, group).toBe(false);
    }
  });
});

it.each(builds.slice(1))(
  '%s rounds differently from attention.wasm, but stays within the tolerance',
  async (build) => {
    const [plain, relaxed] = [await newCalls(), await newCalls(build)];
    for (const operation of ['multi_head', 'encoder_layer'] as const) {
      const expected = plain.run(operation, examples[operation]);
      const got = relaxed.run(operation, examples[operation]);
      const difference = differenceOf({ ...got }, { ...expected }, forwardTolerance);
      expect(holds(difference), JSON.stringify(difference)).toBe(true);
      expect(difference.worst!.share, operation).toBeGreaterThan(0);
    }
  },
);
