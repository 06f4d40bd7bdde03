/** For other people's code: what `dist/engine.js` exports. */
export { createEngine, EngineError } from '../engine/client';
export {
  readNpz,
  readSafetensors,
  writeNpz,
  writeSafetensors,
  type SafetensorsFile,
} from '../files/tensor-files';
export type * from '../engine/client';
