/** Provides an engine for all labs that have none. */
import { provideEngine } from '../../elements/lab/lab-engine';
import { sharedLabEngine } from '../../engine/client/shared-engines';

provideEngine(sharedLabEngine);
