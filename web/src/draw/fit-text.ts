/** Texts made to fit, whatever they hold and however long they are. */

/** The width of a text in pixels. */
export type WidthOf = (text: string) => number;

/** More than ever fits: a word may be thousands of letters long, and measuring them takes seconds. */
const kMaxLetters = 48;

/** As much of it as there is room for. */
export function fitted(text: string, room: number, widthOf: WidthOf, most = kMaxLetters): string {
  const short = start(text, most);
  if (short === text && widthOf(text) <= room) return text;
  const letters = Array.from(short);
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('')}…`;
}

export function widest(labels: readonly string[], widthOf: WidthOf): number {
  return Math.max(0, ...labels.map((label) => widthOf(start(label, kMaxLetters))));
}

/** Lines no wider than the room, broken at spaces, or within a word that is wider than all of it. */
export function wrapped(text: string, room: number, widthOf: WidthOf): string[] {
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
  return [...lines, line.trim()].filter((one) => one !== '');
}

/** A text whose letters run from right to left begins at its own right, wherever it stands. */
export function isolated(text: string): string {
  return kRightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

const kRightToLeft = /[\u0590-\u08ff\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether its first letter is of a script that runs from right to left. */
export function startsRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter !== undefined && kRightToLeft.test(letter);
}

function start(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).toWellFormed() : text;
}
