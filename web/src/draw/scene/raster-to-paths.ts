/** Converts a raster to one path per color. Runs of equal cells in a row become one rectangle. */
import { cssColor, type Rgb } from '../color';
import { shortNumber, type PathShape, type RasterShape } from './scene';

export function rasterToPaths({ x, y, width, height, raster }: RasterShape): PathShape[] {
  const { rows, columns } = raster;
  const [cellWidth, cellHeight] = [width / columns, height / rows];
  const pixels = new Uint32Array(raster.pixels.buffer);
  const paths = new Map<number, string[]>();
  const last = new Map<number, { row: number; column: number }>();
  for (let row = 0; row < rows; row++)
    for (let column = 0, from = 0; column < columns; column = from) {
      const color = pixels[row * columns + column]!;
      for (from = column + 1; from < columns && pixels[row * columns + from] === color; from++);
      // Offsets from the previous rectangle of this color take fewer characters.
      const previous = last.get(color) ?? { row: 0, column: 0 };
      const right = shortNumber((column - previous.column) * cellWidth);
      const down = shortNumber((row - previous.row) * cellHeight);
      const wide = shortNumber((from - column) * cellWidth);
      const path = `m${right} ${down}h${wide}v${shortNumber(cellHeight)}h-${wide}z`;
      if (paths.has(color)) paths.get(color)!.push(path);
      else paths.set(color, [path]);
      last.set(color, { row, column });
    }
  return Array.from(paths, ([color, parts]) => ({
    kind: 'path',
    x,
    y,
    d: parts.join(''),
    fill: cssColor(bytesOf(color)),
    crisp: true,
  }));
}

/** Red is the lowest byte, as `rasterize` packs it. */
function bytesOf(color: number): Rgb {
  return [color & 255, (color >> 8) & 255, (color >> 16) & 255];
}
