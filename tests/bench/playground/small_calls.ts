/**
 * The playground's own size, 6 tokens, d_model 8, 2 heads: microseconds from numbers in JavaScript
 * to numbers in JavaScript, beside plain loops. Callable in a page as in Node.
 */
import type { AttentionWeights, MultiHeadParameters, Session } from '../../../wasm/engine.d.ts';
import { Rooms } from '../../../web/src/engine/rooms.ts';
import { inTurns } from '../../../web/src/measure/contender.ts';
import { plainAttention } from './plain_attention.ts';

const kShape = [6, 8];
const kHeads = 2;

/** Medians, in microseconds a call. */
export interface SmallCalls {
  plain: number;
  weights: number;
  trace: number;
}

/** In samples so long that each pays for collecting its own garbage, and not for another's. */
export async function measureSmallCalls(session: Session, rounds = 15): Promise<SmallCalls> {
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

  const valuesOf = ({ output, weights }: AttentionWeights) => [output.data, weights.data];
  const rivals: Record<keyof SmallCalls, () => Float32Array[]> = {
    plain: () => {
      const { output, weights } = plain(data);
      return [output, weights];
    },
    weights: () => valuesOf(rooms.weights(layer, inputs)!),
    trace: () => valuesOf(rooms.trace(layer, inputs)!),
  };
  const timings = await inTurns(
    Object.entries(rivals).map(([who, run]) => ({ who, way: '', run })),
    rounds,
  );
  session.release(layer);
  const [plainTime, weights, trace] = timings.map(({ milliseconds }) => 1000 * milliseconds);
  return { plain: plainTime!, weights: weights!, trace: trace! };
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
