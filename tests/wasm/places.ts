/** The tests use the modules in the build folder, and compute on their own thread. */
import { createEngineHost } from '../../web/src/engine/host/engine-host';
import type { HostPlaces } from '../../web/src/engine/transport/transport';
import { wasmBinary } from './module';

export const places: HostPlaces = {
  wasm: async () => wasmBinary(),
  worker: () => {
    throw new Error('expected no worker');
  },
  thisThread: async () => createEngineHost,
  wholeModels: {
    training: async () => wasmBinary('training.wasm'),
    language: async () => wasmBinary('language.wasm'),
  },
};
