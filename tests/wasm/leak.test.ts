import { expect, it } from 'vitest';
import type { Session } from '../../wasm/engine';
import { seeded, type Seeded } from '../web/seeded';
import { newSession } from './module';

/** The allocator hands out a few bytes more where a remainder would be of no use. */
const kSlack = 256;

const vocabulary = Array.from({ length: 200 }, (_, i) => `word ${i}`);

/** Everything that one change of a text or a control asks for: 5 to 9 calls. */
function change(session: Session, random: Seeded, largest: boolean): number {
  const n = largest ? 64 : random.whole(1, 64);
  const num_heads = largest ? 8 : random.pick([1, 2, 4, 8]);
  const d_model = num_heads * (largest ? 8 : random.whole(1, 8));
  const seed = random.whole(0, 1e9);
  const mask = random.pick(['none', 'causal'] as const);
  const positions = random.pick(['none', 'sinusoidal'] as const);
  const tokens = Array.from({ length: n }, () => random.pick(vocabulary));

  let calls = 0;
  const call = <T>(result: T): T => (calls++, result);
  const { x } = call(session.embed({ tokens, d_model, seed, positions }));
  const bias = random.uniform() < 0.5;
  const layer = call(session.createMultiHead({ d_model, num_heads, seed, bias }));
  const inputs = { query: x, key: x, value: x, mask };
  call(session.trace(layer, inputs));
  const head = random.pick([null, 0, num_heads - 1]);
  call(session.rowDetail(layer, { batch: 0, head, query: n - 1, most: random.whole(0, n) }));
  if (largest || random.uniform() < 0.3) call(session.forward(layer, inputs));
  if (largest || random.uniform() < 0.3) call(session.average(layer, 'masked_scores'));
  if (largest || random.uniform() < 0.3) call(session.parameters(layer));
  // Refusals must not leave anything behind either.
  if (largest || random.uniform() < 0.3) {
    const refused = () => session.createMultiHead({ d_model, num_heads: d_model + 1, seed });
    expect(refused).toThrow('not divisible');
    const absent = () => session.rowDetail(layer, { batch: 0, head: 0, query: n, most: 1 });
    expect(absent).toThrow('expected query');
    calls += 2;
  }
  session.release(layer);
  return calls + 1;
}

it('10,000 mixed calls leave the memory as large as the first hundred made it', async () => {
  const session = await newSession();
  const random = seeded(11);
  let calls = 0;
  while (calls < 100) calls += change(session, random, true);
  const settled = session.memory();
  while (calls < 10_000) calls += change(session, random, false);
  const afterwards = session.memory();
  expect(afterwards.heap_bytes).toBe(settled.heap_bytes);
  expect(Math.abs(afterwards.used_bytes - settled.used_bytes)).toBeLessThan(kSlack);
});

it('a layer that is kept is counted, set and packed, and its release gives all of it back', async () => {
  const session = await newSession();
  const config = { d_model: 64, num_heads: 4, seed: 1 };
  session.release(session.createMultiHead(config));
  const base = session.memory().used_bytes;
  const layers = Array.from({ length: 10 }, () => session.createMultiHead(config));
  const tenLayers = 2 * 10 * 4 * 64 * 64 * Float32Array.BYTES_PER_ELEMENT;
  expect(session.memory().used_bytes - base).toBeGreaterThanOrEqual(tenLayers);
  expect(session.memory().used_bytes - base).toBeLessThan(tenLayers * 1.1);
  for (const layer of layers) session.release(layer);
  expect(Math.abs(session.memory().used_bytes - base)).toBeLessThan(kSlack);
});

it('a trace replaces the one before it', async () => {
  const session = await newSession();
  const layer = session.createMultiHead({ d_model: 8, num_heads: 2, seed: 1 });
  const x = { shape: [64, 8], data: new Float32Array(64 * 8) };
  const inputs = { query: x, key: x, value: x, mask: 'none' as const };
  session.trace(layer, inputs);
  const one = session.memory().used_bytes;
  for (let i = 0; i < 20; i++) session.trace(layer, inputs);
  expect(Math.abs(session.memory().used_bytes - one)).toBeLessThan(kSlack);
});
