/** A token as visible text: white space is shown as a symbol. */
const signs: Record<string, string> = { ' ': '␣', '\n': '↵', '\t': '⇥' };

export function shownToken(token: string): string {
  return signs[token] ?? token;
}
