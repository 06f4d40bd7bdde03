/** What calls of operations and of models have in common. */
import type { Keep, NamedTensors } from '../../../wasm/engine';
import type { Handing } from './requests';

export interface CallOptions extends Handing {
  signal?: AbortSignal | undefined;
}

/** A trace, unless `keep` is 'outputs'. */
export type KeptTrace<K extends Keep> = K extends 'outputs' ? unknown : { trace: NamedTensors };
