/** The type that results of operations and of models share. */
import type { Keep, NamedTensors } from '../../../wasm/engine';

/** The trace, unless `keep` is 'outputs'. */
export type KeptTrace<K extends Keep> = K extends 'outputs' ? unknown : { trace: NamedTensors };
