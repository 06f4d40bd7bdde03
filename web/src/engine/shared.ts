/** One engine for all that compute with the same files: it is started once, by the first who asks. */
import { createEngine, type Engine } from './client';
import type { EngineOptions } from './requests';

const engines = new Map<string, Promise<Engine>>();

/** One that could not start is not kept: the next who asks tries again. */
export function sharedEngine(
  options: Pick<EngineOptions, 'wasmUrl' | 'workerUrl' | 'worker'>,
): Promise<Engine> {
  const key = JSON.stringify(options);
  let engine = engines.get(key);
  if (!engine) {
    engine = createEngine(options);
    engines.set(key, engine);
    engine.catch(() => engines.delete(key));
  }
  return engine;
}
