/** The engine of labs. Its module, lab.wasm, is less than half as large, because it has only their operations. */
import { startEngine, type Engine, type StartOptions } from './engine';
import { labPlaces } from '../places/operation-places';

export function createLabEngine(options?: StartOptions): Promise<Engine> {
  return startEngine(labPlaces, options);
}
