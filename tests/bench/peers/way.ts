/** One of the ways in which somebody could do a work. */
import type { Contender } from '../../../web/src/measure/contender.ts';

export interface Way {
  readonly who: string;
  readonly way: string;
  /** null: it has nothing for this work. */
  make(): Contender | null | Promise<Contender | null>;
}
