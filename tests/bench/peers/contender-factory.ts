/** Makes the contender that runs a workload with a library in one way. */
import type { Contender } from '../../../web/src/measure/contender.ts';

export interface ContenderFactory {
  readonly who: string;
  readonly way: string;
  /** Returns null if the library has nothing for this workload. */
  make(): Contender | null | Promise<Contender | null>;
}
