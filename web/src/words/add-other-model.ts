/** Adds the words of en/other-model.ts and their translations to the catalogues. Import it for this effect. */
import { otherModel } from './en/other-model';
import { addWords } from './words';

addWords('otherModel', { otherModel });
