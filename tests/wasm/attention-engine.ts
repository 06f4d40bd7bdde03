/** Provides each test with an engine for operations and layers, on this thread. */
import { afterEach, beforeEach } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/client/engine';
import { wasmBinary } from './module';

export let engine: Engine;
beforeEach(async () => {
  engine = await createEngine({ wasmBinary: wasmBinary(), worker: false });
});
afterEach(() => engine.close());
