/** For other people's pages: registers all elements, and gives the engine that they need. */
import '../elements/attention-difference';
import '../elements/attention-playground';
import { provideEngine } from '../elements/lab-engine';
import { sharedEngine } from '../engine/shared';

export { createEngine } from '../engine/client';

provideEngine(sharedEngine);
