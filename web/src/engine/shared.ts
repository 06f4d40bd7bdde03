/** One engine for all callers that use the same files. The first call starts it. */
import { createEngine, type Engine } from './client';
import type { EngineOptions } from './requests';

const engines = new Map<string, Promise<Engine>>();

/** An engine that could not start is not kept, so the next call tries again. */
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
