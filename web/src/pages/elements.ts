/** For other people's pages: registers all elements, and gives the engine that they need. */
import '../elements/attention-playground';

export { createEngine } from '../engine/client';
