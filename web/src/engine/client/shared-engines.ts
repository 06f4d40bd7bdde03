/** One engine for all callers that use the same files. The first call starts it. */
import { createEngine, type Engine } from './engine';
import { createLabEngine } from './lab-engine';
import type { EngineOptions } from './requests';

type Options = Pick<EngineOptions, 'wasmUrl' | 'workerUrl' | 'worker'>;
type Create = (options: Options) => Promise<Engine>;

/** An engine that could not start is not kept, so the next call tries again. */
function shared(create: Create): Create {
  const engines = new Map<string, Promise<Engine>>();
  return (options) => {
    const key = JSON.stringify(options);
    let engine = engines.get(key);
    if (!engine) {
      engine = create(options);
      engines.set(key, engine);
      engine.catch(() => engines.delete(key));
    }
    return engine;
  };
}

export const sharedEngine = shared(createEngine);
export const sharedLabEngine = shared(createLabEngine);
