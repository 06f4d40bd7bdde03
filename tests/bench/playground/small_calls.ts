/**
 * The playground's own size, 6 tokens, d_model 8, 2 heads: microseconds from numbers in JavaScript
 * to numbers in JavaScript, beside plain loops. Callable in a page as in Node.
 */
import type { MultiHeadParameters, Session } from '../../../wasm/engine.d.ts';
import { Rooms } from '../../../web/src/engine/rooms.ts';
import { plainAttention } from './plain_attention.ts';

const kShape = [6, 8];
const kHeads = 2;
const kCalls = 2000;
/** Rounds until the browser has compiled all of it for its speed. */
const kWarmUps = 20;

/** Medians over interleaved rounds, in microseconds a call. */
export interface SmallCalls {
  plain: number;
  weights: number;
  trace: number;
}

export function measureSmallCalls(session: Session, rounds = 31): SmallCalls {
  const layer = session.createMultiHead({ d_model: 8, num_heads: kHeads, seed: 1, bias: true });
  const plain = plainAttention(
    session.parameters(layer) as MultiHeadParameters,
    kShape[0]!,
    kShape[1]!,
    kHeads,
  );
  const rooms = new Rooms(session);
  const data = Float32Array.from({ length: 48 }, (_, i) => Math.sin(i * 1.7));
  const x = { shape: kShape, data };
  const inputs = { query: x, key: x, value: x, mask: 'none' as const };
  expectAgreement(plain(data), rooms.weights(layer, inputs)!);

  const rivals = {
    plain: () => plain(data),
    weights: () => rooms.weights(layer, inputs),
    trace: () => rooms.trace(layer, inputs),
  };
  const names = Object.keys(rivals) as (keyof SmallCalls)[];
  const times: Record<keyof SmallCalls, number[]> = { plain: [], weights: [], trace: [] };
  for (let round = -kWarmUps; round < rounds; round++) {
    for (const name of names) {
      const call = rivals[name];
      const start = performance.now();
      for (let i = 0; i < kCalls; i++) call();
      if (round >= 0) times[name].push(((performance.now() - start) * 1000) / kCalls);
    }
  }
  session.release(layer);
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
  return {
    plain: median(times.plain),
    weights: median(times.weights),
    trace: median(times.trace),
  };
}

function expectAgreement(
  plain: { weights: Float32Array; output: Float32Array },
  ours: { weights: { data: Float32Array }; output: { data: Float32Array } },
): void {
  for (const name of ['weights', 'output'] as const) {
    plain[name].forEach((wanted, i) => {
      const got = ours[name].data[i]!;
      if (!(Math.abs(got - wanted) <= 1e-5))
        throw new Error(`expected ${name}[${i}] to be ${wanted}, got ${got}`);
    });
  }
}
