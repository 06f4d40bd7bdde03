/** Adds the words of en/language-model.ts and their translations to the catalogues. Import it for this effect. */
import { languageModel } from './en/language-model';
import { addWords } from './words';

addWords('languageModel', { languageModel });
