/**
 * A multi-head layer in one engine, and in two engines with half of the heads each, each in its own
 * worker: [Q_1 K_1 V_1] and [Q_2 K_2 V_2], whose outputs through w_o add up. Runs in a page.
 */
import {
  createEngine,
  type Model,
  type NamedTensors,
} from '../../../web/src/engine/client/engine.ts';

const kModel = 768;
const kHeads = 12;
const kWidth = 64;

type Layer = Model<'multi_head'>;

/** Milliseconds from numbers in the page to numbers in the page: medians of interleaved rounds. */
export interface Shared {
  n: number;
  one: number;
  two: number;
}

export async function measureSharedHeads(lengths: number[], rounds: number): Promise<Shared[]> {
  const engines = await Promise.all([createEngine(), createEngine(), createEngine()]);
  const config = { d_model: kModel, num_heads: kHeads, bias: false, need_weights: false };
  const parameters = await engines[0]!.randomParameters('multi_head', config, 1);
  const half = { ...config, num_heads: kHeads / 2, d_head: kWidth };
  const whole = await engines[0]!.prepare('multi_head', { config, parameters });
  const halves = await Promise.all(
    [0, 1].map((part) =>
      engines[part + 1]!.prepare('multi_head', {
        config: half,
        parameters: headsOf(parameters, part),
      }),
    ),
  );
  const measured = [];
  for (const n of lengths) measured.push(await measureLength(n, rounds, whole, halves));
  for (const engine of engines) engine.close();
  return measured;
}

async function measureLength(
  n: number,
  rounds: number,
  whole: Layer,
  halves: Layer[],
): Promise<Shared> {
  const data = Float32Array.from({ length: n * kModel }, (_, i) => Math.sin(i * 1.7));
  const query = { shape: [n, kModel], data };
  const output = async (layer: Layer) => (await layer.run({ query })).outputs.output.data;
  const one = () => output(whole);
  const two = async () => {
    const [left, right] = await Promise.all(halves.map(output));
    return left!.map((value, i) => value + right![i]!);
  };
  expectClose(await one(), await two());

  const times = { one: [] as number[], two: [] as number[] };
  for (let round = -2; round < rounds; round++) {
    for (const [name, run] of [['one', one] as const, ['two', two] as const]) {
      const start = performance.now();
      await run();
      if (round >= 0) times[name].push(performance.now() - start);
    }
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
  return { n, one: median(times.one), two: median(times.two) };
}

/** The part of the parameters that belongs to half of the heads: columns of w_q, w_k and w_v, rows of w_o. */
function headsOf(parameters: NamedTensors, part: number): NamedTensors {
  const width = (kHeads / 2) * kWidth;
  const columns = (name: string) => {
    const { data } = parameters[name]!;
    const kept = new Float32Array(kModel * width);
    for (let row = 0; row < kModel; row++) {
      const start = row * kModel + part * width;
      kept.set(data.subarray(start, start + width), row * width);
    }
    return { ...parameters[name]!, shape: [kModel, width], data: kept };
  };
  const { data } = parameters['w_o']!;
  const rows = data.slice(part * width * kModel, (part + 1) * width * kModel);
  return {
    w_q: columns('w_q'),
    w_k: columns('w_k'),
    w_v: columns('w_v'),
    w_o: { ...parameters['w_o']!, shape: [width, kModel], data: rows },
  };
}

function expectClose(expected: Float32Array, found: Float32Array): void {
  const far = expected.findIndex((value, i) => !(Math.abs(value - found[i]!) <= 1e-4));
  if (far >= 0)
    throw new Error(`expected ${expected[far]} at ${far} of the output, got ${found[far]}`);
}
