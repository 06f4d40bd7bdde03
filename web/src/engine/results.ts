/** What the results of operations and of models have in common. */
import type { Keep, NamedTensors } from '../../../wasm/engine';

/** A trace, unless `keep` is 'outputs'. */
export type KeptTrace<K extends Keep> = K extends 'outputs' ? unknown : { trace: NamedTensors };
