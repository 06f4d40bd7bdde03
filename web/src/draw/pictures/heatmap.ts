/** A heatmap: cells, hatching of masked cells, grid lines, numbers where they fit, and labels. */
import { cellAt, type MatrixView } from '../../tensors/tensor';
import { contrastingInk } from '../color';
import { colorAt, colorIndex, colorTable } from '../color-scales';
import { formatShort } from '../format-short';
import { isMasked, type Coloring, type Raster } from '../matrix/raster';
import {
  baselineFor,
  kText,
  translateShape,
  shortNumber,
  textAt,
  type Measure,
  type Part,
  type Shape,
} from '../scene/scene';
import { hasRoomForBoth, isCellChanged, kNew, outlines, struckNumber } from './heatmap-ghosts';
import { columnLabels, rowLabels, type HeatmapLabels, type HeatmapStyle } from './heatmap-labels';
import { type HeatmapLayout } from './heatmap-layout';
import { mapCells } from './map-cells';

export interface Heatmap extends HeatmapLabels {
  readonly matrix: MatrixView;
  /** The matrix without the visitor's changes; cells that differ show both numbers. */
  readonly before?: MatrixView | undefined;
  readonly coloring: Coloring;
}

/** Smaller weights would be written as 0.00, and have no number. */
const kShownWeight = 0.005;
/** Smaller cells have no lines between them. */
const kGrid = 8;

/** `raster` shows the same matrix. Callers reuse it while only labels change. */
export function heatmapPart(
  heatmap: Heatmap,
  layout: HeatmapLayout,
  raster: Raster,
  style: HeatmapStyle,
): Part {
  const { left, top, cellWidth, cellHeight } = layout;
  const { paper, dark } = style.colors;
  const inkOf = inksOf(heatmap.coloring, dark);
  const inside = mapCells(raster, heatmap.coloring, layout, dark);
  if (Math.min(cellWidth, cellHeight) >= kGrid) inside.push(gridLines(layout, paper));
  if (cellWidth >= 40 && cellHeight >= 16)
    inside.push(...numbers(heatmap, layout, inkOf, style.measure));
  if (heatmap.before)
    inside.push(...outlines(heatmap.matrix, heatmap.before, heatmap.coloring.reach, layout, inkOf));
  return {
    width: layout.width,
    height: layout.height,
    shapes: [
      ...inside.map((shape) => translateShape(shape, left, top)),
      ...rowLabels(heatmap, layout, style),
      ...columnLabels(heatmap, layout, style),
    ],
  };
}

/** The ink for text on a cell, by the cell's number. */
function inksOf({ scale, reach }: Coloring, dark: boolean) {
  const table = colorTable(scale, dark);
  return (value: number) => contrastingInk(colorAt(table, colorIndex(scale, value, reach)));
}

function gridLines(layout: HeatmapLayout, stroke: string): Shape {
  const { rows, columns, cellWidth, cellHeight } = layout;
  const across = `h${shortNumber(columns * cellWidth)}`;
  const down = `v${shortNumber(rows * cellHeight)}`;
  const lines = [
    ...Array.from(
      { length: rows - 1 },
      (_, i) => `M0 ${shortNumber((i + 1) * cellHeight)}${across}`,
    ),
    ...Array.from(
      { length: columns - 1 },
      (_, i) => `M${shortNumber((i + 1) * cellWidth)} 0${down}`,
    ),
  ];
  return { kind: 'path', x: 0, y: 0, d: lines.join(''), stroke, lineWidth: 1 };
}

function numbers(
  { matrix, before, coloring }: Heatmap,
  layout: HeatmapLayout,
  inkOf: (value: number) => string,
  measure: Measure,
) {
  const { reach } = coloring;
  const isMap = coloring.scale === 'ink' || coloring.scale === 'pencil';
  const shapes: Shape[] = [];
  for (let row = 0; row < layout.rows; row++)
    for (let column = 0; column < layout.columns; column++) {
      if (isMasked(coloring, row, column)) continue;
      const value = cellAt(matrix, row, column);
      const cell = row * layout.columns + column;
      const hasBoth = hasRoomForBoth(layout) && isCellChanged(matrix, before, cell, reach);
      // Most weights of a head are 0; their numbers would hide the others.
      if (isMap && value < kShownWeight && !hasBoth) continue;
      const fill = inkOf(value);
      const [x, top] = [(column + 0.5) * layout.cellWidth, row * layout.cellHeight];
      const y = baselineFor(top + (hasBoth ? kNew : 0.5) * layout.cellHeight, kText);
      const style = { size: kText, fill, anchor: 'middle' } as const;
      shapes.push(textAt(x, y, formatShort(value, reach), style));
      if (!hasBoth) continue;
      const old = formatShort(before!.data[cell]!, reach);
      shapes.push(...struckNumber(old, { x, y: top }, layout, { measure, fill }));
    }
  return shapes;
}
