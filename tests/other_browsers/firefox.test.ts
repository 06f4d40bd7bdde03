import { openFirefox } from './firefox.ts';
import { inTwoPieces } from './slow-site.ts';
import { walkPaths } from './walk-paths.ts';

// Only Firefox reports errors about formulas.
walkPaths(openFirefox, [inTwoPieces]);
