/** Adds the words of en/changes.ts and their translations to the catalogues. Import it for this effect. */
import { changes } from './en/changes';
import { addWords } from './words';

addWords('changes', { changes });
