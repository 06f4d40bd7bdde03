/** Adds the words of en/page.ts and their translations to the catalogues. Import it for this effect. */
import { page } from './en/page';
import { addWords } from './words';

addWords('page', { page });
