/** Adds the words of en-page.ts and their translations to the catalogues. Import it for this effect. */
import { page } from './en-page';
import { addWords } from './words';

addWords(
  { page },
  {
    de: async () => ({ page: (await import('./de-page')).dePage }),
    zh: async () => ({ page: (await import('./zh-page')).zhPage }),
  },
);
