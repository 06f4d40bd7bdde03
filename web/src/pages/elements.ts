/** For other people's pages: registers all elements, and gives the engine that they need. */
import '../elements/attention-difference';
import '../elements/attention-playground';
import './provided-engine';

export { createEngine } from '../engine/client';
