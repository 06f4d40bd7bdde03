/** The weights of every head and their mean, side by side. */
import { wrapText } from '../fit-text';
import { formatPercent } from '../format';
import { rasterize, type Coloring } from '../matrix/raster';
import type { MatrixView } from '../../tensors/tensor';
import { hatching } from '../scene/hatching';
import { placeSideBySide, colorBar, flow, label, maskedSwatch } from '../scene/parts';
import { kText, textAt, translateShape, type Part, type Shape } from '../scene/scene';
import type { Heading, Sheet } from '../scene/sheet';
import { headsScaleEnds } from './heatmap-legend';
import { mapCells } from './map-cells';

export interface HeadsPicture extends Heading {
  /** The text that says all heads share one scale. */
  readonly oneScale: string;
  readonly heads: readonly PictureHead[];
  /** The number of heads in a row. Default: as many as fit. */
  readonly perRow?: number;
}

export interface PictureHead {
  readonly label: string;
  readonly matrix: MatrixView;
  readonly coloring: Coloring;
  readonly shown: boolean;
  /** A head that is switched off is pale and hatched. */
  readonly off?: boolean;
  /** The text below the label. */
  readonly note?: string;
}

const kWidth = 640;
const kSide = 128;
const kPadding = 8;
const kGap = 12;
const kPale = 5;

export function headsParts(picture: HeadsPicture, sheet: Sheet): Part[] {
  const { words, colors } = sheet;
  const [least, greatest] = headsScaleEnds(picture.heads, words.andMore);
  // All maps are as wide as the widest one, so that they form columns.
  const width = Math.max(...picture.heads.map((head) => widthOf(head, sheet)));
  const panels = flow(
    picture.heads.map((head) => panelOf(head, width, sheet)),
    picture.perRow ? picture.perRow * (width + kGap) : kWidth,
    kGap,
    kGap,
  );
  const scales = new Set(picture.heads.map(({ coloring }) => coloring.scale));
  const isShare = picture.heads[0]!.coloring.reach === 1;
  const end = `${isShare ? formatPercent(100, 0) : greatest} · ${picture.oneScale}`;
  const room = Math.max(kWidth, panels.width);
  const [first = '', ...more] = wrapText(end, room, (text) => sheet.measure(text, { size: kText }));
  const bars = Array.from(scales, (scale) => colorBar(scale, colors.dark));
  const scale = placeSideBySide(6, label(sheet, least), ...bars, label(sheet, first, { room }));
  const masked = picture.heads.some(({ coloring }) => coloring.masks?.data.includes(-Infinity));
  const legend = [scale, ...more.map((line) => label(sheet, line, { room }))];
  if (masked) legend.push(placeSideBySide(6, maskedSwatch(colors), label(sheet, words.masked)));
  return [panels, flow(legend, room, 20, 4)];
}

/** The size of a map's cell, in pixels. */
const cellOf = ({ rows, columns }: MatrixView) =>
  Math.max(1, Math.floor(kSide / Math.max(rows, columns)));

function widthOf({ label: name, note = '', matrix }: PictureHead, { measure }: Sheet): number {
  const texts = [measure(name, { size: kText, bold: true }), measure(note, { size: kText })];
  return Math.ceil(Math.max(matrix.columns * cellOf(matrix), ...texts)) + 2 * kPadding;
}

function panelOf(head: PictureHead, width: number, { colors }: Sheet): Part {
  const { label: name, matrix, shown, off = false } = head;
  const { rows, columns } = matrix;
  const cell = cellOf(matrix);
  const [wide, high] = [columns * cell, rows * cell];
  const height = high + 2 * kPadding + 38;
  const reach = head.coloring.reach * (off ? kPale : 1);
  const raster = rasterize(matrix, { ...head.coloring, reach }, colors.dark);
  const map = { x: (width - wide) / 2, y: kPadding, width: wide, height: high };
  const fill = shown ? colors.ink : colors.muted;
  const anchor = 'middle';
  const below = kPadding + high;
  const frame = { x: 0.5, y: 0.5, width: width - 1, height: height - 1, radius: 6 };
  const layout = { rows, columns, cellWidth: cell, cellHeight: cell };
  const shapes: Shape[] = mapCells(raster, head.coloring, layout, colors.dark).map((shape) =>
    translateShape(shape, map.x, map.y),
  );
  if (off) shapes.push(hatching([map], colors.dark));
  shapes.push(
    textAt(width / 2, below + 19, name, { anchor, size: kText, bold: shown, fill }),
    textAt(width / 2, below + 36, head.note ?? '', { anchor, size: kText, fill: colors.muted }),
  );
  if (shown) shapes.push({ kind: 'rect', ...frame, stroke: colors.ink, lineWidth: 1 });
  return { width, height, shapes };
}
