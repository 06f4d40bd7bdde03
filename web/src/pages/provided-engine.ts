/** Labs that were given no engine share one. */
import { provideEngine } from '../elements/lab/lab-engine';
import { sharedEngine } from '../engine/shared';

provideEngine(sharedEngine);
