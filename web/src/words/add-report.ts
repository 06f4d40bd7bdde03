/** Adds the words of en-report.ts and their translations to the catalogues. Import it for this effect. */
import { report } from './en-report';
import { addWords } from './words';

addWords(
  { report },
  {
    de: async () => ({ report: (await import('./de-report')).deReport }),
    zh: async () => ({ report: (await import('./zh-report')).zhReport }),
  },
);
