/** Draws a heatmap, given its pixels and layout, on a canvas that is scaled to the device's density. */
import { at, type MatrixView } from '../tensor';
import { colorAt, colorIndex, colorTable, inkUpon } from './color';
import { fitted, widest } from './fit-text';
import { formatShort } from './format';
import { kLabelSize, type Cell, type HeatmapLayout } from './heatmap-layout';
import { isMasked, maskedColor, type Coloring } from './raster';

export interface HeatmapColors {
  readonly ink: string;
  readonly muted: string;
  readonly paper: string;
  readonly query: string;
  readonly dark: boolean;
  readonly font: string;
}

export interface HeatmapPicture {
  readonly matrix: MatrixView;
  readonly coloring: Coloring;
  readonly pixels: CanvasImageSource;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** Whose labels stand out: the followed row's, and those of the cell that is pointed at. */
  readonly query: number | null;
  readonly cell: Cell | null;
}

export function drawHeatmap(
  context: CanvasRenderingContext2D,
  layout: HeatmapLayout,
  picture: HeatmapPicture,
  colors: HeatmapColors,
): void {
  const { left, top, cellWidth, cellHeight, rows, columns } = layout;
  context.clearRect(0, 0, layout.width, layout.height);
  // Large cells keep their edges; where several share a pixel, their mean is the honest colour.
  context.imageSmoothingEnabled = Math.min(cellWidth, cellHeight) < 1;
  context.drawImage(picture.pixels, left, top, columns * cellWidth, rows * cellHeight);
  if (Math.min(cellWidth, cellHeight) >= 8) {
    drawHatching(context, layout, picture, colors);
    drawGrid(context, layout, colors.paper);
  }
  if (cellWidth >= 36 && cellHeight >= 16) drawNumbers(context, layout, picture, colors);
  drawLabels(context, layout, picture, colors);
}

function drawGrid(context: CanvasRenderingContext2D, layout: HeatmapLayout, color: string): void {
  const { left, top, cellWidth, cellHeight, rows, columns } = layout;
  const [wide, high] = [columns * cellWidth, rows * cellHeight];
  context.fillStyle = color;
  for (let row = 1; row < rows; row++)
    context.fillRect(left, top + row * cellHeight - 0.5, wide, 1);
  for (let column = 1; column < columns; column++)
    context.fillRect(left + column * cellWidth - 0.5, top, 1, high);
}

function drawHatching(
  context: CanvasRenderingContext2D,
  layout: HeatmapLayout,
  { coloring }: HeatmapPicture,
  colors: HeatmapColors,
): void {
  if (coloring.masks === null) return;
  const { left, top, cellWidth, cellHeight } = layout;
  context.save();
  context.beginPath();
  for (let row = 0; row < layout.rows; row++)
    for (let column = 0; column < layout.columns; column++)
      if (isMasked(coloring, row, column))
        context.rect(left + column * cellWidth, top + row * cellHeight, cellWidth, cellHeight);
  context.clip();
  context.beginPath();
  const reach = layout.width + layout.height;
  for (let start = 0; start < reach; start += 6) {
    context.moveTo(start, 0);
    context.lineTo(start - layout.height, layout.height);
  }
  const [r, g, b] = maskedColor(!colors.dark);
  context.strokeStyle = `rgba(${r}, ${g}, ${b}, 0.4)`;
  context.lineWidth = 1;
  context.stroke();
  context.restore();
}

function drawNumbers(
  context: CanvasRenderingContext2D,
  layout: HeatmapLayout,
  { matrix, coloring }: HeatmapPicture,
  colors: HeatmapColors,
): void {
  const { scale, reach } = coloring;
  const table = colorTable(scale, colors.dark);
  context.font = `${kLabelSize}px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let row = 0; row < layout.rows; row++) {
    for (let column = 0; column < layout.columns; column++) {
      if (isMasked(coloring, row, column)) continue;
      const value = at(matrix, row, column);
      context.fillStyle = inkUpon(colorAt(table, colorIndex(scale, value, reach)));
      context.fillText(
        formatShort(value),
        layout.left + (column + 0.5) * layout.cellWidth,
        layout.top + (row + 0.5) * layout.cellHeight + 0.5,
      );
    }
  }
}

function drawLabels(
  context: CanvasRenderingContext2D,
  layout: HeatmapLayout,
  picture: HeatmapPicture,
  colors: HeatmapColors,
): void {
  const { left, top, cellWidth, cellHeight } = layout;
  const widthOf = (text: string) => context.measureText(text).width;
  context.textBaseline = 'middle';
  if (layout.rowLabels) {
    context.textAlign = 'right';
    for (let row = 0; row < layout.rows; row++) {
      const followed = row === picture.query;
      context.font = `${followed ? '600 ' : ''}${kLabelSize}px ${colors.font}`;
      context.fillStyle = followed
        ? colors.query
        : row === picture.cell?.row
          ? colors.ink
          : colors.muted;
      const label = fitted(picture.rowLabels[row] ?? '', left - 6, widthOf);
      context.fillText(label, left - 6, top + (row + 0.5) * cellHeight + 0.5);
    }
  }
  if (layout.columnLabels === 'none') return;
  const slanted = layout.columnLabels === 'slanted';
  context.font = `${kLabelSize}px ${colors.font}`;
  for (let column = 0; column < layout.columns; column++) {
    context.fillStyle = column === picture.cell?.column ? colors.ink : colors.muted;
    context.save();
    context.translate(left + (column + 0.5) * cellWidth, top - (slanted ? 5 : 10));
    context.textAlign = slanted ? 'left' : 'center';
    if (slanted) context.rotate(-Math.PI / 4);
    context.fillText(fitted(picture.columnLabels[column] ?? '', 96, widthOf), 0, 0);
    context.restore();
  }
}

/** The widest of the labels, in pixels of the context's font. */
export function widestLabel(context: CanvasRenderingContext2D, labels: readonly string[]): number {
  return widest(labels, (label) => context.measureText(label).width);
}
