/** Truncates and wraps arbitrary text to fit a width. */

/** Measures the width of a text in pixels. */
export type WidthOf = (text: string) => number;

/** Never measure more: measuring a word of thousands of letters takes seconds. */
const kMaxLetters = 48;

/** Truncates to `room` pixels and `maxLetters`, with an ellipsis. */
export function truncateText(
  text: string,
  room: number,
  widthOf: WidthOf,
  maxLetters = kMaxLetters,
): string {
  const prefix = prefixOf(text, maxLetters);
  if (prefix === text && widthOf(text) <= room) return text;
  const letters = Array.from(prefix);
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('')}…`;
}

export function widestLabel(labels: readonly string[], widthOf: WidthOf): number {
  return Math.max(0, ...labels.map((label) => widthOf(prefixOf(label, kMaxLetters))));
}

/** Breaks text into lines of at most `room` pixels, at spaces, or inside a word wider than a line. */
export function wrapText(text: string, room: number, widthOf: WidthOf): string[] {
  const lines: string[] = [];
  let line = '';
  const add = (piece: string) => {
    if (line === '' || widthOf((line + piece).trimEnd()) <= room) line += piece;
    else {
      lines.push(line.trim());
      line = piece;
    }
  };
  for (const word of text.match(/[^ ]+ *| +/g) ?? [])
    if (widthOf(word.trimEnd()) <= room) add(word);
    else for (const letter of word) add(letter);
  return [...lines, line.trim()].filter((candidate) => candidate !== '');
}

/** Wraps right-to-left text in Unicode isolates, so that it does not affect the text around it. */
export function isolateText(text: string): string {
  return kRightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

const kRightToLeft = /[\u0590-\u08ff\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether the first letter belongs to a right-to-left script. */
export function startsRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter !== undefined && kRightToLeft.test(letter);
}

function prefixOf(text: string, maxLetters: number): string {
  return text.length > maxLetters ? text.slice(0, maxLetters).toWellFormed() : text;
}
