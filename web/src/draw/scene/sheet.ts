/** What every picture is drawn with: colours, fonts, words, and what is to be said below it. */
import { fitted, wrapped } from '../fit-text';
import {
  kSmall,
  kText,
  moved,
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
  /** Of what sentence, head and mask the numbers are: a line each. */
  readonly caption: readonly string[];
}

export interface SheetColors {
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly paper: string;
  readonly query: string;
  readonly accent: string;
  readonly dark: boolean;
}

export interface PictureWords {
  readonly masked: string;
  readonly followed: string;
  readonly sum: string;
  readonly ownScale: string;
  /** After a value that is not the largest. */
  readonly andMore: string;
  readonly range: (least: string, most: string) => string;
}

export interface Heading {
  readonly title: string;
  readonly subtitle?: string;
}

const kTitle = 16;
const kMargin = 20;
const kLine = 1.45;
/** Narrower, captions would become towers. */
const kLeastWidth = 400;
/** Wider lines are hard to read. */
const kWidestLine = 760;

/** Heading, picture, legend and caption, one below the other. */
export function framed(sheet: Sheet, heading: Heading, parts: readonly Part[]): Scene {
  const { colors, caption, measure } = sheet;
  const shapes: Shape[] = [];
  const width = Math.max(kLeastWidth, ...parts.map((part) => part.width));
  const title = { size: kTitle, bold: true };
  const shownTitle = fitted(heading.title, width, (text) => measure(text, title), 160);
  let y = kMargin + kTitle * 0.85;
  shapes.push({ kind: 'text', x: kMargin, y, text: shownTitle, fill: colors.ink, ...title });
  if (heading.subtitle) {
    const taken = measure(shownTitle, title) + 24;
    const beside = taken + measure(heading.subtitle, { size: kText }) <= width;
    if (!beside) y += kText * kLine + 3;
    const place = beside ? ({ x: kMargin + width, anchor: 'end' } as const) : { x: kMargin };
    shapes.push({
      kind: 'text',
      ...place,
      y,
      text: heading.subtitle,
      fill: colors.muted,
      size: kText,
    });
  }
  // Whole pixels, for edges to be sharp.
  y = Math.round(y + 18);
  for (const part of parts) {
    shapes.push(...part.shapes.map((shape) => moved(shape, kMargin, y)));
    y += Math.ceil(part.height) + 14;
  }
  for (const words of caption)
    for (const line of wrapped(words, Math.min(width, kWidestLine), (text) =>
      measure(text, { size: kSmall }),
    )) {
      shapes.push({
        kind: 'text',
        x: kMargin,
        y: y + kSmall * 0.8,
        text: line,
        fill: colors.muted,
        size: kSmall,
      });
      y += kSmall * kLine;
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
