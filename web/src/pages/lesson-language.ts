/**
 * Each language has its own lesson page: the list of languages leads to the others, and keeps the choice. Only course.html
 * asks the browser for a language, so the German and the Chinese page can be handed out.
 */
const lessons: Record<string, string> = {
  en: 'course.html',
  de: 'course-de.html',
  zh: 'course-zh.html',
};

const { lang } = document.documentElement;
const list = document.querySelector<HTMLSelectElement>('#language')!;
const requested = new URLSearchParams(location.hash.slice(1)).get('lang');
const language = (requested ?? (lang === 'en' ? navigator.language : lang)).slice(0, 2);

if (language !== lang && lessons[language])
  location.replace(`./${lessons[language]}${location.hash}`);
list.value = lang;
list.addEventListener('change', () => {
  location.href = `./${lessons[list.value] ?? lessons['en']}#lang=${list.value}`;
});
if (requested !== null)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.bar a'))
    link.hash = `lang=${lang}`;
export {};
