/** The worker of the family's module. */
import { createFamilyHost } from './family-host';
import { serve } from './in-worker';

serve(createFamilyHost);
