/** Shared by all pictures: colors, fonts, words, and the frame of heading and caption. */
import { truncateText, wrapText } from '../fit-text';
import {
  kName,
  kText,
  translateShape,
  textAt,
  type Fonts,
  type Measure,
  type Part,
  type Scene,
  type Shape,
} from './scene';

export interface Sheet {
  readonly colors: SheetColors;
  readonly fonts: Fonts;
  readonly measure: Measure;
  readonly words: PictureWords;
  /** One line each for the sentence, the head and the mask. */
  readonly caption: readonly string[];
}

export interface SheetColors {
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly paper: string;
  readonly query: string;
  readonly accent: string;
  /** The ink of a head that has learned something, and the pencil of one that has not. */
  readonly arc: string;
  readonly pencil: string;
  readonly dark: boolean;
}

export interface PictureWords {
  readonly masked: string;
  readonly followed: string;
  readonly sum: string;
  /** Follows the value at the end of a color scale that larger values exceed. */
  readonly andMore: string;
  readonly range: (min: string, max: string) => string;
}

export interface Heading {
  readonly title: string;
  readonly subtitle?: string;
}

const kMargin = 20;
const kLine = 1.45;
/** Below this width, captions would take too many lines. */
const kMinWidth = 400;
/** Wider lines are hard to read. */
const kMaxLineWidth = 760;

/** Stacks heading, parts and caption vertically. */
export function frameParts(sheet: Sheet, heading: Heading, parts: readonly Part[]): Scene {
  const { colors, caption, measure } = sheet;
  const shapes: Shape[] = [];
  const width = Math.max(kMinWidth, ...parts.map((part) => part.width));
  const title = { size: kName, bold: true };
  const shownTitle = truncateText(heading.title, width, (text) => measure(text, title), 160);
  let y = kMargin + kName * 0.85;
  shapes.push(textAt(kMargin, y, shownTitle, { fill: colors.ink, ...title }));
  if (heading.subtitle) {
    const titleEnd = measure(shownTitle, title) + 24;
    const sameLine = titleEnd + measure(heading.subtitle, { size: kText }) <= width;
    if (!sameLine) y += kText * kLine + 3;
    const x = sameLine ? kMargin + width : kMargin;
    const anchor = sameLine ? 'end' : 'start';
    shapes.push(textAt(x, y, heading.subtitle, { fill: colors.muted, size: kText, anchor }));
  }
  // Start at an integer pixel, so that edges are sharp.
  y = Math.round(y + 18);
  for (const part of parts) {
    shapes.push(...part.shapes.map((shape) => translateShape(shape, kMargin, y)));
    y += Math.ceil(part.height) + 14;
  }
  const small = { fill: colors.muted, size: kText };
  const room = Math.min(width, kMaxLineWidth);
  for (const words of caption)
    for (const line of wrapText(words, room, (text) => measure(text, small))) {
      shapes.push(textAt(kMargin, y + kText * 0.8, line, small));
      y += kText * kLine;
    }
  return {
    width: Math.ceil(width + 2 * kMargin),
    height: Math.ceil(y + kMargin - 2),
    title: heading.title,
    description: [heading.subtitle, ...caption].filter(Boolean).join(' · '),
    paper: colors.paper,
    fonts: sheet.fonts,
    shapes,
  };
}
