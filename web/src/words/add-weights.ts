/** Adds the words of en/weights.ts and their translations to the catalogues. Import it for this effect. */
import { fileWeights } from './en/weights';
import { addWords } from './words';

addWords('fileWeights', { fileWeights });
