/**
 * The font of the formulas: STIX Two Math, cut down to the characters that they use, without hints for
 * coarse screens (400 kB to 13 kB). Without a font that has a MATH table, browsers set fractions and
 * roots badly.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const upright = 'abcdefghijklmnopqrstuvwxyzKOQVWX0123456789(){}[],.:;=+/|·⋅×∑Σ√−∞⊤→…⎷';
const italic = 'abcdefgijklmnopqrstuvwxyzKOQVWX';

/** Every character that a formula may have. */
export const mathCharacters =
  upright + 'ℎ' + [...italic].map((letter) => toMathItalic(letter)).join('');

/** Where the cut font is written; made once, and again when this file changes. */
export async function makeMathFont(): Promise<void> {
  const own = fileURLToPath(import.meta.url);
  const path = fileURLToPath(new URL('../build/fonts/math.woff2', import.meta.url));
  if (existsSync(path) && statSync(path).mtimeMs > statSync(own).mtimeMs) return;
  const whole = createRequire(import.meta.url).resolve(
    '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2',
  );
  const cut = await subsetFont(readFileSync(whole), mathCharacters, {
    targetFormat: 'woff2',
    noHinting: true,
  });
  mkdirSync(new URL('../build/fonts/', import.meta.url), { recursive: true });
  writeFileSync(path, cut);
}

/** A letter's own character in mathematical italics, as `<mi>` shows it. (Its h is ℎ.) */
function toMathItalic(letter: string): string {
  const code = letter.codePointAt(0)!;
  return String.fromCodePoint(code >= 97 ? 0x1d44e + code - 97 : 0x1d434 + code - 65);
}
