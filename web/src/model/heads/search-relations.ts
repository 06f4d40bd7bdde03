/** Finds relations by a question in the visitor's words: "which heads take verbs to objects?" */

/**
 * The names that share most words with the question, in their order; all names for an empty question. A word is shared
 * if the question contains its first four letters, so that plurals are found. If two names have the same words, only
 * the one with the question's word order is found.
 */
export function matchingRelations<Name extends string>(
  question: string,
  relations: Readonly<Record<Name, string>>,
): Name[] {
  const names = Object.keys(relations) as Name[];
  const query = question.toLowerCase();
  if (query.trim() === '') return names;
  const scores = names.map((name) => scoreOf(query, relations[name].toLowerCase().split(' → ')));
  const best = Math.max(...scores);
  return best === 0 ? [] : names.filter((_, i) => scores[i] === best);
}

function scoreOf(query: string, [from = '', to = '']: readonly string[]): number {
  const placeOf = (part: string) => {
    const words = part.split(' ').map((word) => query.indexOf(word.slice(0, 4)));
    return words.every((place) => place >= 0) ? Math.max(...words) : -1;
  };
  const [first, second] = [placeOf(from), placeOf(to)];
  const matches = Number(first >= 0) + Number(second >= 0);
  return matches === 2 && first < second ? 3 : matches;
}
