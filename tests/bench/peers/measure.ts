/** One work: everybody's results are held against ours, then all are timed in turns. */
import { differenceOf, inTurns, type Contender, type Timing } from '../engine/contender.ts';
import { dataFor } from '../engine/data.ts';
import { withCaches } from '../engine/decoding.ts';
import { limitOf } from '../engine/limit.ts';
import { inProducts, kOurs, ours, type OurModules } from '../engine/ours.ts';
import type { Work } from '../engine/works.ts';
import { onnxRuntime, type Runtime } from './onnx.ts';
import { plainJavaScript } from './plain.ts';
import { tensorFlow } from './tensorflow.ts';

export interface Setting {
  readonly modules: OurModules;
  readonly limit: BufferSource;
  readonly onnx: Runtime;
  readonly rounds: number;
}

export interface Measured {
  readonly id: string;
  /** GFLOP/s, in the same rounds. */
  readonly limit: number;
  readonly timings: readonly Timing[];
  /** The largest difference of each from us. */
  readonly differences: Readonly<Record<string, number>>;
}

/** Relative to max(1, |x|), over all results: f32, summed in whatever order. */
const kTolerance = 1e-3;

export async function measure(work: Work, setting: Setting): Promise<Measured> {
  const { modules, rounds } = setting;
  const drawn = dataFor(work, modules.family);
  const data = work.kind === 'step' ? withCaches(modules.family, work, drawn) : drawn;
  const all = [
    ...ours(work, data, modules),
    ...(work.kind === 'product' ? [inProducts('eigen', work, data, modules.products)] : []),
    ...(await onnxRuntime('ONNX Runtime Web', 'wasm', setting.onnx, work, data)),
    ...(await tensorFlow(work, data, work.kind === 'training' ? ['wasm', 'cpu'] : ['wasm'])),
    ...plainJavaScript(work, data),
  ];
  const { able, differences } = await checked(all);
  const fastest = await fastestWays(able);
  const { contender: limit, flops } = await limitOf(setting.limit);
  const timings = await inTurns([limit, ...fastest], rounds);
  for (const { release } of all) release?.();
  return {
    id: work.id,
    limit: flops / timings[0]!.milliseconds / 1e6,
    timings: timings.slice(1),
    differences,
  };
}

/** Those that can do the work at all, and what they differ by: a wrong result is an error. */
async function checked(all: readonly Contender[]) {
  const differences: Record<string, number> = {};
  const [first, ...others] = all;
  const able = [first!];
  const wanted = (await first!.run()).map((result) => result.slice());
  for (const contender of others) {
    const { who, way } = contender;
    const got = await Promise.resolve()
      .then(() => contender.run())
      .catch((error: Error) => console.warn(`${who} (${way}) cannot: ${error.message}`));
    if (!got) continue;
    const difference = differenceOf(wanted, got);
    if (!(difference <= kTolerance))
      throw new Error(`${who} (${way}) differs from us by ${difference}`);
    differences[who] = Math.max(difference, differences[who] ?? 0);
    able.push(contender);
  }
  return { able, differences };
}

/** Of the ways that somebody has, the fastest in a short trial. */
async function fastestWays(all: readonly Contender[]): Promise<Contender[]> {
  const several = (who: string) => all.filter((one) => one.who === who).length > 1;
  const trial = all.filter(({ who }) => who !== kOurs && several(who));
  const timings = await inTurns(trial, 3);
  const best = (who: string) =>
    timings
      .filter((timing) => timing.who === who)
      .reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
  return all.filter(({ who, way }) => who === kOurs || !several(who) || best(who).way === way);
}
