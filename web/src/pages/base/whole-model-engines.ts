/** The engines with whole models: the one that trains, and the one for language models from their files. */
import { createEngine, type Engine } from '../../engine/client/engine';
import { languageWasmUrl, trainingWasmUrl } from '../../engine/places/whole-model-places';

export const trainingEngine = (): Promise<Engine> => createEngine({ wasmUrl: trainingWasmUrl });
export const languageEngine = (): Promise<Engine> => createEngine({ wasmUrl: languageWasmUrl });
