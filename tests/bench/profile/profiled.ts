/** A workload on the module with function names: timed against its limit, then repeated while it is sampled. */
import type { EngineModule } from '../../../wasm/engine.d.ts';
import { measureInTurns } from '../../../web/src/measure/contender.ts';
import { dataFor } from '../../../web/src/measure/data.ts';
import { limitOf } from '../../../web/src/measure/limit.ts';
import { ourContender, type OurModules } from '../../../web/src/measure/ours.ts';
import { timeOf } from '../../../web/src/speed/figures.ts';
import { workloads } from '../../../web/src/speed/workloads.ts';

export const profiledWorkloads = workloads.filter(
  ({ kind }) => kind !== 'product' && kind !== 'small',
);

const kRounds = 5;

export interface Profiled {
  /** "54 ms, 82 % of the limit" */
  readonly words: string;
  runFor(ms: number): void;
  release(): void;
}

export async function profiled(
  id: string,
  engine: EngineModule,
  limitBytes: BufferSource,
): Promise<Profiled> {
  const workload = profiledWorkloads.find((one) => one.id === id)!;
  const contender = ourContender(workload, dataFor(workload, engine), { engine } as OurModules);
  const limit = await limitOf(limitBytes, workload);
  const [ofLimit, own] = await measureInTurns([limit.contender, contender], kRounds);
  const ratio = (workload.flops / own!.milliseconds) * (ofLimit!.milliseconds / limit.flops);
  const share = workload.flops === 0 ? '' : `, ${(100 * ratio).toFixed(0)} % of the limit`;
  return {
    words: timeOf(own!.milliseconds) + share,
    runFor(ms) {
      for (const end = performance.now() + ms; performance.now() < end;) void contender.run();
    },
    release: () => contender.release?.(),
  };
}
