/** A worker that runs these verbs. */
import { hostOf } from '../../../web/src/engine/host/host';
import { serve } from '../../../web/src/engine/host/worker-port';
import { verbs } from './verbs';

serve(hostOf(async () => verbs));
