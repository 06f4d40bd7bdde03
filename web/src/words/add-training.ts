/** Adds the words of en-training.ts and their translations to the catalogues. Import it for this effect. */
import { training } from './en-training';
import { addWords, type Words } from './words';

addWords(
  // add-training-page.ts adds the rest of the English.
  { training: training as Words['training'] },
  {
    de: async () => ({ training: (await import('./de-training')).deTraining }),
    zh: async () => ({ training: (await import('./zh-training')).zhTraining }),
  },
);
