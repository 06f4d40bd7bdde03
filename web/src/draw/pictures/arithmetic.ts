/** The arithmetic of one weight: one line per step, with its numbers. */
import { wrapText } from '../fit-text';
import { kName, kText, textAt, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';

export interface ArithmeticPicture extends Heading {
  readonly lines: readonly ArithmeticLine[];
}

export interface ArithmeticLine {
  readonly name: string;
  readonly work: string;
  readonly value: string;
}

const kWork = 560;
const kGap = 18;
const kPitch = 20;

export function arithmeticParts({ lines }: ArithmeticPicture, { measure, colors }: Sheet): Part[] {
  const nameStyle = { size: kName, family: 'serif' } as const;
  const value = (last: boolean) => ({ size: kText, bold: last });
  const left = Math.max(...lines.map(({ name }) => measure(name, nameStyle))) + kGap;
  const widthOf = (text: string) => measure(text, { size: kText });
  const works = lines.map(({ work }) => wrapText(work, kWork, widthOf));
  const right = left + Math.max(...works.flat().map(widthOf)) + kGap;
  const width = right + Math.max(...lines.map((line) => measure(line.value, value(true))));
  const muted = { size: kText, fill: colors.muted };
  const shapes: Shape[] = [];
  let y = 0;
  lines.forEach((line, i) => {
    const base = y + 15;
    const end = { anchor: 'end', fill: colors.ink, ...value(i === lines.length - 1) } as const;
    shapes.push(
      textAt(0, base, line.name, { fill: colors.ink, ...nameStyle }),
      ...works[i]!.map((text, at) => textAt(left, base + at * kPitch, text, muted)),
      textAt(width, base, line.value, end),
    );
    y += works[i]!.length * kPitch + 4;
  });
  return [{ width: Math.ceil(width), height: y, shapes }];
}
