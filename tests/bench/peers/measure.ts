/** One work: everybody's results are held against ours, then all are timed in turns. */
import { check } from '../../../web/src/measure/check.ts';
import { differenceOf, inTurns, type Contender } from '../../../web/src/measure/contender.ts';
import { dataFor, type Data } from '../../../web/src/measure/data.ts';
import { withCaches } from '../../../web/src/measure/decoding.ts';
import { limitOf } from '../../../web/src/measure/limit.ts';
import { inProducts, kOurs, ours, simdOf, type OurModules } from '../../../web/src/measure/ours.ts';
import type { Measured } from '../../../web/src/speed/figures.ts';
import type { Work } from '../../../web/src/speed/works.ts';
import { onnxRuntime, type Runtime } from './onnx.ts';
import { plainJavaScript } from './plain.ts';
import { tensorFlow } from './tensorflow.ts';

export interface Setting {
  readonly modules: OurModules;
  readonly limit: BufferSource;
  readonly onnx: Runtime;
  readonly rounds: number;
}

/** Relative to max(1, |x|), over all results: f32, summed in whatever order. */
const kTolerance = 1e-3;

export async function measure(work: Work, setting: Setting): Promise<Measured> {
  const { modules, rounds } = setting;
  const drawn = dataFor(work, modules.family);
  const data = work.kind === 'step' ? withCaches(modules.family, work, drawn) : drawn;
  const own = ours(work, data, modules);
  check(work, data, own);
  const failures: Record<string, string> = {};
  const others = await rivals(work, data, setting, failures);
  const { able, differences } = await checked(own, others, failures);
  const fastest = await fastestWays(able);
  const { contender: limit, flops } = await limitOf(setting.limit);
  const timings = await inTurns([limit, ...fastest], rounds);
  for (const { release } of [own, ...others]) release?.();
  return {
    id: work.id,
    simd: simdOf(work, modules),
    limit: flops / timings[0]!.milliseconds / 1e6,
    timings: timings.slice(1),
    differences,
    failures,
  };
}

/** What fails is told, and the others are measured all the same. */
async function rivals(
  work: Work,
  data: Data,
  { modules, onnx }: Setting,
  failures: Record<string, string>,
): Promise<Contender[]> {
  const backends = work.kind === 'training' ? ['wasm', 'cpu'] : ['wasm'];
  const each: [who: string, make: () => Contender[] | Promise<Contender[]>][] = [
    [
      'Eigen',
      () => (work.kind === 'product' ? [inProducts('eigen', work, data, modules.products)] : []),
    ],
    ['ONNX Runtime Web', () => onnxRuntime('ONNX Runtime Web', 'wasm', onnx, work, data)],
    ['TensorFlow.js', () => tensorFlow(work, data, backends)],
    ['plain JavaScript', () => plainJavaScript(work, data)],
  ];
  const made: Contender[] = [];
  for (const [who, make] of each) {
    try {
      made.push(...(await make()));
    } catch (error) {
      failures[who] = firstLineOf(error);
    }
  }
  return made;
}

const firstLineOf = (error: unknown) => (error as Error).message.split('\n')[0]!.slice(0, 100);

/** Those that can do the work at all, and what they differ by: with a wrong result nobody is timed. */
async function checked(
  own: Contender,
  others: readonly Contender[],
  failures: Record<string, string>,
) {
  const differences: Record<string, number> = {};
  const able = [own];
  const wanted = (await own.run()).map((result) => result.slice());
  for (const contender of others) {
    const { who, way } = contender;
    try {
      const difference = differenceOf(wanted, await contender.run());
      if (!(difference <= kTolerance)) throw new Error(`differs from us by ${difference}`);
      differences[who] = Math.max(difference, differences[who] ?? 0);
      able.push(contender);
    } catch (error) {
      failures[who] = `${way}: ${firstLineOf(error)}`;
    }
  }
  // One way is enough.
  for (const { who } of able) delete failures[who];
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
