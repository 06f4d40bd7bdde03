/** Adds the words of en-changes.ts and their translations to the catalogues. Import it for this effect. */
import { changes } from './en-changes';
import { addWords } from './words';

addWords(
  { changes },
  {
    de: async () => ({ changes: (await import('./de-changes')).deChanges }),
    zh: async () => ({ changes: (await import('./zh-changes')).zhChanges }),
  },
);
