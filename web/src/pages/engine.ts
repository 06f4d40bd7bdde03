/** The public API of the engine: the exports of `dist/engine.js`. */
export { createEngine, EngineError } from '../engine/client';
export {
  readNpz,
  readSafetensors,
  writeNpz,
  writeSafetensors,
  type SafetensorsFile,
} from '../files/tensor-files';
export type * from '../engine/client';
