/** An exported heatmap: heading, cells, legend, and an outline around the selected query row. */
import { isolateText } from '../fit-text';
import { formatEnds } from '../format-ends';
import { rasterize } from '../matrix/raster';
import { placeSideBySide, colorBar, flow, label, maskedSwatch, swatch } from '../scene/parts';
import type { Part, Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';
import { heatmapPart, type Heatmap } from './heatmap';
import { labelWidths } from './heatmap-labels';
import { boxOf, pictureLayout } from './heatmap-layout';
import { scaleEnds } from './heatmap-legend';

export interface HeatmapPicture extends Heading, Heatmap {
  readonly min: number;
  readonly max: number;
  readonly largestCell: number;
}

export function heatmapParts(picture: HeatmapPicture, sheet: Sheet): Part[] {
  const { matrix, coloring, query, largestCell } = picture;
  const { rows, columns } = matrix;
  const { measure, colors } = sheet;
  const layout = pictureLayout({ rows, columns, largestCell, ...labelWidths(picture, measure) });
  const raster = rasterize(matrix, coloring, colors.dark);
  const grid = heatmapPart(picture, layout, raster, { measure, colors, highlighted: 'all' });
  const shapes: Shape[] = [...grid.shapes];
  if (query !== null) {
    const box = boxOf(layout, { row: query, column: 0 }, columns, 3);
    shapes.push({ kind: 'rect', ...box, stroke: colors.query, lineWidth: 2 });
  }
  return [{ ...grid, shapes }, legendOf(picture, grid.width, sheet)];
}

function legendOf(picture: HeatmapPicture, width: number, sheet: Sheet): Part {
  const { coloring, min, max, query, rowLabels: names } = picture;
  const { words, colors } = sheet;
  const [start, end] = scaleEnds(coloring, max, words.andMore);
  const parts = [
    placeSideBySide(
      6,
      label(sheet, start),
      colorBar(coloring.scale, colors.dark),
      label(sheet, end),
    ),
  ];
  if (coloring.masks)
    parts.push(placeSideBySide(6, maskedSwatch(colors), label(sheet, words.masked)));
  if (query !== null) {
    const selected = `${words.followed} ${isolateText(names[query] ?? `${query + 1}`)}`;
    const outline = swatch({ stroke: colors.query, lineWidth: 2 });
    parts.push(placeSideBySide(6, outline, label(sheet, selected, { room: 200 })));
  }
  parts.push(label(sheet, words.range(...formatEnds(min, max))));
  return flow(parts, Math.max(width, 400), 20, 4);
}
