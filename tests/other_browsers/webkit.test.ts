import { openWebKit } from './webkit.ts';
import { walkPaths } from './walk_paths.ts';

walkPaths(openWebKit);
