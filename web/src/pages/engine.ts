/** For other people's code: what `dist/engine.js` exports. */
export { createEngine, EngineError } from '../engine/client';
export { createFamily } from '../engine/family';
