import { beforeAll, describe, expect, it } from 'vitest';
import type { Tensor } from '../../wasm/engine';
import { matrixOf, matrixRow } from '../../web/src/tensors/tensor';

import { expectNear } from './near';
import { referencePositions } from '../support/multi-head-reference';
import { newSession, type EmbedRequest, type Session } from './session';

let session: Session;
beforeAll(async () => {
  session = await newSession();
});

const request = (change: Partial<EmbedRequest> = {}): EmbedRequest => ({
  tokens: ['the', 'cat', 'sat', 'on', 'the', 'mat'],
  d_model: 8,
  seed: 1,
  positions: 'sinusoidal',
  ...change,
});
const row = (tensor: Tensor, i: number) => matrixRow(matrixOf(tensor), i);

describe('an embedding', () => {
  it('is equal for equal tokens and different for different ones', () => {
    const { embedding } = session.embed(request());
    expect(row(embedding, 4)).toEqual(row(embedding, 0));
    for (const other of [1, 2, 3, 5]) expect(row(embedding, other)).not.toEqual(row(embedding, 0));
  });

  it('depends on the token alone, not on the sentence', () => {
    const { embedding } = session.embed(request());
    const alone = session.embed(request({ tokens: ['mat'] })).embedding;
    expect(row(alone, 0)).toEqual(row(embedding, 5));
  });

  it('distinguishes tokens in any script, to the last byte', () => {
    const tokens = ['猫', '狗', '👨‍👩‍👧‍👦', '👨‍👩‍👧', 'שלום', 'é', 'e', 'a\u0000b', 'a\u0000c', ''];
    const { embedding } = session.embed(request({ tokens }));
    const rows = tokens.map((_, i) => row(embedding, i).join());
    expect(new Set(rows).size).toBe(tokens.length);
  });

  it('differs with another seed', () => {
    const seeds = [0, 1, 2, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1];
    const drawn = seeds.map((seed) => row(session.embed(request({ seed })).embedding, 0).join());
    expect(new Set(drawn).size).toBe(seeds.length);
  });

  it('has mean 0 and variance 1 over many tokens', () => {
    const tokens = Array.from({ length: 512 }, (_, i) => `token ${i}`);
    const { data } = session.embed(request({ tokens, d_model: 64 })).embedding;
    const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
    const variance = data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length;
    // Five standard errors of each, for 2^15 numbers.
    expect(Math.abs(mean)).toBeLessThan(5 / Math.sqrt(2 ** 15));
    expect(Math.abs(variance - 1)).toBeLessThan(5 * Math.sqrt(2 / 2 ** 15));
  });

  it('has the same bits in another instance of the module', async () => {
    const other = await newSession();
    const layerOf = (at: Session) => at.createMultiHead({ d_model: 8, num_heads: 2, seed: 77 });
    const resultsOf = (at: Session) => {
      const embedded = at.embed(request({ seed: 77 }));
      const { x } = embedded;
      const layer = layerOf(at);
      const trace = at.trace(layer, { query: x, key: x, value: x, mask: 'causal' });
      return { embedded, parameters: at.parameters(layer), trace };
    };
    // An earlier call must not matter.
    other.embed(request({ seed: 5, d_model: 3 }));
    layerOf(other);
    expect(resultsOf(other)).toEqual(resultsOf(session));
  });
});

describe('a position', () => {
  it.each([
    [1, 1],
    [6, 8],
    [5, 7],
    [512, 8],
    [512, 256],
  ])('alternates sine and cosine (%i tokens, d_model %i)', (n, d_model) => {
    const tokens = Array.from({ length: n }, () => 'same');
    const { position } = session.embed(request({ tokens, d_model }));
    expectNear('position', position.data, referencePositions(n, d_model).flat(), 1e-6);
  });

  it('is 0 with positions: none', () => {
    const { position, embedding, x } = session.embed(request({ positions: 'none' }));
    expect(position.data.every((value) => value === 0)).toBe(true);
    expect(x.data).toEqual(embedding.data);
  });

  it('is added to the embedding', () => {
    const { embedding, position, x } = session.embed(request());
    expect(x.data).toEqual(embedding.data.map((value, i) => value + position.data[i]!));
  });

  it('does not change the embedding', () => {
    const { embedding } = session.embed(request());
    expect(embedding).toEqual(session.embed(request({ positions: 'none' })).embedding);
  });
});
