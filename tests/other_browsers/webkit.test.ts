import { goingBack } from './going-back.ts';
import { walkPaths } from './walk-paths.ts';
import { openWebKit } from './webkit.ts';

// Only WebKit keeps a page that is left.
walkPaths(openWebKit, [goingBack]);
