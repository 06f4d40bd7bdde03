import { openWebKit } from './webkit.ts';
import { walkPaths } from './walk-paths.ts';

walkPaths(openWebKit);
