/** A worker with these verbs. */
import { hostOf } from '../../../web/src/engine/host';
import { serve } from '../../../web/src/engine/in-worker';
import { verbs } from './verbs';

serve(hostOf(async () => verbs));
