/** The engine that trains: the module with trainers, which only pages that train load. */
import wasmUrl from '#wasm/training.wasm?url';
import { createEngine, type Engine } from '../engine/client';

export const trainingEngine = (): Promise<Engine> => createEngine({ wasmUrl });
