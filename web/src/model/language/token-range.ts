/** A text as uncased models read it: in lower case and without accents. */
interface FoldedText {
  readonly text: string;
  /**
   * For each UTF-16 unit of `text`: where its character begins in the original, and where it ends there with its accents.
   */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A sigma at the end of a word has a form of its own, which a single letter does not get. */
const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('ς', 'σ');

function foldText(text: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let foldedText = '';
  let end = 0;
  for (const character of text) {
    const start = end;
    end += character.length;
    const units = folded(character);
    if (units === '') {
      // An accent of its own belongs to the character before it.
      for (let i = ends.length - 1; ends[i] === start; --i) ends[i] = end;
      continue;
    }
    foldedText += units;
    for (let i = 0; i < units.length; ++i) {
      starts.push(start);
      ends.push(end);
    }
  }
  return { text: foldedText, starts, ends };
}

/**
 * The range of a token in its text, [start, end). Undefined if it is not in the text, like a delimiter or a word of
 * another sentence. Tokens may be in lower case and without accents, and continuing pieces begin with `·`.
 */
export function tokenRange(
  text: string,
  tokens: readonly string[],
  index: number,
): readonly [number, number] | undefined {
  const { text: foldedText, starts, ends } = foldText(text);
  let from = 0;
  for (const [i, token] of tokens.entries()) {
    const written = folded(token.replace(/^·/, ''));
    const found = written === '' ? -1 : foldedText.indexOf(written, from);
    if (found >= 0) from = found + written.length;
    if (i === index) return found < 0 ? undefined : [starts[found]!, ends[from - 1]!];
  }
  return undefined;
}
