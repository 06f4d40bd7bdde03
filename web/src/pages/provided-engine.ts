/** Labs that were given no engine have one of their own making, all the same one. */
export { createEngine } from '../engine/client';
