/** Building blocks of legends, and the layout of parts in lines. */
import { cssColor } from '../color';
import { colorAt, colorTable, type ColorScale } from '../color-scales';
import { truncateText } from '../fit-text';
import { maskedColor } from '../matrix/raster';
import { hatching } from './hatching';
import { baselineFor, kText, translateShape, textAt, type Part, type Shape } from './scene';
import { type Sheet, type SheetColors } from './sheet';

const kHeight = 16;

export function label(
  { measure, colors }: Sheet,
  text: string,
  { fill = colors.muted, bold = false, room = 400 } = {},
): Part {
  const style = { size: kText, bold };
  const shortened = truncateText(text, room, (candidate) => measure(candidate, style), 200);
  const y = baselineFor(kHeight / 2, kText);
  const shapes = [textAt(0, y, shortened, { fill, ...style })];
  return { width: Math.ceil(measure(shortened, style)), height: kHeight, shapes };
}

export function swatch(style: { fill?: string; stroke?: string; lineWidth?: number }): Part {
  const shape: Shape = { kind: 'rect', x: 0, y: 2, width: 12, height: 12, radius: 2, ...style };
  return { width: 12, height: kHeight, shapes: [shape] };
}

export function maskedSwatch(colors: SheetColors): Part {
  const size = 14;
  const flat = cssColor(maskedColor(colors.dark));
  const square: Shape = { kind: 'rect', x: 0, y: 1, width: size, height: size, fill: flat };
  const lines = hatching([{ x: 0, y: 1, width: size, height: size }], colors.dark);
  return { width: size, height: kHeight, shapes: [square, lines] };
}

/** A bar that shows the complete color table. */
export function colorBar(scale: ColorScale, dark: boolean): Part {
  const table = colorTable(scale, dark);
  const [steps, wide] = [64, 2];
  const shapes = Array.from({ length: steps }, (_, i): Shape => {
    const fill = cssColor(colorAt(table, Math.round((i * 255) / (steps - 1))));
    // Each rectangle extends under all later ones, so that no gaps show.
    return { kind: 'rect', x: i * wide, y: 3, width: (steps - i) * wide, height: 10, fill };
  });
  return { width: steps * wide, height: kHeight, shapes };
}

/** Places parts side by side as one part. */
export function placeSideBySide(gap: number, ...parts: readonly Part[]): Part {
  return flow(parts, Infinity, gap, 0);
}

/** Places parts from left to right, with line breaks after `room` pixels. */
export function flow(
  parts: readonly Part[],
  room: number,
  gap: number,
  lineGap: number,
  rightToLeft = false,
): Part {
  const placed: { part: Part; x: number; y: number }[] = [];
  let [x, y, high, wide] = [0, 0, 0, 0];
  for (const part of parts) {
    if (x > 0 && x + part.width > room) {
      y += high + lineGap;
      x = high = 0;
    }
    placed.push({ part, x, y });
    wide = Math.max(wide, x + part.width);
    high = Math.max(high, part.height);
    x += part.width + gap;
  }
  const shapes = placed.flatMap(({ part, x: left, y: top }) => {
    const from = rightToLeft ? wide - left - part.width : left;
    return part.shapes.map((shape) => translateShape(shape, from, top));
  });
  return { width: wide, height: y + high, shapes };
}
