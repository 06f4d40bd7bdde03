/** The worker of the module that reads and writes files. */
import { createFilesHost } from './files-host';
import { serve } from './in-worker';

serve(createFilesHost);
