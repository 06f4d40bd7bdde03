/** Adds the words of en/guess.ts and their translations to the catalogues. Import it for this effect. */
import { guess } from './en/guess';
import { addWords } from './words';

addWords('guess', { guess });
