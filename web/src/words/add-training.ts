/** Adds the words of en/training.ts and their translations to the catalogues. Import it for this effect. */
import { training } from './en/training';
import { addWords, type Words } from './words';

// add-training-page.ts adds the rest of the English.
addWords('training', { training: training as Words['training'] });
