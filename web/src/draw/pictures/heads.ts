/** The weights of every head and their mean, side by side. */
import { formatNumber } from '../format';
import { rasterize, type Coloring } from '../matrix/raster';
import type { MatrixView } from '../../tensor';
import { beside, colorBar, flow, label, maskedSwatch } from '../scene/parts';
import { kSmall, kText, type Part, type Scene, type Shape } from '../scene/scene';
import { framed, type Heading, type Sheet } from '../scene/sheet';

export interface HeadsPicture extends Heading {
  readonly heads: readonly PictureHead[];
}

export interface PictureHead {
  readonly label: string;
  readonly matrix: MatrixView;
  readonly coloring: Coloring;
  readonly shown: boolean;
}

const kWidth = 640;
const kSide = 128;
const kPadding = 8;

export function headsScene(picture: HeadsPicture, sheet: Sheet): Scene {
  const { words, colors } = sheet;
  const panels = flow(
    picture.heads.map((head) => panelOf(head, sheet)),
    kWidth,
    12,
    12,
  );
  const scale = beside(
    6,
    label(sheet, '0'),
    colorBar('sequential', colors.dark),
    label(sheet, words.ownScale),
  );
  const masked = picture.heads.some(({ coloring }) => coloring.masks?.data.includes(-Infinity));
  const legend = masked
    ? [scale, beside(6, maskedSwatch(colors), label(sheet, words.masked))]
    : [scale];
  return framed(sheet, picture, [panels, flow(legend, kWidth, 20, 4)]);
}

function panelOf({ label: name, matrix, coloring, shown }: PictureHead, { colors }: Sheet): Part {
  const { rows, columns } = matrix;
  const cell = Math.max(1, Math.floor(kSide / Math.max(rows, columns)));
  const [wide, high] = [columns * cell, rows * cell];
  const width = Math.max(wide, 64) + 2 * kPadding;
  const height = high + 2 * kPadding + 38;
  const text = { kind: 'text', x: width / 2, anchor: 'middle' } as const;
  const below = kPadding + high;
  const frame = { x: 0.5, y: 0.5, width: width - 1, height: height - 1, radius: 6 };
  const shapes: Shape[] = [
    {
      kind: 'raster',
      x: (width - wide) / 2,
      y: kPadding,
      width: wide,
      height: high,
      raster: rasterize(matrix, coloring, colors.dark),
    },
    {
      ...text,
      y: below + 19,
      text: name,
      size: kText,
      bold: shown,
      fill: shown ? colors.ink : colors.muted,
    },
    {
      ...text,
      y: below + 36,
      text: `0 – ${formatNumber(coloring.reach)}`,
      size: kSmall,
      fill: colors.muted,
    },
  ];
  if (shown) shapes.push({ kind: 'rect', ...frame, stroke: colors.ink, lineWidth: 1 });
  return { width, height, shapes };
}
