/** Adds the words of en/opened.ts and their translations to the catalogues. Import it for this effect. */
import { opened } from './en/opened';
import { addWords } from './words';

addWords('opened', { opened });
