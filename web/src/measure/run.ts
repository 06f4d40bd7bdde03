/** Benchmarks our engine: checks the results of each workload, then times it together with the limit. */
import { sentProblem } from '../speed/problem';
import type { SpeedMessage, SpeedFigure, SpeedOrder } from '../speed/run';
import { workloads, type Workload } from '../speed/workloads';
import { check } from './check';
import { measureInTurns } from './contender';
import { dataFor } from './data';
import { limitOf, type LimitModules } from './limit';
import { ourContender, type OurModules } from './ours';

export interface MeasuredModules {
  /** Opens new modules for each workload, to release memory that an earlier one has grown. */
  open(): Promise<OurModules>;
  readonly limits: LimitModules;
}

/** Called before the check (null) and before each round. The benchmark awaits it. */
export type BeforeRound = (round: number | null) => Promise<void>;

export async function measureOurs(
  workload: Workload,
  modules: OurModules,
  limits: LimitModules,
  rounds: number,
  before?: BeforeRound,
): Promise<SpeedFigure> {
  await before?.(null);
  // A stack draws its own parameters in the module, because copying them would take too much memory.
  const withParameters = workload.kind !== 'stack' && workload.kind !== 'step';
  const data = dataFor(workload, modules.engine, withParameters);
  const contender = ourContender(workload, data, modules);
  try {
    const difference = check(workload, data, contender);
    const limit = await limitOf(limits[modules.simd]!, workload);
    const [ofLimit, timing] = await measureInTurns([limit.contender, contender], rounds, before);
    return {
      id: workload.id,
      simd: modules.simd,
      milliseconds: timing!.milliseconds,
      limit: limit.flops / ofLimit!.milliseconds / 1e6,
      difference,
    };
  } finally {
    contender.release?.();
  }
}

/** `pause` lets the page respond if this runs on the page's thread. */
export async function runOrder(
  { ids, rounds }: SpeedOrder,
  measured: MeasuredModules,
  send: (message: SpeedMessage) => void,
  pause: () => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    const workload = workloads.find((candidate) => candidate.id === id)!;
    try {
      send({ kind: 'begun', id });
      await pause();
      const modules = await measured.open();
      const figure = await measureOurs(
        workload,
        modules,
        measured.limits,
        rounds,
        async (round) => {
          send({ kind: 'round', round });
          await pause();
        },
      );
      send({ kind: 'measured', figure });
    } catch (error) {
      send({ kind: 'failed', id, problem: sentProblem(error as Error) });
    }
  }
  send({ kind: 'done' });
}
