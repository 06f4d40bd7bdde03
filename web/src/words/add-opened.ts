/** Adds the words of en-opened.ts and their translations to the catalogues. Import it for this effect. */
import { opened } from './en-opened';
import { addWords } from './words';

addWords(
  { opened },
  {
    de: async () => ({ opened: (await import('./de-opened')).deOpened }),
    zh: async () => ({ opened: (await import('./zh-opened')).zhOpened }),
  },
);
