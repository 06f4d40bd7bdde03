/** The names of workloads in the page's language: each English term is replaced by the language's own. */
import { report } from '../../words/en/report';
import type { Words } from '../../words/words';

const english = Object.entries(report.speed.terms) as [
  keyof Words['report']['speed']['terms'],
  string,
][];

export function speedTerms(words: Words): (name: string) => string {
  const { marks } = words;
  const { terms } = words.report.speed;
  return (name) =>
    english
      .reduce((text, [key, term]) => text.replace(term, terms[key]), name)
      .replaceAll(', ', marks.comma)
      .replaceAll(': ', marks.colon);
}
