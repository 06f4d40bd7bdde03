/** Measures one workload: compares all results with ours, then times the contenders in turns. */
import { check } from '../../../web/src/measure/check.ts';
import { measureInTurns, type Contender } from '../../../web/src/measure/contender.ts';
import { dataFor, type Data } from '../../../web/src/measure/data.ts';
import { limitOf, type LimitModules } from '../../../web/src/measure/limit.ts';
import {
  productContender,
  kOurs,
  kCheckedSteps,
  ourContender,
  type OurModules,
} from '../../../web/src/measure/ours.ts';
import type { Measured } from '../../../web/src/speed/figures.ts';
import { kPlainWeights, type Workload } from '../../../web/src/speed/workloads.ts';
import { withCaches } from './decoding.ts';
import { heldAgainst } from './difference.ts';
import { onnxRuntime, type Runtime } from './onnx.ts';
import { plainJavaScript } from './plain.ts';
import { reasonOf } from './reason.ts';
import { tensorFlow } from './tensorflow.ts';
import type { ContenderFactory } from './contender-factory.ts';

export interface Setting {
  readonly modules: OurModules;
  readonly limits: LimitModules;
  readonly onnx: Runtime;
  readonly rounds: number;
}

export async function measure(workload: Workload, setting: Setting): Promise<Measured> {
  const { modules, rounds } = setting;
  const drawn = dataFor(workload, modules.engine);
  const data = workload.kind === 'step' ? withCaches(modules.engine, workload, drawn) : drawn;
  const own = ourContender(workload, data, modules);
  check(workload, data, own);
  const failures: Record<string, string> = {};
  const others = await made(rivals(workload, data, setting), failures);
  const { able, differences } = await checked(workload, own, others, failures);
  const fastest = await fastestWays(able);
  const { contender: limit, flops } = await limitOf(setting.limits[modules.simd]!, workload);
  const timings = await measureInTurns([limit, ...fastest], rounds);
  for (const { release } of [own, ...others]) release?.();
  return {
    id: workload.id,
    simd: modules.simd,
    limit: flops / timings[0]!.milliseconds / 1e6,
    timings: timings.slice(1),
    differences,
    failures,
  };
}

function rivals(workload: Workload, data: Data, { modules, onnx }: Setting): ContenderFactory[] {
  const eigen: ContenderFactory = {
    who: 'Eigen',
    way: 'its product, as wasm',
    make: () =>
      workload.kind === 'product'
        ? productContender('eigen', workload, data, modules.products)
        : null,
  };
  const backends = workload.kind === 'training' ? ['wasm', 'cpu'] : ['wasm'];
  return [
    eigen,
    ...onnxRuntime('ONNX Runtime Web', 'wasm', onnx, workload, data),
    ...tensorFlow(workload, data, backends),
    ...plainJavaScript(workload, data),
  ];
}

/** Measures each separately: a failure is reported, and the others are still measured. */
async function made(
  factories: readonly ContenderFactory[],
  failures: Record<string, string>,
): Promise<Contender[]> {
  const contenders: Contender[] = [];
  for (const factory of factories) {
    try {
      const contender = await factory.make();
      if (contender) contenders.push(contender);
    } catch (error) {
      failures[nameOf(factory)] = reasonOf(error);
    }
  }
  return contenders;
}

const nameOf = ({ who, way }: Pick<ContenderFactory, 'who' | 'way'>) => `${who} (${way})`;

/** The contenders that can run the workload, and their differences from ours. If a result is wrong, none is timed. */
async function checked(
  workload: Workload,
  own: Contender,
  others: readonly Contender[],
  failures: Record<string, string>,
) {
  const differences: Record<string, number> = {};
  const able = [own];
  const wanted = (await resultsOf(workload, own)).map((result) => result.slice());
  for (const contender of others) {
    const { who } = contender;
    try {
      const asked = who === kPlainWeights ? wanted.slice(0, 2) : wanted;
      const difference = heldAgainst(workload, asked, await resultsOf(workload, contender));
      differences[who] = Math.max(difference, differences[who] ?? 0);
      able.push(contender);
    } catch (error) {
      failures[nameOf(contender)] = reasonOf(error);
    }
  }
  return { able, differences };
}

/** The losses of the first steps of a training workload; otherwise the result of one run. */
async function resultsOf(workload: Workload, contender: Contender): Promise<Float32Array[]> {
  if (workload.kind !== 'training') return contender.run();
  if (contender.proof) return contender.proof();
  const losses: Float32Array[] = [];
  for (let step = 0; step < kCheckedSteps; step++) losses.push(...(await contender.run()));
  return losses;
}

/** The fastest way of each contender, in a short trial. */
async function fastestWays(all: readonly Contender[]): Promise<Contender[]> {
  const several = (who: string) => all.filter((one) => one.who === who).length > 1;
  const trial = all.filter(({ who }) => who !== kOurs && several(who));
  const timings = await measureInTurns(trial, 3);
  const best = (who: string) =>
    timings
      .filter((timing) => timing.who === who)
      .reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
  return all.filter(({ who, way }) => who === kOurs || !several(who) || best(who).way === way);
}
