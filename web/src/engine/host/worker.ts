/** The worker that runs the module. */
import { serve } from './worker-port';
import { createEngineHost } from './engine-host';

serve(createEngineHost);
