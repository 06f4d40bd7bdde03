/** Labs without an engine of their own share one. */
import { provideEngine } from '../../elements/lab/lab-engine';
import { sharedLabEngine } from '../../engine/client/shared-engines';

provideEngine(sharedLabEngine);
