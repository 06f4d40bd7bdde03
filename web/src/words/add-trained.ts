/** Adds the words of en/trained.ts and their translations to the catalogues. Import it for this effect. */
import { trained } from './en/trained';
import { addWords } from './words';

addWords('trained', { trained });
