/** The worker of the playground's module. */
import { serve } from './in-worker';
import { createSessionHost } from './session-host';

serve(createSessionHost);
