/** A heatmap as a picture: cells, labels, numbers where they fit, the masked and the followed. */
import { at, type MatrixView } from '../../tensor';
import { colorAt, colorIndex, colorTable, inkUpon, type ColorScale } from '../color';
import { fitted, isolated, widest } from '../fit-text';
import { formatNumber, formatShort } from '../format';
import { kLabelSize, kMaxLabel } from '../heatmap-layout';
import { isMasked, type Coloring } from '../raster';
import { cells } from './cells';
import { hatching } from './hatching';
import { layoutPicture, type PictureLayout } from './heatmap-layout';
import { beside, colorBar, flow, label, maskedSwatch, swatch } from './parts';
import { centred, moved, short, type Part, type Scene, type Shape } from './scene';
import { framed, type Heading, type Sheet } from './sheet';

export interface HeatmapPicture extends Heading {
  readonly matrix: MatrixView;
  readonly coloring: Coloring;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** The followed row, and its name. */
  readonly query: number | null;
  readonly least: number;
  readonly most: number;
  readonly largestCell: number;
}

/** Between the numbers of rows or of columns, where these have no labels. */
const kBetweenNumbers = 40;

export function heatmapScene(picture: HeatmapPicture, sheet: Sheet): Scene {
  const widthOf = (text: string) => sheet.measure(text, { size: kLabelSize, bold: true });
  const { rows, columns } = picture.matrix;
  const layout = layoutPicture({
    rows,
    columns,
    rowLabelWidth: widest(picture.rowLabels, widthOf),
    columnLabelWidth: widest(picture.columnLabels, widthOf),
    largestCell: picture.largestCell,
  });
  const grid = gridOf(picture, layout, sheet);
  return framed(sheet, picture, [grid, legendOf(picture, grid.width, sheet)]);
}

function gridOf(picture: HeatmapPicture, layout: PictureLayout, sheet: Sheet): Part {
  const { matrix, coloring } = picture;
  const { dark } = sheet.colors;
  const inside: Shape[] = [...cells(matrix, coloring, dark, layout)];
  if (Math.min(layout.cellWidth, layout.cellHeight) >= 8) {
    if (coloring.masks) inside.push(hatching(maskedRuns(picture, layout), dark));
    inside.push(gridLines(layout, sheet.colors.paper));
  }
  if (layout.cellWidth >= 36 && layout.cellHeight >= 16)
    inside.push(...numbers(picture, layout, dark));
  const outline = followed(picture, layout, sheet);
  if (outline) inside.push(outline);
  const shapes = inside.map((shape) => moved(shape, layout.left, layout.top));
  return {
    width: layout.width,
    height: layout.height,
    shapes: [
      ...shapes,
      ...(layout.rowLabels
        ? rowLabels(picture, layout, sheet)
        : rowNumbers(layout, sheet.colors.muted)),
      ...(layout.columnAngle === null
        ? columnNumbers(layout, sheet.colors.muted)
        : columnLabels(picture, layout, sheet)),
    ],
  };
}

function maskedRuns({ coloring }: HeatmapPicture, layout: PictureLayout) {
  const { rows, columns, cellWidth, cellHeight } = layout;
  const runs = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0, to = 0; column < columns; column = to + 1) {
      for (to = column; to < columns && isMasked(coloring, row, to); to++);
      const [x, width] = [column * cellWidth, (to - column) * cellWidth];
      if (to > column) runs.push({ x, y: row * cellHeight, width, height: cellHeight });
    }
  return runs;
}

function gridLines(layout: PictureLayout, stroke: string): Shape {
  const { rows, columns, cellWidth, cellHeight } = layout;
  const across = `h${short(columns * cellWidth)}`;
  const down = `v${short(rows * cellHeight)}`;
  const lines = [
    ...Array.from({ length: rows - 1 }, (_, i) => `M0 ${short((i + 1) * cellHeight)}${across}`),
    ...Array.from({ length: columns - 1 }, (_, i) => `M${short((i + 1) * cellWidth)} 0${down}`),
  ];
  return { kind: 'path', x: 0, y: 0, d: lines.join(''), stroke, lineWidth: 1 };
}

function numbers({ matrix, coloring }: HeatmapPicture, layout: PictureLayout, dark: boolean) {
  const table = colorTable(coloring.scale, dark);
  const shapes: Shape[] = [];
  for (let row = 0; row < layout.rows; row++)
    for (let column = 0; column < layout.columns; column++) {
      if (isMasked(coloring, row, column)) continue;
      const value = at(matrix, row, column);
      shapes.push({
        kind: 'text',
        x: (column + 0.5) * layout.cellWidth,
        y: centred((row + 0.5) * layout.cellHeight, kLabelSize),
        text: formatShort(value),
        size: kLabelSize,
        fill: inkUpon(colorAt(table, colorIndex(coloring.scale, value, coloring.reach))),
        anchor: 'middle',
      });
    }
  return shapes;
}

function followed(
  { query }: HeatmapPicture,
  layout: PictureLayout,
  { colors }: Sheet,
): Shape | null {
  if (query === null) return null;
  const height = Math.max(layout.cellHeight, 3);
  const y = (query + 0.5) * layout.cellHeight - height / 2;
  const width = layout.columns * layout.cellWidth;
  return { kind: 'rect', x: 0, y, width, height, stroke: colors.query, lineWidth: 2 };
}

function rowLabels(picture: HeatmapPicture, layout: PictureLayout, sheet: Sheet): Shape[] {
  const { measure, colors } = sheet;
  return Array.from({ length: layout.rows }, (_, row) => {
    const bold = row === picture.query;
    const widthOf = (text: string) => measure(text, { size: kLabelSize, bold });
    return {
      kind: 'text',
      x: layout.left - 6,
      y: centred(layout.top + (row + 0.5) * layout.cellHeight, kLabelSize),
      text: isolated(fitted(picture.rowLabels[row] ?? '', layout.left - 6, widthOf)),
      size: kLabelSize,
      fill: bold ? colors.query : colors.ink,
      anchor: 'end',
      bold,
    };
  });
}

function columnLabels(picture: HeatmapPicture, layout: PictureLayout, sheet: Sheet): Shape[] {
  const { measure, colors } = sheet;
  const angle = layout.columnAngle ?? 0;
  const widthOf = (text: string) => measure(text, { size: kLabelSize });
  // A slanted one stands with the middle of its letters, not with their feet, over its column.
  const aside = centred(0, kLabelSize) * Math.sin((-angle * Math.PI) / 180);
  return Array.from({ length: layout.columns }, (_, column) => ({
    kind: 'text',
    x: layout.left + (column + 0.5) * layout.cellWidth + aside,
    y: layout.top - 6,
    text: isolated(fitted(picture.columnLabels[column] ?? '', kMaxLabel, widthOf)),
    size: kLabelSize,
    fill: colors.ink,
    anchor: angle === 0 ? 'middle' : 'start',
    angle,
  }));
}

function rowNumbers(layout: PictureLayout, fill: string): Shape[] {
  return numbered(layout.rows, layout.cellHeight).map((row) => ({
    kind: 'text',
    x: layout.left - 6,
    y: centred(layout.top + (row + 0.5) * layout.cellHeight, kLabelSize),
    text: `${row + 1}`,
    size: kLabelSize,
    fill,
    anchor: 'end',
  }));
}

function columnNumbers(layout: PictureLayout, fill: string): Shape[] {
  return numbered(layout.columns, layout.cellWidth).map((column) => ({
    kind: 'text',
    x: layout.left + (column + 0.5) * layout.cellWidth,
    y: layout.top - 6,
    text: `${column + 1}`,
    size: kLabelSize,
    fill,
    anchor: 'middle',
  }));
}

/** The first, and every 8th, 16th, 32nd and so on, counted from 1. */
function numbered(count: number, size: number): number[] {
  let step = 8;
  while (step * size < kBetweenNumbers) step *= 2;
  const regular = Array.from({ length: Math.floor(count / step) }, (_, i) => (i + 1) * step - 1);
  return [0, ...regular];
}

function legendOf(picture: HeatmapPicture, width: number, sheet: Sheet): Part {
  const { coloring, least, most, query, rowLabels } = picture;
  const { words, colors } = sheet;
  const end = formatNumber(coloring.reach);
  const parts = [
    scaleLegend(
      coloring.scale,
      coloring.reach < most ? `${end}${words.andMore}` : end,
      sheet,
      coloring.reach,
    ),
    ...(coloring.masks ? [beside(6, maskedSwatch(colors), label(sheet, words.masked))] : []),
    ...(query === null
      ? []
      : [
          beside(
            6,
            swatch({ stroke: colors.query, lineWidth: 2 }),
            label(sheet, `${words.followed} ${isolated(rowLabels[query] ?? `${query + 1}`)}`, {
              room: 200,
            }),
          ),
        ]),
    label(sheet, words.range(formatNumber(least), formatNumber(most))),
  ];
  return flow(parts, Math.max(width, 400), 20, 4);
}

/** The colours with the values at their ends. */
export function scaleLegend(scale: ColorScale, end: string, sheet: Sheet, reach: number): Part {
  const start = scale === 'sequential' ? '0' : formatNumber(-reach);
  return beside(6, label(sheet, start), colorBar(scale, sheet.colors.dark), label(sheet, end));
}
