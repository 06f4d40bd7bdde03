/** Labs without an engine of their own share one. */
import { provideEngine } from '../elements/lab/lab-engine';
import { sharedEngine } from '../engine/shared';

provideEngine(sharedEngine);
