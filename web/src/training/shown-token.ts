/** A token that one can see: white space as the sign for it. */
const signs: Record<string, string> = { ' ': '␣', '\n': '↵', '\t': '⇥' };

export function shownToken(token: string): string {
  return signs[token] ?? token;
}
