import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFamily, type Family } from '../../web/src/engine/family';
import { fixturesOf, type Fixture } from '../../web/src/proof/fixtures';
import { compare, directionsOf, type ProvenFamily } from '../../web/src/proof/verify';
import { familyBinary, newFamilyModule } from './family-module';

const file = readFileSync(new URL('../golden/pytorch.safetensors', import.meta.url));
const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
const { readSafetensors } = await newFamilyModule();
const fixtures = fixturesOf(readSafetensors(bytes));

let family: Family;
let proven: ProvenFamily;
beforeAll(async () => {
  family = await createFamily({ wasmBinary: familyBinary() });
  proven = family as unknown as ProvenFamily;
});
afterAll(() => family.close());

describe('PyTorch’s numbers', () => {
  it('are those of many cases, backward too', () => {
    expect(fixtures.length).toBeGreaterThan(80);
    const backward = fixtures.filter((fixture) => directionsOf(fixture).length === 2);
    expect(backward.length).toBeGreaterThan(80);
    const modules = new Set(fixtures.map(({ module }) => module));
    for (const module of ['MultiheadAttention', 'TransformerEncoderLayer', 'Transformer'] as const)
      expect(modules).toContain(module);
  });

  it.each(fixtures.map((fixture) => [fixture.name, fixture] as const))(
    'are computed by the module: %s',
    async (_, fixture) => {
      for (const direction of directionsOf(fixture)) {
        const { holds, problem, worst } = await compare(proven, fixture, direction);
        expect(holds, `${direction}: ${problem ?? JSON.stringify(worst)}`).toBe(true);
      }
    },
  );

  it('name headers that exist', () => {
    for (const header of new Set(fixtures.map((fixture) => fixture.header)))
      expect(readFileSync(new URL(`../../core/${header}`, import.meta.url), 'utf8')).toContain(
        '#pragma once',
      );
  });

  it('that are changed do not hold', async () => {
    const fixture = fixtures.find(({ name }) => name.startsWith('multi_head/'))!;
    for (const group of ['outputs', 'gradients', 'inputs', 'parameters'] as const) {
      const changed = structuredClone(fixture) as Fixture;
      const [tensor] = Object.values(changed[group]);
      tensor!.data[0]! += 0.5;
      const direction = group === 'gradients' ? 'gradients' : 'forward';
      expect((await compare(proven, changed, direction)).holds, group).toBe(false);
    }
  });
});
