/**
 * The formula font: STIX Two Math, reduced to the characters in use and without hinting (400 kB to
 * 9 kB). Without a font that has a MATH table, browsers render fractions and roots badly. A stretchy character, such
 * as a brace, includes all its sizes and takes up to 1 kB.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const upright = 'abcdefghijklmnopqrstuvwxyzKOQVWX0123456789()[],.:;=+/|·⋅×∑Σ√−∞⊤→…⎷';
const italic = 'dijklnqvwxKOQVWX';

/** All characters allowed in formulas. */
export const mathCharacters =
  upright + 'ℎ' + [...italic].map((letter) => toMathItalic(letter)).join('');

/** Writes the reduced font to build/fonts, unless it is newer than this file. */
export async function makeMathFont(): Promise<void> {
  const thisFile = fileURLToPath(import.meta.url);
  const path = fileURLToPath(new URL('../../build/fonts/math.woff2', import.meta.url));
  if (existsSync(path) && statSync(path).mtimeMs > statSync(thisFile).mtimeMs) return;
  const source = createRequire(import.meta.url).resolve(
    '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2',
  );
  const subset = await subsetFont(readFileSync(source), mathCharacters, {
    targetFormat: 'woff2',
    noHinting: true,
    // Keep the smaller shapes for superscripts; drop the tables that only position or vary running text.
    keepFeatures: ['ssty'],
    dropTables: ['GPOS', 'GDEF', 'gasp'],
  });
  mkdirSync(new URL('../../build/fonts/', import.meta.url), { recursive: true });
  writeFileSync(path, subset);
}

/** The mathematical italic character of a letter other than h, as `<mi>` renders it. */
function toMathItalic(letter: string): string {
  const code = letter.codePointAt(0)!;
  return String.fromCodePoint(code >= 97 ? 0x1d44e + code - 97 : 0x1d434 + code - 65);
}
