/** The languages beside English. To add one, add its catalogue and a line here. */
import type { Words } from './en';

type Texts = Partial<Words>;

/**
 * Each translation: the language's own name, and its texts. Those that only some pages need may be in catalogues of
 * their own, which an add-*.ts names.
 */
export const translations = {
  de: { name: 'Deutsch', load: async (): Promise<Texts> => (await import('./de')).de },
  zh: { name: '中文', load: async (): Promise<Texts> => (await import('./zh')).zh },
};
