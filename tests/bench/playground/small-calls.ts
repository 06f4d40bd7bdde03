/**
 * Times small calls through the public API, compared with plain loops: 6 tokens, d_model 8, 2 heads, from numbers in
 * JavaScript to numbers in JavaScript. Runs in a page and in Node.
 */
import type { Engine, MultiHeadParameters, Tensor } from '../../../web/src/engine/client/engine.ts';
import { plainAttention } from './plain-attention.ts';

const [n, d_model, num_heads] = [6, 8, 2];
const kCalls = 200;
/** After this many calls Chromium has optimized all functions of the engine that a call runs. */
const kWarmUp = 20_000;

/** Medians, in microseconds per call. */
export interface SmallCalls {
  plain: number;
  weights: number;
  trace: number;
  /** The time of an empty message to a worker and its answer, a lower bound for any call through a worker. */
  answer: number;
}

/** `answering`: the script of a worker that only answers, measured in the same rounds. */
export async function measureSmallCalls(
  engine: Engine,
  answering: string,
  rounds = 25,
): Promise<SmallCalls> {
  const worker = new Worker(answering);
  const answer = () =>
    new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onerror = reject;
      worker.postMessage(null);
    });
  const config = { d_model, num_heads, need_weights: false };
  const model = await engine.prepare('multi_head', { config, seed: 1 });
  const parameters = (await model.parameters()) as unknown as MultiHeadParameters;
  const plain = plainAttention(parameters, n, d_model, num_heads);
  const data = Float32Array.from({ length: n * d_model }, (_, i) => Math.sin(i * 1.7));
  const inputs = { query: { shape: [n, d_model], data } };
  const { outputs, trace } = await model.run(inputs, { keep: 'weights' });
  expectAgreement(plain(data), { output: outputs.output, weights: trace['weights']! });

  const rivals: Record<keyof SmallCalls, () => unknown> = {
    plain: () => plain(data),
    weights: () => model.run(inputs, { keep: 'weights' }),
    trace: () => model.run(inputs, { keep: 'trace' }),
    answer,
  };
  for (const run of Object.values(rivals)) for (let i = 0; i < kWarmUp; i++) await run();
  const times: Record<keyof SmallCalls, number[]> = {
    plain: [],
    weights: [],
    trace: [],
    answer: [],
  };
  for (let round = 0; round < rounds; round++) {
    for (const [who, run] of Object.entries(rivals)) {
      const start = performance.now();
      if (who === 'plain') for (let i = 0; i < kCalls; i++) run();
      else for (let i = 0; i < kCalls; i++) await run();
      times[who as keyof SmallCalls].push((1000 * (performance.now() - start)) / kCalls);
    }
  }
  model.dispose();
  worker.terminate();
  return {
    plain: median(times.plain),
    weights: median(times.weights),
    trace: median(times.trace),
    answer: median(times.answer),
  };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;

function expectAgreement(
  plain: { weights: Float32Array; output: Float32Array },
  ours: Record<'weights' | 'output', Tensor>,
): void {
  for (const name of ['weights', 'output'] as const) {
    plain[name].forEach((wanted, i) => {
      const got = ours[name].data[i]!;
      if (!(Math.abs(got - wanted) <= 1e-5))
        throw new Error(`expected ${name}[${i}] to be ${wanted}, got ${got}`);
    });
  }
}
