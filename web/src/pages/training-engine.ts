/** The engine that trains: the module with trainers, which only pages that train load. */
import { createEngine, type Engine } from '../engine/client';
import { trainingWasmUrl } from '../engine/training-places';

export const trainingEngine = (): Promise<Engine> => createEngine({ wasmUrl: trainingWasmUrl });
