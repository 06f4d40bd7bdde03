/** "This is the house that Jack built", a nursery rhyme of the 18th century: the default text to learn. */

/** Each thing, and its deed to the previous thing. */
const things: readonly (readonly [thing: string, deed: string])[] = [
  ['house that Jack built.', ''],
  ['malt', 'lay in'],
  ['rat,', 'ate'],
  ['cat,', 'killed'],
  ['dog,', 'worried'],
  ['cow with the crumpled horn,', 'tossed'],
  ['maiden all forlorn,', 'milked'],
  ['man all tattered and torn,', 'kissed'],
  ['priest all shaven and shorn,', 'married'],
  ['cock that crowed in the morn,', 'waked'],
  ['farmer sowing his corn,', 'kept'],
];

/** Verse n begins with thing n and goes back to the first. */
export const rhyme = things
  .map(([newest], n) => {
    const before = things.slice(1, n + 1).map(([, deed], i) => [deed, things[i]![0]] as const);
    const lines = before.reverse().map(([deed, thing]) => `That ${deed} the ${thing}`);
    return [`This is the ${newest}`, ...lines].join('\n');
  })
  .join('\n\n');
