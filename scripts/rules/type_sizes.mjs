// Pages and pictures have four sizes of type: 14, 18, 24 and 36 px.
import { lineAt } from './violations.mjs';

const sizes = [14, 18, 24, 36];
const allowed = new Set([
  ...sizes.map((size) => `${size / 16}rem`),
  // The sentence and the title on a phone.
  '1.75rem',
  // Scripts and tall brackets of a formula.
  '0.7em',
  '2em',
  '1em',
  // Everything larger while a page is presented.
  '156%',
]);

const length = /(?<![\w.-])\d*\.?\d+(rem|em|px|pt|vw|%)/;
// `font-size: 1rem;` and the size in `font: 400 1rem/1.5 serif;`.
const declaration = /(?<![\w-])font(?:-size)?:\s*([^;{}]*);/g;
// Drawn text: `size: 12` in a look, `12px` in a canvas's font.
const drawn = /(?<![\w.])size: (\d+(?:\.\d+)?)(?= *[,}\n])|\.font = .*?(\d+(?:\.\d+)?)px/g;

export const typeSizes = {
  name: `type has ${sizes.length} sizes`,
  remedy: `Use ${sizes.join(', ')} px (${sizes.map((size) => `${size / 16}rem`).join(', ')}), or kText, kName and kSentence of draw/scene.`,
  covers: (path) => /^web\/src\/(draw|elements|embed|pages)\/.*\.(ts|css)$/.test(path),
  check({ text }) {
    const found = [];
    const note = (index, problem) => found.push({ line: lineAt(text, index), problem });
    for (const { 0: whole, 1: value, index } of text.matchAll(declaration)) {
      const first = value.replace(/\/.*/s, '').match(length)?.[0];
      if (first !== undefined && !allowed.has(first)) note(index, whole.replace(/\s+/g, ' '));
    }
    for (const { 0: whole, 1: size, 2: inFont, index } of text.matchAll(drawn))
      if (!sizes.includes(Number(size ?? inFont))) note(index, whole);
    return found;
  },
};
