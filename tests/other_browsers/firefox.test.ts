import { openFirefox } from './firefox.ts';
import { inTwoPieces } from './slow_site.ts';
import { walkPaths } from './walk_paths.ts';

// Only Firefox reports errors about formulas.
walkPaths(openFirefox, [inTwoPieces]);
