/** The engines with whole models: the one that trains, and the one for language models from their files. */
import { createEngine, type Engine } from '../../engine/client/engine';
import { languageWasmUrl, trainingWasmUrl } from '../../engine/places/whole-model-places';

const trainingEngine = (): Promise<Engine> => createEngine({ wasmUrl: trainingWasmUrl });
export const languageEngine = (): Promise<Engine> => createEngine({ wasmUrl: languageWasmUrl });

/** Gives an element an engine that trains, and a new one for each retry. */
export function provideTraining(element: HTMLElement & { engine: unknown }): void {
  let engine = trainingEngine();
  element.engine = engine;
  element.addEventListener('attention-retry', () => {
    engine.then((old) => old.close()).catch(() => {});
    element.engine = engine = trainingEngine();
  });
}
