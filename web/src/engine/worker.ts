/** The worker that runs the module. */
import { serve } from './in-worker';
import { createEngineHost } from './engine-host';

serve(createEngineHost);
