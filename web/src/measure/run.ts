/** Our half of the comparison: works one after the other, each checked, then timed beside the limit. */
import type { FromSpeed, SpeedFigure, SpeedOrder } from '../speed/report';
import { works, type Work } from '../speed/works';
import { check } from './check';
import { inTurns } from './contender';
import { dataFor } from './data';
import { limitOf, type Limits } from './limit';
import { ours, type OurModules } from './ours';

export interface Engine {
  /** Fresh ones for each work: memory that one has grown is let go of. */
  open(): Promise<OurModules>;
  readonly limits: Limits;
}

/** Waits until the host may go on; tells what comes next: the check (null), or a round. */
export type Before = (round: number | null) => Promise<void>;

export async function measureOurs(
  work: Work,
  modules: OurModules,
  limits: Limits,
  rounds: number,
  before?: Before,
): Promise<SpeedFigure> {
  await before?.(null);
  // A stack's parameters are many: it draws them where they are used.
  const withParameters = work.kind !== 'stack' && work.kind !== 'step';
  const data = dataFor(work, modules.engine, withParameters);
  const own = ours(work, data, modules);
  try {
    const difference = check(work, data, own);
    const limit = await limitOf(limits[modules.simd]!, work);
    const [ofLimit, timing] = await inTurns([limit.contender, own], rounds, before);
    return {
      id: work.id,
      simd: modules.simd,
      milliseconds: timing!.milliseconds,
      limit: limit.flops / ofLimit!.milliseconds / 1e6,
      difference,
    };
  } finally {
    own.release?.();
  }
}

/** `pause` lets a page breathe where this runs on its own thread. */
export async function runOrder(
  { ids, rounds }: SpeedOrder,
  engine: Engine,
  send: (message: FromSpeed) => void,
  pause: () => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    const work = works.find((one) => one.id === id)!;
    try {
      send({ kind: 'begun', id });
      await pause();
      const modules = await engine.open();
      const figure = await measureOurs(work, modules, engine.limits, rounds, async (round) => {
        send({ kind: 'round', round });
        await pause();
      });
      send({ kind: 'measured', figure });
    } catch (error) {
      send({ kind: 'failed', id, problem: (error as Error).message });
    }
  }
  send({ kind: 'done' });
}
