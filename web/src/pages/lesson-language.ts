/** A lesson is a page of its own in each language: the list of languages leads to the others, and the choice goes along. */
const lessons: Record<string, string> = {
  en: 'course.html',
  de: 'course-de.html',
  zh: 'course-zh.html',
};

const { lang } = document.documentElement;
const list = document.querySelector<HTMLSelectElement>('#language')!;
const asked = new URLSearchParams(location.hash.slice(1)).get('lang');
const wanted = (asked ?? navigator.language).slice(0, 2);

if (wanted !== lang && lessons[wanted]) location.replace(`./${lessons[wanted]}${location.hash}`);
list.value = lang;
list.addEventListener('change', () => {
  location.href = `./${lessons[list.value] ?? lessons['en']}#lang=${list.value}`;
});
if (asked !== null)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.bar a'))
    link.hash = `lang=${lang}`;
export {};
