/**
 * The languages: each one's own name, its decimal mark, and how its texts are loaded. English is always loaded. To add a
 * language, add a folder with a base.ts, and a line here.
 */
export const languages = {
  en: { name: 'English', decimalMark: '.', load: null },
  de: { name: 'Deutsch', decimalMark: ',', load: () => import('./de/base') },
  zh: { name: '中文', decimalMark: '.', load: () => import('./zh/base') },
} as const;
