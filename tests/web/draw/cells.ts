/** Parses paths of rectangles back into cells. */
import type { PathShape } from '../../../web/src/draw/scene/scene';

/** The color of each cell, and how many times it was painted. */
export function painted(
  paths: readonly PathShape[],
  { rows, columns, cellWidth, cellHeight }: Record<string, number>,
): { colors: string[]; times: number[] } {
  const colors = Array.from({ length: rows! * columns! }, () => '');
  const times = colors.map(() => 0);
  for (const { d, fill } of paths) {
    let [x, y] = [0, 0];
    let read = '';
    for (const [rectangle, right, down, wide, high, back] of d.matchAll(kRectangle)) {
      read += rectangle;
      x += Number(right);
      y += Number(down);
      if (Number(back) !== -Number(wide)) throw new Error(`Expected a rectangle, got ${rectangle}`);
      const first = Math.round(y / cellHeight!) * columns! + Math.round(x / cellWidth!);
      if (Math.round(Number(high) / cellHeight!) !== 1)
        throw new Error(`Expected a row: ${rectangle}`);
      for (let cell = 0; cell < Math.round(Number(wide) / cellWidth!); cell++) {
        colors[first + cell] = fill!;
        times[first + cell]!++;
      }
    }
    if (read !== d) throw new Error(`Expected rectangles only, got ${d.slice(0, 80)}`);
  }
  return { colors, times };
}

const kNumber = '(-?[\\d.]+)';
const kRectangle = new RegExp(`m${kNumber} ${kNumber}h${kNumber}v${kNumber}h${kNumber}z`, 'g');
