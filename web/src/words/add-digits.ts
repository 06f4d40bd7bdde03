/** Adds the words of en/digits.ts and their translations to the catalogues. Import it for this effect. */
import { digits } from './en/digits';
import { addWords } from './words';

addWords('digits', digits);
