/** The attention formula, laid out by hand, above a legend of its symbols. */
import { wrapText } from '../fit-text';
import { kSentence, kText, textAt, type Part, type Shape, type TextStyle } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';

export interface FormulaPicture extends Heading {
  /** Translated words in the formula. */
  readonly context: string;
  readonly mask: string;
  /** The temperature by which scores are divided; empty if it is 1. */
  readonly divisor: string;
  readonly symbols: readonly FormulaSymbol[];
}

export interface FormulaSymbol {
  readonly name: string;
  readonly meaning: string;
}

const kHeight = 96;
const kMiddle = 46;
const kSpace = 9;
const kWidth = 600;

export function formulaParts(picture: FormulaPicture, sheet: Sheet): Part[] {
  return [formula(picture, sheet), legend(picture, sheet)];
}

function formula({ context, mask, divisor }: FormulaPicture, { measure, colors }: Sheet): Part {
  const shapes: Shape[] = [];
  const serif: TextStyle = { size: kSentence, family: 'serif' };
  const math: TextStyle = { ...serif, italic: true };
  const base = kMiddle + kSentence * 0.27;
  const fill = colors.ink;
  const write = (text: string, x: number, y: number, style: TextStyle) => {
    shapes.push(textAt(x, y, text, { fill, ...style }));
    return x + measure(text, style);
  };
  const stroke = (d: string, lineWidth: number) =>
    shapes.push({ kind: 'path', x: 0, y: 0, d, stroke: fill, lineWidth });
  const bracket = (x: number, closing: boolean) => {
    const [inner, outer] = closing ? [x, x + 9] : [x + 9, x];
    stroke(`M${inner} 6Q${outer} ${kMiddle} ${inner} ${2 * kMiddle - 6}`, 1.6);
    return x + 9;
  };

  let x = write(context, 0, base, serif) + kSpace;
  x = write('=', x, base, serif) + kSpace;
  x = bracket(write('softmax', x, base, serif) + 4, false) + 5;
  if (divisor) x = bracket(x, false) + 5;

  const script: TextStyle = { ...math, size: kSentence * 0.6 };
  const above = measure('QK', math) + measure('⊤', script) + 3;
  const below = 20 + measure('d', math) + measure('k', script) + 3;
  const wide = Math.max(above, below) + 10;
  const q = write('QK', x + (wide - above) / 2, kMiddle - 10, math);
  write('⊤', q + 3, kMiddle - 10 - kSentence * 0.36, { ...script, italic: false });
  stroke(`M${x} ${kMiddle}h${wide}`, 1.8);
  const root = x + (wide - below) / 2;
  const foot = kMiddle + 36;
  const d = write('d', root + 20, foot, math);
  const end = write('k', d + 1, foot + 7, script) + 2;
  stroke(`M${root + 2} ${foot - 9}l4 -2l6 14l7 -32H${end}`, 1.6);
  x += wide + kSpace;

  x = write('+', x, base, serif) + kSpace;
  x = bracket(write(mask, x, base, serif) + 4, true) + 6;
  if (divisor) x = bracket(write(`/ ${divisor}`, x, base, serif) + 4, true) + 6;
  x = write('V', x + 3, base, math);
  return { width: Math.ceil(x), height: kHeight, shapes };
}

function legend({ symbols }: FormulaPicture, { measure, colors }: Sheet): Part {
  const bold = { size: kText, bold: true };
  // Whole pixels: canvas and SVG place small letters between them differently.
  const left = Math.ceil(Math.max(0, ...symbols.map(({ name }) => measure(name, bold)))) + 18;
  const shapes: Shape[] = [];
  let y = 14;
  for (const { name, meaning } of symbols) {
    shapes.push(textAt(0, y, name, { fill: colors.ink, ...bold }));
    const lines = wrapText(meaning, kWidth - left, (text) => measure(text, { size: kText }));
    for (const text of lines) {
      shapes.push(textAt(left, y, text, { size: kText, fill: colors.muted }));
      y += 19;
    }
    y += 3;
  }
  return { width: kWidth, height: y - 10, shapes };
}
