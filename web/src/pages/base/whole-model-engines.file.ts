/** The engine of the offline file with MiniLM, which has one module. */
import { createEngine, type Engine } from '../../engine/client/engine';

export const languageEngine = (): Promise<Engine> => createEngine();
