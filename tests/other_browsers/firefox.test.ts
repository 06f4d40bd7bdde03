import { openFirefox } from './firefox.ts';
import { walkPaths } from './walk_paths.ts';

walkPaths(openFirefox);
